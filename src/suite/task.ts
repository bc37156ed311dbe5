// A task as it lies on disk: found by its folder, loaded when it is needed.
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageRoot } from '../../setup/root.mjs';
import { categories, categoryOf, digestFiles, isTaskId, Problem, reasonOf, usageProblem } from '../core/index.ts';
import type { Category, Digest, TaskId } from '../core/index.ts';
import type { Task } from '../kit/index.ts';
import { parseProgram, type Program } from './program.ts';

export interface LoadedTask extends Omit<Task, 'generate' | 'checks'> {
  readonly id: TaskId;
  readonly category: Category;
  readonly definition: Task;
  readonly programs: ReadonlyMap<string, Program>;
  /** Everything in the task's folder: generator, verifier and programs. */
  readonly sourceDigest: Digest;
}

const tasksFolder = join(packageRoot, 'tasks');

/** The ids of all tasks: every `tasks/<category>/<slug>` that holds a `task.ts`. */
export function taskIds(): TaskId[] {
  return categories.flatMap((category) => {
    const folder = join(tasksFolder, category);
    if (!existsSync(folder)) return [];
    return readdirSync(folder)
      .toSorted()
      .map((slug) => `${category}/${slug}`)
      .filter((id): id is TaskId => isTaskId(id) && existsSync(join(tasksFolder, id, 'task.ts')));
  });
}

export async function loadTask(id: string): Promise<LoadedTask> {
  if (!isTaskId(id) || !existsSync(join(tasksFolder, id, 'task.ts'))) throw usageProblem(unknownTask(id));
  const { default: definition } = await importTask(id);
  const folder = join(tasksFolder, id);
  const files = await Promise.all(
    readdirSync(folder)
      .toSorted()
      .filter((name) => /\.(ts|py)$/.test(name))
      .map(async (path) => ({ path, bytes: await readFile(join(folder, path)) })),
  );
  const programs = files
    .filter(({ path }) => /^(reference|(also|wrong)-[\w-]+)\.py$/.test(path))
    .map(({ path, bytes }) => parseProgram(path.slice(0, -'.py'.length), bytes.toString('utf8')));
  const { generate: _generate, checks: _checks, ...about } = definition;
  return {
    ...about,
    id,
    category: categoryOf(id),
    definition,
    programs: new Map(programs.map((program) => [program.name, program])),
    sourceDigest: digestFiles(files),
  };
}

/** The compiled module when we run compiled, the source when a test runs the sources. */
async function importTask(id: TaskId): Promise<{ default: Task }> {
  const compiled = import.meta.url.endsWith('.js');
  const file = compiled ? join(packageRoot, 'dist', 'tasks', id, 'task.js') : join(tasksFolder, id, 'task.ts');
  try {
    const module = (await import(pathToFileURL(file).href)) as { default?: Task };
    if (typeof module.default?.generate !== 'function' || typeof module.default.checks !== 'function') {
      throw new Problem('it does not default-export defineTask({…})');
    }
    return { default: module.default };
  } catch (error) {
    throw new Problem(`tasks/${id}/task.ts cannot be loaded: ${reasonOf(error)}`, { cause: error });
  }
}

function unknownTask(id: string): string {
  const near = taskIds().filter((each) => each.split('/')[1] === id || each.includes(id));
  const hint = near.length > 0 ? `did you mean ${near.slice(0, 3).join(', ')}?` : 'see "pybench task list"';
  return `there is no task "${id}"; ${hint}`;
}
