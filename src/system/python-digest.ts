// The digest of the Python side of an interpreter: all code below python/, without comments.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../setup/root.mjs';
import { digestBytes, digestJson, type Digest } from '../core/index.ts';
import { withoutPythonComments } from './python-source.ts';

export function pythonDigest(folder = join(packageRoot, 'python')): Digest {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => /\.(py|sh)$/.test(path));
  const digests = paths.map((path) => {
    const source = readFileSync(join(folder, path), 'utf8');
    return [path, digestBytes(path.endsWith('.py') ? withoutPythonComments(source) : source)];
  });
  return digestJson(Object.fromEntries(digests));
}
