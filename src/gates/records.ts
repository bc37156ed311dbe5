// gates.json beside each task: the gates that passed, with the digests of everything that can change their results. Only the gates of stale tasks run again.
import { accessSync, constants, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { makeFolder } from '../../setup/folder.mjs';
import { languages, languageSchema, Problem, reasonOf, type Language, type TaskId } from '../core/index.ts';
import { tasksFolder, type TaskWithPrograms } from '../suite/index.ts';
import { gateNames, type GateTallies } from './gates.ts';
import type { Staleness } from './staleness.ts';
import { digestGroups, taskDigests, type Surroundings } from './task-digests.ts';

const tallySchema = z.object({ passed: z.int(), total: z.int() });
const recordSchema = z.object({
  v: z.literal(1),
  /** Null: the gates ran without this image. Records of earlier versions lack `tools`. */
  digests: z.partialRecord(z.enum(digestGroups), z.string().nullable()),
  /** Seeds 1 to this one. */
  seeds: z.int().positive(),
  languages: z.array(languageSchema),
  gates: z.record(z.string(), tallySchema),
});
type GateRecord = z.infer<typeof recordSchema>;

export interface Scope {
  readonly seeds: number;
  readonly languages: readonly Language[];
}

export class GateRecords {
  readonly #surroundings: Surroundings;
  readonly #folder: string;

  /** `folder`: records are files `<folder>/<category>/<slug>/gates.json`. */
  constructor(surroundings: Surroundings, folder: string = tasksFolder) {
    this.#surroundings = surroundings;
    this.#folder = folder;
    requireWritable(folder);
  }

  /** Undefined if the record is valid for the present task and for at least this scope. */
  staleness(task: TaskWithPrograms, scope: Scope): Staleness | undefined {
    const record = this.#read(task.id);
    if (!record) return { kind: 'unrecorded' };
    const today = taskDigests(task, this.#surroundings);
    const groups = digestGroups.filter((group) => (record.digests[group] ?? null) !== today[group]);
    if (groups.length > 0) return { kind: 'changed', groups };
    const covers =
      gateNames.every((gate) => gate in record.gates) &&
      record.seeds >= scope.seeds &&
      scope.languages.every((lang) => record.languages.includes(lang));
    return covers ? undefined : { kind: 'narrower' };
  }

  recall(task: TaskWithPrograms, scope: Scope): (GateTallies & { readonly seeds: number }) | undefined {
    const record = this.#read(task.id);
    if (!record || this.staleness(task, scope)) return undefined;
    return { ...(record.gates as GateTallies), seeds: record.seeds };
  }

  /** Writes the record of a task that passed its gates; removes the record of a task that failed. */
  record(task: TaskWithPrograms, scope: Scope, gates: GateTallies, ok: boolean): void {
    if (!ok) return rmSync(this.#file(task.id), { force: true });
    if (!this.staleness(task, scope)) return;
    const record: GateRecord = {
      v: 1,
      digests: taskDigests(task, this.#surroundings),
      seeds: scope.seeds,
      languages: languages.filter((lang) => scope.languages.includes(lang)),
      gates: Object.fromEntries(gateNames.map((gate) => [gate, gates[gate]])),
    };
    writeRecord(this.#file(task.id), record);
  }

  #file(id: TaskId): string {
    return join(this.#folder, id, 'gates.json');
  }

  #read(id: TaskId): GateRecord | undefined {
    const file = this.#file(id);
    if (!existsSync(file)) return undefined;
    try {
      return recordSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    } catch (error) {
      throw new Problem(`${file} cannot be read; delete it, and the gates of the task run again: ${reasonOf(error)}`, {
        cause: error,
      });
    }
  }
}

/** One line for each digest and each gate, so that a difference of two versions shows what changed. */
function writeRecord(file: string, { digests, gates, languages: both, ...rest }: GateRecord): void {
  const text = `{
  "v": ${rest.v},
  "seeds": ${rest.seeds},
  "languages": ${JSON.stringify(both)},
  "digests": ${lines(digests)},
  "gates": ${lines(gates)}
}
`;
  const part = `${file}.${process.pid}.part`;
  try {
    makeFolder(dirname(file));
    writeFileSync(part, text);
    renameSync(part, file);
  } catch (error) {
    rmSync(part, { force: true });
    throw new Problem(`cannot write ${file}: ${reasonOf(error)}`, { cause: error });
  }
}

function lines(values: object): string {
  const entries = Object.entries(values).map(
    ([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)}`,
  );
  return `{\n${entries.join(',\n')}\n  }`;
}

/** Checked before the gates run, which takes minutes. */
function requireWritable(folder: string): void {
  try {
    makeFolder(folder);
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new Problem(`cannot write below ${folder}: ${reasonOf(error)}; --records names another folder`, {
      cause: error,
    });
  }
}
