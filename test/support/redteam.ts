// Red-team tests of one task: wrong artefacts must fail, and right artefacts made in unusual ways must pass. They use
// instances that no gate uses, in both languages. The first three artefacts of each list are tested on every instance,
// each other artefact on one instance; `PYBENCH_RED_TEAM=all` tests every artefact on every instance.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { languages, type Language, type TaskId } from '../../src/core/index.ts';
import { gradeWithoutTrial } from '../../src/gates/grade.ts';
import { playTrial, type PlayedTrial } from '../../src/gates/play.ts';
import type { InterpreterHost } from '../../src/interpreter/index.ts';
import { loadTask, makeInstance, parseProgram, type TaskInstance } from '../../src/suite/index.ts';
import type { WorkToGrade } from '../../src/verify/index.ts';
import { testHost, servicesOn } from './host.ts';

const SEEDS = [101, 102, 103];
/** The seeds for a task when another task of the same kind is tested at all seeds. */
export const ONE_SEED = [101];
const SALT = 'red team';

export interface Target {
  readonly instance: TaskInstance;
  readonly lang: Language;
  /** The source of the task's reference.py. */
  readonly program: string;
  /** The work that the reference submits. */
  readonly reference: WorkToGrade;
  /** Runs a program in percent format on this instance and returns its work; a cell that raises is an error. */
  readonly python: (source: string) => Promise<WorkToGrade>;
}

/** Makes an artefact for one instance: edits the reference's work, or runs another program. */
export type Make = (target: Target) => WorkToGrade | Promise<WorkToGrade>;

export interface Artefacts {
  readonly wrong: Readonly<Record<string, Make>>;
  readonly right: Readonly<Record<string, Make>>;
  readonly seeds?: readonly number[];
}

const EVERYWHERE = 3;
const everywhere = (index: number) => index < EVERYWHERE || process.env['PYBENCH_RED_TEAM'] === 'all';
const numbered = (artefacts: Readonly<Record<string, Make>>) =>
  Object.entries(artefacts).map(([name, make], index) => [name, make, index] as const);

/** Declares the tests of one task: a test per artefact, over all instances. */
export function redTeam(taskId: string, { wrong, right, seeds = SEEDS }: Artefacts): void {
  describe(`red team: ${taskId}`, () => {
    let host: InterpreterHost;
    let targets: Promise<Target[]>;
    beforeAll(async () => {
      host = await testHost();
      targets = makeTargets(taskId as TaskId, seeds, host);
    });
    afterAll(() => host.close());

    const verdicts = async (make: Make, index = 0) => {
      const chosen = (await targets).filter((_, at, all) => everywhere(index) || at === index % all.length);
      const found = chosen.map(async (target) => {
        const verdict = await gradeWithoutTrial(target.instance, await make(target), servicesOn(host).verifier);
        const reason = 'reason' in verdict ? verdict.reason : '';
        return { target: `${target.instance.id.seed}.${target.lang}`, verdict: verdict.kind, reason };
      });
      return await Promise.all(found);
    };

    test('the reference passes', async () => {
      expect((await verdicts(({ reference }) => reference)).filter(({ verdict }) => verdict !== 'passed')).toEqual([]);
    });
    test.each(numbered(wrong))('fails: %s', async (_, make, index) => {
      expect((await verdicts(make, index)).filter(({ verdict }) => verdict !== 'failed')).toEqual([]);
    });
    test.each(numbered(right))('passes: %s', async (_, make, index) => {
      expect((await verdicts(make, index)).filter(({ verdict }) => verdict !== 'passed')).toEqual([]);
    });
  });
}

async function makeTargets(taskId: TaskId, seeds: readonly number[], host: InterpreterHost): Promise<Target[]> {
  const task = await loadTask(taskId);
  const program = readFileSync(join(task.folder, 'reference.py'), 'utf8');
  const stage = { services: servicesOn(host), signal: new AbortController().signal };
  const ids = seeds.flatMap((seed) => languages.map((lang) => ({ task: taskId, seed, lang })));
  const targets = ids.map(async (id): Promise<Target> => {
    const instance = await makeInstance(task, id, SALT);
    const python = async (source: string) => {
      const programs = new Map([...task.programs, ['reference', parseProgram('reference', source)] as const]);
      return usable(await playTrial({ ...task, programs }, instance, { kind: 'program', program: 'reference' }, stage));
    };
    const reference = usable(await playTrial(task, instance, { kind: 'program', program: 'reference' }, stage));
    return { instance, lang: id.lang, program, reference, python };
  });
  return await Promise.all(targets);
}

/** Throws if the program failed, because its verdict would not test the verifier. */
function usable(played: PlayedTrial): PlayedTrial {
  if (played.faults[0] !== undefined) throw new Error(`the program breaks: ${played.faults[0]}`);
  return played;
}

/** The reference's source with one piece replaced; the piece must be there. */
export function replaced(program: string, old: string | RegExp, by: string): string {
  const changed = program.replace(old, () => by);
  if (changed === program) throw new Error(`the reference has no ${String(old)}`);
  return changed;
}

/** The same work with another file. */
export function withBytes(work: WorkToGrade, path: string, content: string | Uint8Array): WorkToGrade {
  const files = new Map(work.files);
  files.set(path, typeof content === 'string' ? Buffer.from(content, 'utf8') : content);
  return { ...work, files };
}
