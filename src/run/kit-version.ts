// The digest of code in folders of the package.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageRoot } from '../../setup/root.mjs';
import { digestFiles, type Digest } from '../core/index.ts';

/** The digest of the code in these folders of the package: compiled modules and Python. */
export async function digestOfCode(folders: readonly string[]): Promise<Digest> {
  const paths = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(join(packageRoot, folder), { recursive: true })).map((file) => join(folder, file)),
    ),
  );
  const files = paths
    .flat()
    .filter((path) => /\.(js|py)$/.test(path))
    .toSorted();
  return digestFiles(
    await Promise.all(files.map(async (path) => ({ path, bytes: await readFile(join(packageRoot, path)) }))),
  );
}
