// Makes a folder and its parents. Node's own recursive mkdir never returns where a parent cannot have children (/proc).
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** @param {string} folder */
export function makeFolder(folder) {
  try {
    mkdirSync(folder);
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === 'EEXIST') return;
    const parent = dirname(folder);
    if (code !== 'ENOENT' || parent === folder) throw error;
    makeFolder(parent);
    mkdirSync(folder);
  }
}
