// Finds the tasks of a suite: every folder `<category>/<slug>` that holds a task file.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { packageRoot } from '../../setup/root.mjs';
import { categories, isTaskId, Problem, reasonOf, usageProblem, type TaskId } from '../core/index.ts';
import { taskIndex } from './task-index.ts';

export interface TaskFolder {
  readonly id: TaskId;
  readonly folder: string;
  /** The task file's name: `task.ts`, `task.yaml`. */
  readonly file: string;
  /** Whether it is a task of the suite `core`, which the build has compiled. */
  readonly ours: boolean;
}

const taskFiles = ['task.ts', 'task.mts', 'task.js', 'task.mjs', 'task.yaml'];
/** The maximum number of folders between the path and a task. It bounds the search. */
const MAX_DEPTH = 5;
const MAX_FOLDERS = 20_000;

type Found = Omit<TaskFolder, 'ours'>;

/** The folder of the suite `core`. */
export const tasksFolder = join(packageRoot, 'tasks');

/** The ids of all tasks of a suite, by category and name. */
export function taskIds(suite = 'core'): TaskId[] {
  return [...taskFolders(suite).keys()];
}

/** One task of a suite. `<suite>/<id>` is tried first; only then are all folders searched. */
export function taskFolder(suite: string, id: TaskId): TaskFolder | undefined {
  const ours = suite === 'core';
  const place = resolve(ours ? tasksFolder : pathOf(suite), id);
  const found = existsSync(place) ? taskAt(place, readdirSync(place)) : undefined;
  return found ? { ...found, ours } : taskFolders(suite).get(id);
}

/** The tasks of `core`, from the index if it exists, or those in the folder that `dir:PATH` names. */
function taskFolders(suite: string): ReadonlyMap<TaskId, TaskFolder> {
  if (suite === 'core') return indexedFolders() ?? walkTasks();
  const path = pathOf(suite);
  const found = inOrder(searchOwn(path));
  if (found.size === 0) {
    throw usageProblem(
      `there is no task below ${path}: a task is a folder such as chart/my-task that holds ${taskFiles.join(', ')}`,
    );
  }
  return found;
}

/** The tasks of `core` found on disk, without the index. */
export function walkTasks(): ReadonlyMap<TaskId, TaskFolder> {
  return inOrder(search(tasksFolder).map((found) => ({ ...found, ours: true })));
}

function indexedFolders(): ReadonlyMap<TaskId, TaskFolder> | undefined {
  const found = taskIndex();
  if (!found) return undefined;
  return new Map([...found].map(([id, { file }]) => [id, { id, file, folder: join(tasksFolder, id), ours: true }]));
}

function pathOf(suite: string): string {
  const path = /^dir:(.+)$/s.exec(suite)?.[1];
  if (path === undefined) throw usageProblem(`there is no suite "${suite}"; there are "core" and "dir:PATH"`);
  return path;
}

function searchOwn(path: string): TaskFolder[] {
  if (!existsSync(path)) throw usageProblem(`-d dir:${path}: there is no such folder`);
  if (!statSync(path).isDirectory()) throw usageProblem(`-d dir:${path}: it is not a folder`);
  try {
    return search(resolve(path)).map((found) => ({ ...found, ours: false }));
  } catch (error) {
    throw new Problem(`-d dir:${path}: ${reasonOf(error)}`, { cause: error });
  }
}

/** The folder itself when it is a task, otherwise all tasks below it. Hidden folders and node_modules are left out. */
function search(top: string): Found[] {
  let visited = 0;
  const visit = (folder: string, depth: number): Found[] => {
    visited += 1;
    if (visited > MAX_FOLDERS) throw new Problem(`there are more than ${MAX_FOLDERS} folders below it`);
    const entries = readdirSync(folder, { withFileTypes: true });
    const task = taskAt(
      folder,
      entries.map(({ name }) => name),
    );
    if (task) return [task];
    if (depth === MAX_DEPTH) return [];
    return entries
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules')
      .flatMap((entry) => visit(join(folder, entry.name), depth + 1));
  };
  return visit(top, 0);
}

function taskAt(folder: string, names: readonly string[]): Found | undefined {
  const files = taskFiles.filter((name) => names.includes(name));
  const [file] = files;
  if (file === undefined) return undefined;
  if (files.length > 1) throw new Problem(`${folder} holds ${files.join(' and ')}; a task is written in one of them`);
  return { id: idOf(folder, file), folder, file };
}

function idOf(folder: string, file: string): TaskId {
  const id = `${basename(dirname(folder))}/${basename(folder)}`;
  if (isTaskId(id)) return id;
  throw new Problem(
    `${join(folder, file)} must lie in a folder <category>/<name>, not ${id}: categories are ${categories.join(', ')}, names are lower-case words joined by hyphens`,
  );
}

function inOrder(found: readonly TaskFolder[]): ReadonlyMap<TaskId, TaskFolder> {
  const byId = new Map<TaskId, TaskFolder>();
  for (const category of categories) {
    const ofCategory = found.filter(({ id }) => id.startsWith(`${category}/`));
    for (const task of ofCategory.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      const other = byId.get(task.id);
      if (other) throw new Problem(`${other.folder} and ${task.folder} are both ${task.id}`);
      byId.set(task.id, task);
    }
  }
  return byId;
}
