// What makes and judges exams, besides the tasks themselves: the version and the digest of the kit's own code.
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageRoot } from '../../setup/root.mjs';
import { digestFiles, type Lock } from '../core/index.ts';

const KIT = ['core', 'formats', 'kit', 'suite', 'verify'];

export const version = (JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string })
  .version;

export async function kitVersion(): Promise<Lock['kit']> {
  const source = join(packageRoot, 'dist', 'src');
  const paths = await Promise.all(
    KIT.map(async (part) => (await readdir(join(source, part), { recursive: true })).map((file) => join(part, file))),
  );
  const files = paths
    .flat()
    .filter((path) => path.endsWith('.js'))
    .toSorted();
  const contents = await Promise.all(files.map(async (path) => ({ path, bytes: await readFile(join(source, path)) })));
  return { version, digest: digestFiles(contents) };
}
