// What makes and judges exams, besides the tasks themselves: the version and the digest of the kit's own code.
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageRoot } from '../../setup/root.mjs';
import { digestFiles, type Digest, type Lock } from '../core/index.ts';

const KIT = ['core', 'formats', 'kit', 'render', 'suite', 'verify'];

export const version = (JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string })
  .version;

export async function kitVersion(): Promise<Lock['kit']> {
  return { version, digest: await digestOfCode(KIT.map((part) => join('dist', 'src', part))) };
}

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
