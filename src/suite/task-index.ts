// The index of the suite `core`, which the build writes beside the compiled code: commands that list, select or plan tasks
// import no module of a task.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { Problem, type TaskId } from '../core/index.ts';
import { indexedTaskSchema, type IndexedTask } from './task-info.ts';

const indexSchema = z.object({ v: z.literal(1), tasks: z.array(indexedTaskSchema) });

const compiled = import.meta.url.endsWith('.js');
/** `dist/tasks.json`, from `dist/src/suite`. */
const indexFile = fileURLToPath(new URL('../../tasks.json', import.meta.url));

let known: ReadonlyMap<TaskId, IndexedTask> | undefined;

/** Undefined if there is no index: code that runs from the sources reads the tasks themselves. */
export function taskIndex(): ReadonlyMap<TaskId, IndexedTask> | undefined {
  if (compiled && !known && existsSync(indexFile)) known = readIndex();
  return known;
}

function readIndex(): ReadonlyMap<TaskId, IndexedTask> {
  try {
    return parseIndex(readFileSync(indexFile, 'utf8'));
  } catch (error) {
    throw new Problem(`the index of tasks, ${indexFile}, is damaged: delete it, then run "npm run build"`, {
      cause: error,
    });
  }
}

export function parseIndex(text: string): ReadonlyMap<TaskId, IndexedTask> {
  const { tasks } = indexSchema.parse(JSON.parse(text));
  return new Map(tasks.map((task) => [task.id, task]));
}

export function printIndex(tasks: readonly IndexedTask[]): string {
  return `${JSON.stringify({ v: 1, tasks }, null, 1)}\n`;
}
