// Locations on this machine: the package's folder and the user's cache.
// Everything in setup/ uses Node's own modules only: it runs before any package is installed.
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The package's folder, whether this file runs from the sources or from dist/. */
export const packageRoot = findRoot(dirname(fileURLToPath(import.meta.url)));

/** The folder that all clones share, for images and virtual environments. */
export function cacheRoot() {
  return join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'pybench');
}

/**
 * @param {string} folder
 * @returns {string}
 */
function findRoot(folder) {
  if (existsSync(join(folder, 'images', 'interpreter.list'))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error('the pybench package is incomplete: images/interpreter.list is missing');
  return findRoot(parent);
}
