// gates.json: what passed, under the digests of all that could change it. Only what is stale has to run again.
import { accessSync, constants, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { packageRoot } from '../../setup/root.mjs';
import {
  languages,
  languageSchema,
  Problem,
  reasonOf,
  taskIdSchema,
  type Language,
  type TaskId,
} from '../core/index.ts';
import type { InterpreterHost } from '../interpreter/index.ts';
import { digestOfCode } from '../run/index.ts';
import type { LoadedTask } from '../suite/index.ts';
import { gateNames, type GateTallies } from './gates.ts';

/** The code that makes exams, judges them and runs these gates. Commands, reports and models change nothing of that. */
const KIT = [
  'core',
  'formats',
  'interpreter',
  'render',
  'verify',
  'kit',
  'suite',
  'agent/no-work',
  'agent/hostile',
  'gates',
];

const tallySchema = z.object({ passed: z.int(), total: z.int() });
const entrySchema = z.object({
  /** The task's folder. */
  task: z.string(),
  kit: z.string(),
  /** The interpreter image's manifest; null where the machine's own Python was used. */
  image: z.string().nullable(),
  /** Seeds 1 to this one. */
  seeds: z.int().positive(),
  languages: z.array(languageSchema),
  gates: z.record(z.string(), tallySchema),
});
type Entry = z.infer<typeof entrySchema>;

/** What results depend on, besides the task. */
export interface Ground {
  readonly kit: string;
  readonly image: string | null;
}

export async function gateGround(host: InterpreterHost): Promise<Ground> {
  const kit = await digestOfCode([...KIT.map((part) => join('dist', 'src', part)), 'python']);
  return { kit, image: host.stack.image?.manifest ?? null };
}

export interface Scope {
  readonly seeds: number;
  readonly languages: readonly Language[];
}

/** Where it is kept, unless told otherwise: in the repository, beside the tasks. */
export const gatesFile = join(packageRoot, 'gates.json');

export class GatesMemory {
  readonly #file: string;
  readonly #ground: Ground;
  readonly #entries: Map<TaskId, Entry>;

  constructor(ground: Ground, file: string) {
    this.#file = file;
    this.#ground = ground;
    requireWritable(file);
    this.#entries = new Map(Object.entries(readEntries(file)) as [TaskId, Entry][]);
  }

  /** What is known of this task as it is now, over at least these exams. */
  recall(task: LoadedTask, scope: Scope): (GateTallies & { readonly seeds: number }) | undefined {
    const entry = this.#entries.get(task.id);
    if (!entry || entry.task !== task.sourceDigest) return undefined;
    // An entry of other gates was recorded by another version.
    if (!gateNames.every((gate) => gate in entry.gates)) return undefined;
    if (entry.kit !== this.#ground.kit || entry.image !== this.#ground.image) return undefined;
    if (entry.seeds < scope.seeds || !scope.languages.every((lang) => entry.languages.includes(lang))) return undefined;
    return { ...(entry.gates as GateTallies), seeds: entry.seeds };
  }

  /** Remembers a task that met its gates; forgets one that did not. */
  record(task: LoadedTask, scope: Scope, gates: GateTallies, ok: boolean): void {
    const known = this.#entries.has(task.id);
    if (ok ? this.recall(task, scope) : !known) return;
    if (ok) {
      this.#entries.set(task.id, {
        task: task.sourceDigest,
        ...this.#ground,
        seeds: scope.seeds,
        languages: languages.filter((lang) => scope.languages.includes(lang)),
        gates: Object.fromEntries(gateNames.map((gate) => [gate, gates[gate]])),
      });
    } else this.#entries.delete(task.id);
    this.#write();
  }

  /** One line for each task, sorted, so that two branches seldom touch the same line. */
  #write(): void {
    const lines = [...this.#entries]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([id, entry]) => ` ${JSON.stringify(id)}: ${JSON.stringify(entry)}`);
    const part = `${this.#file}.${process.pid}.part`;
    try {
      writeFileSync(part, `{\n${lines.join(',\n')}\n}\n`);
      renameSync(part, this.#file);
    } catch (error) {
      rmSync(part, { force: true });
      throw new Problem(`cannot write ${this.#file}: ${reasonOf(error)}`, { cause: error });
    }
  }
}

/** Found out before the work, not after it. */
function requireWritable(file: string): void {
  try {
    accessSync(dirname(file), constants.W_OK);
  } catch (error) {
    throw new Problem(`cannot write ${file}: ${reasonOf(error)}; --memory names another place`, { cause: error });
  }
}

function readEntries(file: string): Record<string, Entry> {
  if (!existsSync(file)) return {};
  try {
    return z.record(taskIdSchema, entrySchema).parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new Problem(`${file} is damaged; delete it, and everything is checked again: ${reasonOf(error)}`, {
      cause: error,
    });
  }
}
