// Reads a user's folder as ./data of an interpreter, and writes ./output to a user's folder.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { makeFolder } from '../../../setup/folder.mjs';
import { Problem, reasonOf, type InputFile, type Collected } from '../../core/index.ts';
import { KEPT_FIGURES } from '../../interpreter/index.ts';

const MAX_BYTES = 512 * 2 ** 20;
const MAX_FILES = 10_000;
const MAX_DEPTH = 16;

/** Every file under the folder; links are followed, since the folder is the user's own. */
export function readDataFolder(folder: string): InputFile[] {
  const files: InputFile[] = [];
  let room = MAX_BYTES;
  const visit = (place: string, depth: number): void => {
    const stats = statSync(place);
    if (stats.isDirectory()) {
      if (depth > MAX_DEPTH) throw new Problem(`${place} is nested more than ${MAX_DEPTH} folders deep`);
      for (const entry of readdirSync(place).toSorted()) visit(join(place, entry), depth + 1);
      return;
    }
    if (!stats.isFile()) throw new Problem(`${place} is not a regular file`);
    room -= stats.size;
    if (room < 0) throw new Problem(`it holds more than ${MAX_BYTES / 2 ** 20} MiB`);
    if (files.length >= MAX_FILES) throw new Problem(`it holds more than ${MAX_FILES} files`);
    files.push({ path: `data/${relative(folder, place)}`, bytes: readFileSync(place) });
  };
  try {
    if (!statSync(folder).isDirectory()) throw new Problem('it is not a folder');
    visit(folder, 0);
  } catch (error) {
    throw new Problem(`--data ${folder}: ${reasonOf(error)}`, { cause: error });
  }
  return files;
}

/** Checks before the program runs that its outputs can be written. */
export function prepareOutFolder(folder: string): void {
  try {
    makeFolder(folder);
    if (!statSync(folder).isDirectory()) throw new Problem('it is not a folder');
  } catch (error) {
    throw new Problem(`--out ${folder}: ${reasonOf(error)}`, { cause: error });
  }
}

/** Records of saved figures go with them, so that `task grade` knows where to look in a picture. */
export function writeOutFolder(folder: string, { files, figures }: Pick<Collected, 'files' | 'figures'>): void {
  try {
    for (const { path, bytes } of files) write(join(folder, relative('output', path)), bytes);
    for (const [digest, record] of figures) write(join(folder, KEPT_FIGURES, `${digest}.json`), record);
  } catch (error) {
    throw new Problem(`--out ${folder}: ${reasonOf(error)}`, { cause: error });
  }
}

function write(place: string, bytes: Uint8Array): void {
  makeFolder(dirname(place));
  writeFileSync(place, bytes);
}
