// The final response that somebody left in a folder: the answer's JSON in a file of its own, or a written reply.
import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '../core/index.ts';
import { asAnswerBlock } from './answer-block.ts';

const MAX_ANSWER = 2 ** 20;

/** As a final response; undefined when there is neither answer.json nor answer.md. */
export function folderAnswer(folder: string): string | undefined {
  const json = readShort(join(folder, 'answer.json'));
  return json === undefined ? readShort(join(folder, 'answer.md')) : asAnswerBlock(json);
}

function readShort(file: string): string | undefined {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (!stats?.isFile()) return undefined;
  if (stats.size > MAX_ANSWER) throw new Problem(`${file} is larger than an answer can be`);
  return readFileSync(file, 'utf8');
}
