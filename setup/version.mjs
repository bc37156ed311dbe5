// The version of this package.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from './root.mjs';

const { version: found } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));

/** @type {string} */
export const version = found;
