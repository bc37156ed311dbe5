// The metadata of a task that is known without importing its module.
import { z } from 'zod';
import {
  categoryOf,
  languageSchema,
  levels,
  taskIdSchema,
  twins,
  type Category,
  type Digest,
  type Language,
  type Level,
  type TaskId,
  type Twin,
} from '../core/index.ts';
import type { Program } from './program.ts';

/** One task in the index that the build writes. The keys are those of `defineTask`, with defaults filled in. */
export const indexedTaskSchema = z.object({
  id: taskIdSchema,
  category: z.string(),
  /** The name of the task file: `task.ts`. */
  file: z.string(),
  level: z.enum(levels),
  skills: z.array(z.string()),
  languages: z.array(languageSchema).min(1),
  inputs: z.array(z.string()),
  outputs: z.array(z.string()),
  twins: z.array(z.enum(twins)).optional(),
  sameData: z.boolean().optional(),
  fixed: z.boolean().optional(),
  mentions: z.array(z.string()).optional(),
  programs: z.array(z.object({ name: z.string(), title: z.string() })),
  sourceDigest: z.string(),
});
export type IndexedTask = z.infer<typeof indexedTaskSchema>;

export interface TaskInfo {
  readonly id: TaskId;
  readonly category: Category;
  readonly folder: string;
  /** The name of the task file: `task.ts`, `task.yaml`. */
  readonly file: string;
  /** Whether it is a task of the suite `core`, which the build has compiled. */
  readonly ours: boolean;
  readonly level: Level;
  readonly skills: readonly string[];
  readonly languages: readonly Language[];
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly twins?: readonly Twin[] | undefined;
  readonly sameData?: boolean | undefined;
  readonly fixed?: boolean | undefined;
  readonly mentions?: readonly string[] | undefined;
  /** The digest of the files in the task's folder: generator, checks and programs. */
  readonly sourceDigest: Digest;
}

/** The task's programs for scripted agents, by name (`reference`, `wrong-first`). */
export interface TaskWithPrograms extends TaskInfo {
  readonly programs: ReadonlyMap<string, Program>;
}

export function infoOf({ programs: _names, ...task }: IndexedTask, folder: string): TaskInfo {
  return { ...task, category: categoryOf(task.id), folder, ours: true };
}

export function indexedTask({ folder: _folder, ours: _ours, programs, ...task }: TaskWithPrograms): IndexedTask {
  const titles = [...programs.values()].map(({ name, title }) => ({ name, title }));
  return indexedTaskSchema.parse({ ...task, programs: titles });
}
