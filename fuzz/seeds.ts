// Inputs that once caused a finding. The repository stores them compressed, and a test reads them again.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { packageRoot } from '../setup/root.mjs';

const FOLDER = join(packageRoot, 'fuzz', 'seeds');

export interface Seed {
  readonly target: string;
  readonly name: string;
  readonly bytes: () => Uint8Array;
}

export function keptSeeds(): Seed[] {
  if (!existsSync(FOLDER)) return [];
  return readdirSync(FOLDER)
    .toSorted()
    .flatMap((target) =>
      readdirSync(join(FOLDER, target))
        .toSorted()
        .map((name) => ({ target, name, bytes: () => gunzipSync(readFileSync(join(FOLDER, target, name))) })),
    );
}

/** Stores an input and returns its path in the repository. */
export function keepSeed(target: string, what: string, bytes: Uint8Array): string {
  const name = `${what}-${createHash('sha256').update(bytes).digest('hex').slice(0, 10)}.gz`;
  mkdirSync(join(FOLDER, target), { recursive: true });
  writeFileSync(join(FOLDER, target, name), gzipSync(bytes, { level: 9 }));
  return `fuzz/seeds/${target}/${name}`;
}
