// A task on disk: found by its folder, imported when it is needed.
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { categoryOf, digestFiles, isTaskId, languages, usageProblem, type Digest, type TaskId } from '../core/index.ts';
import type { Task } from '../kit/index.ts';
import { taskFolder, taskIds, tasksFolder, type TaskFolder } from './folders.ts';
import { taskIndex } from './task-index.ts';
import { readPrograms } from './programs.ts';
import { infoOf, type TaskInfo, type TaskWithPrograms } from './task-info.ts';
import { importTask } from './typescript.ts';

export interface LoadedTask extends TaskWithPrograms {
  readonly definition: Task;
}

/** Imports the task's module, or reads its task.yaml. */
export async function loadTask(id: string, suite = 'core'): Promise<LoadedTask> {
  return await load(findTask(id, suite));
}

/** From the index if it exists, so that the task is not imported. */
export async function taskInfo(id: string, suite = 'core'): Promise<TaskInfo> {
  const indexed = suite === 'core' && isTaskId(id) ? taskIndex()?.get(id) : undefined;
  return indexed ? infoOf(indexed, join(tasksFolder, indexed.id)) : await loadTask(id, suite);
}

/** The task with its generator and its checks. */
export async function loadDefinition(task: TaskInfo): Promise<LoadedTask> {
  return 'definition' in task ? (task as LoadedTask) : await load(task);
}

/** The task with its programs; the module is not imported. */
export async function withPrograms(task: TaskInfo): Promise<TaskWithPrograms> {
  return 'programs' in task ? (task as TaskWithPrograms) : { ...task, programs: await readPrograms(task.folder) };
}

async function load(found: TaskFolder): Promise<LoadedTask> {
  const definition = found.file === 'task.yaml' ? await readYaml(found.folder) : await importTask(found);
  const { generate: _generate, checks: _checks, ...about } = definition;
  const { id, folder, file, ours } = found;
  return {
    ...about,
    id,
    folder,
    file,
    ours,
    category: categoryOf(id),
    languages: definition.languages ?? languages,
    definition,
    programs: await readPrograms(folder),
    sourceDigest: await sourceDigest(folder),
  };
}

async function readYaml(folder: string): Promise<Task> {
  const { readYamlTask } = await import('./yaml/task.ts');
  return readYamlTask(folder);
}

/** The digest of code and programs, at any depth. The digests of the instances cover the data beside them. */
export async function sourceDigest(folder: string): Promise<Digest> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(m?[jt]s|py|yaml)$/.test(path) && !/(^|\/)(\.|node_modules\/|__pycache__\/)/.test(path))
    .toSorted();
  return digestFiles(
    await Promise.all(paths.map(async (path) => ({ path, bytes: await readFile(join(folder, path)) }))),
  );
}

function findTask(id: string, suite: string): TaskFolder {
  const found = isTaskId(id) ? taskFolder(suite, id) : undefined;
  if (!found) throw usageProblem(unknownTask(id, suite));
  return found;
}

function unknownTask(id: string, suite: string): string {
  const near: TaskId[] = taskIds(suite).filter((each) => each.split('/')[1] === id || each.includes(id));
  const list = suite === 'core' ? 'pybench task list' : `pybench task list -d ${suite}`;
  const hint = near.length > 0 ? `did you mean ${near.slice(0, 3).join(', ')}?` : `see "${list}"`;
  return `there is no task "${id}"; ${hint}`;
}
