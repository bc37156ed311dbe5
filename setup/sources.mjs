// Whether dist/ was built from the sources as they are now. Every command checks this, so no contents are read.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from './root.mjs';

const FOLDERS = ['src', 'tasks', 'setup', 'bench', 'fuzz'];
const FILES = ['package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];
const TASKS = join(packageRoot, 'tasks');

const stampFiles = { code: join(packageRoot, 'dist', '.stamp'), tasks: join(packageRoot, 'dist', '.tasks-stamp') };

/** Whether the compiled code and the index of tasks are those of the sources. */
export function isBuilt() {
  try {
    const digests = sourceDigests();
    return isStamped('code', digests.code) && isStamped('tasks', digests.tasks);
  } catch {
    return false; // A source was removed during the check: the build says what is missing.
  }
}

/** Whether this step of the build was done for these sources. @param {'code' | 'tasks'} step @param {string} digest */
export function isStamped(step, digest) {
  try {
    return readFileSync(stampFiles[step], 'utf8') === digest;
  } catch {
    return false;
  }
}

/** The digests of names, sizes and times: of what is compiled, and of that together with all files of tasks. */
export function sourceDigests() {
  let code = `${process.version}\n`;
  let tasks = '';
  /** @param {string} path */
  const addFile = (path) => {
    const compiled = /\.(ts|mjs|json)$/.test(path);
    if (!compiled && !(path.startsWith(TASKS) && /\.(js|py|yaml)$/.test(path))) return;
    const { size, mtimeMs } = statSync(path);
    if (compiled) code += `${path} ${size} ${mtimeMs}\n`;
    else tasks += `${path} ${size} ${mtimeMs}\n`;
  };
  /** @param {string} folder */
  const addFolder = (folder) => {
    const entries = readdirSync(folder, { withFileTypes: true });
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) addFolder(path);
      else addFile(path);
    }
  };
  for (const folder of FOLDERS) addFolder(join(packageRoot, folder));
  for (const file of FILES) addFile(join(packageRoot, file));
  return { code: digestOf(code), tasks: digestOf(code + tasks) };
}

/** @param {string} text */
function digestOf(text) {
  return createHash('sha256').update(text).digest('hex');
}
