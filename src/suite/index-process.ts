// Started by the build: writes the index of the suite `core` to the given path. An entry of the previous index, whose path is
// the second argument, is kept if the sources of its task are the same; every other task is imported.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Problem } from '../core/index.ts';
import { walkTasks } from './folders.ts';
import { loadTask, sourceDigest } from './task.ts';
import { parseIndex, printIndex } from './task-index.ts';
import { indexedTask, type IndexedTask } from './task-info.ts';

async function entries(before: ReadonlyMap<string, IndexedTask>): Promise<IndexedTask[]> {
  return await Promise.all(
    [...walkTasks().values()].map(async ({ id, folder }) => {
      const known = before.get(id);
      return known && known.sourceDigest === (await sourceDigest(folder)) ? known : indexedTask(await loadTask(id));
    }),
  );
}

/** Undefined if the index cannot be read: another version wrote it. */
function entriesBefore(file: string | undefined): ReadonlyMap<string, IndexedTask> {
  if (file === undefined || !existsSync(file)) return new Map();
  try {
    return parseIndex(readFileSync(file, 'utf8'));
  } catch {
    return new Map();
  }
}

const [target = '', before] = process.argv.slice(2);
try {
  writeFileSync(target, printIndex(await entries(entriesBefore(before))));
} catch (error) {
  // A task cannot be imported. Without an index, the commands that use this task report the error and its line.
  if (!(error instanceof Problem)) throw error;
}
