// A file or folder that a process of the agent may replace at any time: held by a descriptor, so that all further steps
// use the same file. Links are never followed.
import { chmod, lstat, open, readdir, type FileHandle } from 'node:fs/promises';
import { isUtf8 } from 'node:buffer';
import { constants, type Stats } from 'node:fs';

/** Refers to a file without opening it: needs no right to read it. Node does not export it. */
const O_PATH = process.platform === 'linux' ? 0o10000000 : undefined;

export class Pinned {
  readonly stats: Stats;
  readonly #handle: FileHandle | undefined;
  readonly #place: string;

  private constructor(stats: Stats, place: string, handle?: FileHandle) {
    this.stats = stats;
    this.#place = place;
    this.#handle = handle;
  }

  static async at(place: string): Promise<Pinned> {
    if (O_PATH === undefined) return new Pinned(await lstat(place), place);
    const handle = await open(place, O_PATH | constants.O_NOFOLLOW);
    try {
      return new Pinned(await handle.stat(), `/proc/self/fd/${handle.fd}`, handle);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** The path of an entry of this folder. It stays valid if the folder is renamed. */
  placeOf(name: string): string {
    return `${this.#place}/${name}`;
  }

  /** Gives its owner back the rights that the agent's code may have taken away. */
  async restoreRights(): Promise<void> {
    const mode = this.stats.isDirectory() ? 0o700 : 0o600;
    if (this.stats.isDirectory() || this.stats.isFile()) await chmod(this.#place, mode).catch(() => undefined);
  }

  /** The sorted names in a folder, and how many more are not Unicode and so cannot be part of a path. */
  async entries(): Promise<{ names: string[]; unreadable: number }> {
    const all = await readdir(this.placeOf('.'), { encoding: 'buffer' });
    const names = all.filter(isUtf8).map((name) => name.toString('utf8'));
    return { names: names.toSorted(), unreadable: all.length - names.length };
  }

  /** The content of a regular file, at most `room` bytes: it may have grown meanwhile. */
  async read(room: number): Promise<Uint8Array> {
    if (!this.stats.isFile()) throw new Error('not a regular file');
    const nofollow = this.#handle ? 0 : constants.O_NOFOLLOW;
    const handle = await open(this.#place, constants.O_RDONLY | constants.O_NONBLOCK | nofollow);
    try {
      const buffer = Buffer.alloc(Math.min(this.stats.size, room));
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  }

  async release(): Promise<void> {
    await this.#handle?.close();
  }
}

/** Calls `look` with the file at a place, and then closes it. */
export async function pinned<T>(place: string, look: (thing: Pinned) => Promise<T>): Promise<T> {
  const thing = await Pinned.at(place);
  try {
    return await look(thing);
  } finally {
    await thing.release();
  }
}
