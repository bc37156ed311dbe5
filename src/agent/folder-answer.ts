// The final response that somebody left in a folder: the answer's JSON in a file of its own, or a written reply.
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { asAnswerBlock } from '../dialects/index.ts';

const MAX_ANSWER = 2 ** 20;

/** As a final response; undefined when there is neither answer.json nor answer.md. */
export function folderAnswer(folder: string): string | undefined {
  const json = readShort(join(folder, 'answer.json'));
  return json === undefined ? readShort(join(folder, 'answer.md')) : asAnswerBlock(json);
}

/** The text of a regular file, cut where it is longer than an answer can be. Links, pipes and folders are no answer. */
function readShort(place: string): string | undefined {
  let file: number;
  try {
    file = openSync(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) return undefined;
    const buffer = Buffer.alloc(Math.min(stats.size, MAX_ANSWER));
    return buffer.toString('utf8', 0, readSync(file, buffer, 0, buffer.length, 0));
  } finally {
    closeSync(file);
  }
}
