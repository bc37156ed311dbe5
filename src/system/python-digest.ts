// The digest of the Python side: all files below python/ except scripts, and those scripts that given modules send to an
// interpreter or start. Comments of Python files do not change it.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { packageRoot } from '../../setup/root.mjs';
import { digestBytes, digestJson, type Digest } from '../core/index.ts';
import { withoutPythonComments } from './python-source.ts';

const SCRIPTS = 'scripts/';

/** The digest of each file below python/, by path. */
export type PythonFiles = ReadonlyMap<string, Digest>;

export function pythonFiles(folder = join(packageRoot, 'python')): PythonFiles {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !/(^|\/)(\.|__pycache__\/)|\.pyc$/.test(path));
  return new Map(
    paths.toSorted().map((path) => {
      const bytes = readFileSync(join(folder, path));
      return [path, digestBytes(path.endsWith('.py') ? withoutPythonComments(bytes.toString('utf8')) : bytes)];
    }),
  );
}

/** `scripts` as `scriptsOf` returns them: names without `.py`, or folders that end with `/`. Other texts have no effect. */
export function pythonDigest(scripts: readonly string[], files: PythonFiles = pythonFiles()): Digest {
  const names = new Set(scripts);
  const folders = scripts.filter((name) => name.endsWith('/'));
  const counts = (path: string) => {
    if (!path.startsWith(SCRIPTS)) return true;
    const script = path.slice(SCRIPTS.length);
    return names.has(script.replace(/\.py$/, '')) || folders.some((folder) => script.startsWith(folder));
  };
  return digestJson(Object.fromEntries([...files].filter(([path]) => counts(path))));
}
