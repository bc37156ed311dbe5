// An image's package list: what it holds, and the digest that names it.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from './root.mjs';
import { SetupProblem } from './problem.mjs';

/** Raised when the way an image is built changes what is in it. */
const RECIPE = 1;

/** @typedef {'interpreter' | 'tools'} ImageName */
/** @type {readonly ImageName[]} */
export const imageNames = ['interpreter', 'tools'];

/** @typedef {{ name: ImageName, suite: string, packages: string[], digest: string }} ImageList */

/**
 * @param {ImageName} name
 * @returns {ImageList}
 */
export function readImageList(name) {
  const lines = readFileSync(join(packageRoot, 'images', `${name}.list`), 'utf8')
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim())
    .filter(Boolean);
  const suite = lines.find((line) => line.startsWith('suite '))?.slice('suite '.length);
  if (!suite) throw new SetupProblem(`images/${name}.list does not name its suite`);
  const packages = lines.filter((line) => !line.startsWith('suite ')).toSorted();
  const content = JSON.stringify({ recipe: RECIPE, arch: process.arch, suite, packages });
  return { name, suite, packages, digest: createHash('sha256').update(content).digest('hex').slice(0, 16) };
}
