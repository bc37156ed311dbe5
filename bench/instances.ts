// The instances that both sides of the suite benchmark play, with the cells of the reference; they are made before the
// measurement starts. A measurement is valid only if both sides leave the same outputs and answers.
import { isDeepStrictEqual } from 'node:util';
import { printInstanceId, Problem, type InputFile, type TaskId } from '../src/core/index.ts';
import { loadTask, makeInstance, type Program } from '../src/suite/index.ts';

export interface SuiteChoice {
  readonly suite: string;
  readonly tasks: readonly TaskId[];
  readonly seeds: readonly number[];
}

export interface BenchInstance {
  readonly name: string;
  readonly files: readonly InputFile[];
  readonly program: Program;
  /** Paths of the files that the query asks for. */
  readonly asked: readonly string[];
}

/** The results of one side for an instance: the sorted paths under ./output, and the output of the answer cell. */
export interface Left {
  readonly outputs: readonly string[];
  readonly answer: string;
}

export async function benchInstances({ suite, tasks, seeds }: SuiteChoice): Promise<BenchInstance[]> {
  const instances: BenchInstance[] = [];
  for (const id of tasks) {
    const task = await loadTask(id, suite);
    const program = task.programs.get('reference');
    if (!program) throw new Problem(`${id} has no reference.py: leave it out with -i`);
    for (const seed of task.fixed ? seeds.slice(0, 1) : seeds) {
      const { files, outputs, ...instance } = await makeInstance(task, { task: id, seed, lang: 'en' }, '');
      instances.push({ name: printInstanceId(instance.id), files, program, asked: Object.keys(outputs) });
    }
  }
  return instances;
}

/** Throws unless both sides played every instance with the same results. */
export function requireSameWork(
  instances: readonly BenchInstance[],
  ours: ReadonlyMap<string, Left>,
  theirs: ReadonlyMap<string, Left>,
): void {
  for (const { name, asked } of instances) {
    const [mine, other] = [ours.get(name), theirs.get(name)];
    if (!mine || !other) throw new Problem(`not a measurement: ${mine ? 'the peer' : 'ours'} did not play ${name}`);
    const missing = asked.find((path) => !mine.outputs.includes(path));
    if (missing !== undefined) throw new Problem(`not a measurement: ours did not write ${missing} of ${name}`);
    if (!isDeepStrictEqual(other.outputs, mine.outputs))
      throw new Problem(
        `not a measurement: of ${name} the peer left ${other.outputs.join(', ') || 'nothing'}, ours left ${mine.outputs.join(', ') || 'nothing'}`,
      );
    if (!isDeepStrictEqual(valueOf(other.answer), valueOf(mine.answer)))
      throw new Problem(`not a measurement: to ${name} the peer answers ${other.answer}, ours answers ${mine.answer}`);
  }
}

function valueOf(answer: string): unknown {
  return answer === '' ? null : (JSON.parse(answer) as unknown);
}
