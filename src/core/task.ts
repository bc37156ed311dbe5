// A task is a family of exams: (task, seed, salt) gives files, a query and the hidden truth.
import type { AnswerSchema, Outputs } from './answer.ts';
import type { CheckBase } from './check.ts';
import { digestBytes, digestJson, type Digest } from './digest.ts';
import type { Draw } from './draw/index.ts';
import type { InstanceId, Language, TaskId, Twin } from './ids.ts';
import type { Json } from './json.ts';

export const levels = ['easy', 'medium', 'hard'] as const;
export type Level = (typeof levels)[number];

/** What a generator returns. Paths of `files` are relative to ./data. */
export interface InstanceContent<Truth extends Json = Json> {
  readonly files: Readonly<Record<string, Uint8Array | string>>;
  /** The request in the language asked for, without the answer's schema and the output paths: the kit adds them. */
  readonly query: string;
  readonly answer?: AnswerSchema;
  readonly outputs?: Outputs;
  readonly truth: Truth;
}

export interface GenerateOptions {
  readonly lang: Language;
  readonly twin?: Twin;
}

export interface TaskDefinition<Truth extends Json = Json, Check extends CheckBase = CheckBase> {
  readonly level: Level;
  readonly skills: readonly string[];
  /** File extensions that the task hands out and asks for. */
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  /** The two languages differ in the query alone. */
  readonly sameData?: boolean;
  readonly twins?: readonly Twin[];
  /** Left out: both. */
  readonly languages?: readonly Language[];
  /** One exam, whatever the seed and the salt: a task that is made of files. */
  readonly fixed?: boolean;
  /** What the query puts in quotes though it asks for none of it: examples of formats, words of the trade. */
  readonly mentions?: readonly string[];
  readonly generate: (draw: Draw, options: GenerateOptions) => InstanceContent<Truth> | Promise<InstanceContent<Truth>>;
  readonly checks: (truth: Truth) => readonly Check[];
}

export interface InputFile {
  /** Relative to the workspace: `data/sales.csv`. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** A task at a seed, in a language: concrete files, the whole query, the truth. */
export interface Instance<Check extends CheckBase = CheckBase> {
  readonly id: InstanceId;
  readonly task: TaskId;
  readonly files: readonly InputFile[];
  readonly query: string;
  readonly answer: AnswerSchema | undefined;
  readonly outputs: Outputs;
  readonly truth: Json;
  readonly checks: readonly Check[];
  /** Files, query and truth: what makes this exam this exam. */
  readonly digest: Digest;
}

export function instanceDigest(exam: Omit<Instance, 'digest' | 'id' | 'task' | 'checks'>): Digest {
  const files = Object.fromEntries(exam.files.map(({ path, bytes }) => [path, digestBytes(bytes)]));
  return digestJson({ files, query: exam.query, answer: exam.answer, outputs: exam.outputs, truth: exam.truth });
}
