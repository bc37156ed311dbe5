// The final response in a folder: the JSON of the answer in one file, or a written reply in another.
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { asAnswerBlock } from './answer-block.ts';

const MAX_ANSWER = 2 ** 20;

/** The final response; undefined if there is neither answer.json nor answer.md. */
export function folderAnswer(folder: string): string | undefined {
  const json = readStart(join(folder, 'answer.json'));
  return json === undefined ? readStart(join(folder, 'answer.md')) : asAnswerBlock(json);
}

/** The text of a regular file, cut at the maximum length. Links, pipes and folders are ignored. */
function readStart(path: string): string | undefined {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
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
