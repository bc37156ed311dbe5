// Instances on disk, so that a second run generates none. Entries are written under a temporary name and renamed; one that
// cannot be read or written is generated again, without an error. Only this user can read them: they contain the truth.
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync } from 'node:fs';
import { readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheRoot } from '../../../setup/root.mjs';
import { makeFolder } from '../../../setup/folder.mjs';
import { decodeInstance } from './entry.ts';
import type { TaskInstance } from './instance.ts';

/** The maximum size; beyond it, the least recently used entries are removed. */
const MAX_BYTES = 2 * 2 ** 30;
/** A temporary file this old belongs to a process that has ended. */
const STALE_MS = 60 * 60 * 1000;

/** The folder that all clones of the repository share. */
export function instanceCacheFolder(): string {
  return join(cacheRoot(), 'instances');
}

export class InstanceCache {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  has(key: string): boolean {
    return existsSync(join(this.#folder, key));
  }

  async read(key: string): Promise<TaskInstance | undefined> {
    const file = join(this.#folder, key);
    try {
      const instance = decodeInstance(await readFile(file));
      const now = new Date();
      void utimes(file, now, now).catch(() => undefined);
      return instance;
    } catch {
      return undefined;
    }
  }

  async write(key: string, entry: Uint8Array): Promise<void> {
    const part = join(this.#folder, `${key}.${randomBytes(6).toString('hex')}.part`);
    try {
      if (!existsSync(this.#folder)) {
        makeFolder(this.#folder);
        chmodSync(this.#folder, 0o700);
      }
      await writeFile(part, entry, { mode: 0o600, flag: 'wx' });
      await rename(part, join(this.#folder, key));
    } catch {
      await rm(part, { force: true }).catch(() => undefined);
    }
  }

  /** Removes the least recently used entries until the rest fits in `most` bytes. */
  async trim(most = MAX_BYTES): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    const entries = await Promise.all(
      names.map(async (name) => {
        const file = join(this.#folder, name);
        const { size, mtimeMs } = await stat(file).catch(() => ({ size: 0, mtimeMs: 0 }));
        return { file, size, mtimeMs, stale: name.endsWith('.part') && Date.now() - mtimeMs > STALE_MS };
      }),
    );
    let sum = entries.reduce((total, { size }) => total + size, 0);
    for (const { file, size, stale } of entries.toSorted((a, b) => a.mtimeMs - b.mtimeMs)) {
      if (sum <= most && !stale) continue;
      await rm(file, { force: true }).catch(() => undefined);
      sum -= size;
    }
  }
}
