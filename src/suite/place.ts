// Finds the file and line of a task where an error occurred: authors need a line, not a stack trace.
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { reasonOf } from '../core/index.ts';

/** The reason, after the file and line of the first stack frame in the task's folder. */
export function reasonAndPlace(error: unknown, folder: string): string {
  const place = placeIn(error, folder);
  return place ? `${place}: ${reasonOf(error)}` : reasonOf(error);
}

function placeIn(error: unknown, folder: string): string | undefined {
  const stack = (error instanceof Error && error.stack) || '';
  for (const [, frame = '', line = ''] of stack.matchAll(/((?:file:\/\/)?\/[^\s():]+):(\d+)/g)) {
    const file = frame.startsWith('file:') ? fileURLToPath(frame) : frame;
    if (file.startsWith(folder + sep)) return `${file.slice(folder.length + 1)}:${line}`;
  }
  return undefined;
}
