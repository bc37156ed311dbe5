// A task generates instances: (task, seed, salt) gives files, a query and the hidden truth.
import type { AnswerSchema, Outputs } from './answer.ts';
import type { CheckBase } from './check.ts';
import { digestBytes, digestJson, type Digest } from './digest.ts';
import type { Draw } from './draw/index.ts';
import type { InstanceId, Language, TaskId, Twin } from './ids.ts';
import type { Json } from './json.ts';

export const levels = ['easy', 'medium', 'hard'] as const;
export type Level = (typeof levels)[number];

/** What a generator returns. Paths in `files` are relative to ./data. */
export interface InstanceContent<Truth extends Json = Json> {
  readonly files: Readonly<Record<string, Uint8Array | string>>;
  /** The query text in the requested language. The kit adds the answer's schema and the output paths. */
  readonly query: string;
  readonly answer?: AnswerSchema;
  readonly outputs?: Outputs;
  readonly truth: Truth;
}

interface GenerateOptions {
  readonly lang: Language;
  readonly twin?: Twin;
}

export interface TaskDefinition<Truth extends Json = Json, Check extends CheckBase = CheckBase> {
  readonly level: Level;
  readonly skills: readonly string[];
  /** File extensions of the input files and the requested output files. */
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  /** Only the query differs between the two languages. */
  readonly sameData?: boolean;
  readonly twins?: readonly Twin[];
  /** Default: both. */
  readonly languages?: readonly Language[];
  /** The task has one instance, the same for every seed and salt, because it is made of fixed files. */
  readonly fixed?: boolean;
  /** Words that the query quotes without requiring them: examples of formats, technical terms. */
  readonly mentions?: readonly string[];
  readonly generate: (draw: Draw, options: GenerateOptions) => InstanceContent<Truth> | Promise<InstanceContent<Truth>>;
  readonly checks: (truth: Truth) => readonly Check[];
}

export interface InputFile {
  /** Relative to the workspace: `data/sales.csv`. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** A task at a seed, in a language: the files, the complete query, the truth. */
export interface Instance<Check extends CheckBase = CheckBase> {
  readonly id: InstanceId;
  readonly task: TaskId;
  readonly files: readonly InputFile[];
  readonly query: string;
  readonly answer: AnswerSchema | undefined;
  readonly outputs: Outputs;
  readonly truth: Json;
  readonly checks: readonly Check[];
  /** The digest of files, query, answer schema, outputs and truth, which identifies the instance. */
  readonly digest: Digest;
}

export function instanceDigest(instance: Omit<Instance, 'digest' | 'id' | 'task' | 'checks'>): Digest {
  const files = Object.fromEntries(instance.files.map(({ path, bytes }) => [path, digestBytes(bytes)]));
  return digestJson({
    files,
    query: instance.query,
    answer: instance.answer,
    outputs: instance.outputs,
    truth: instance.truth,
  });
}
