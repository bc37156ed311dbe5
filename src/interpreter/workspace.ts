// A workspace on disk: ./data with the inputs, ./output for results, both private to one interpreter. Beside it, out of
// the agent's way, the records of figure capture.
import { chmod, lstat, mkdir, mkdtemp, open, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { constants } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { digestFiles, reasonOf, type Digest, type InputFile, type Limits } from '../core/index.ts';
import { figuresOf } from './figures.ts';
import type { Collected } from './interpreter.ts';

const MAX_DEPTH = 16;
const MAX_FIGURES = 1000;

export class Workspace {
  readonly folder: string;
  /** Where figure capture keeps its records, and a /tmp of its own. */
  readonly figures: string;
  readonly temporary: string;
  readonly #inputs: { readonly paths: readonly string[]; readonly digest: Digest };
  readonly #limits: Limits;
  /** What we made, and may remove. */
  readonly #own: string | undefined;

  private constructor(folder: string, files: readonly InputFile[], limits: Limits, own?: string) {
    this.#own = own;
    this.folder = folder;
    this.figures = join(folder, '..', 'figures');
    this.temporary = join(folder, '..', 'tmp');
    this.#inputs = { paths: files.map(({ path }) => path), digest: digestFiles(files) };
    this.#limits = limits;
  }

  static async create(files: readonly InputFile[], limits: Limits): Promise<Workspace> {
    const place = await mkdtemp(join(tmpdir(), 'pybench-'));
    const folder = join(place, 'workspace');
    for (const name of ['workspace', 'figures', 'tmp', 'workspace/data', 'workspace/output'])
      await mkdir(join(place, name));
    for (const { path, bytes } of files) {
      const target = join(folder, path);
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, bytes, { mode: 0o444 });
    }
    return new Workspace(folder, files, limits, place);
  }

  /** A folder that somebody else worked in: it holds ./output, and perhaps still ./data. */
  static existing(folder: string, files: readonly InputFile[], limits: Limits): Workspace {
    return new Workspace(folder, files, limits);
  }

  async collect(): Promise<Collected> {
    const files: InputFile[] = [];
    const left: { path: string; reason: string }[] = [];
    let room = this.#limits.outputBytes;

    const visit = async (path: string, depth: number): Promise<void> => {
      const place = join(this.folder, path);
      const stats = await lstat(place);
      if (stats.isDirectory()) {
        if (depth > MAX_DEPTH) return void left.push({ path, reason: 'nested too deeply' });
        for (const entry of (await readdir(place)).toSorted()) await visit(`${path}/${entry}`, depth + 1);
      } else if (!stats.isFile()) {
        left.push({ path, reason: 'not a regular file' });
      } else if (files.length >= this.#limits.outputFiles) {
        left.push({ path, reason: `more than ${this.#limits.outputFiles} files` });
      } else if (stats.size > room) {
        left.push({ path, reason: `more than ${this.#limits.outputBytes} bytes in all` });
      } else {
        files.push({ path, bytes: await readRegularFile(place, room) });
        room -= stats.size;
      }
    };
    try {
      await visit('output', 0);
    } catch (error) {
      left.push({ path: 'output', reason: reasonOf(error) });
    }
    const figures = figuresOf(files, await this.#figureRecords());
    return { files, left, inputsIntact: await this.#inputsIntact(), figures };
  }

  async remove(): Promise<void> {
    // The code may have taken its own rights away.
    await chmod(join(this.folder, 'output'), 0o700).catch(() => undefined);
    if (this.#own) await rm(this.#own, { recursive: true, force: true, maxRetries: 3 });
  }

  async #figureRecords(): Promise<InputFile[]> {
    const { figures } = this;
    const names = (this.#own ? await readdir(figures) : []).filter((name) => /^[0-9a-f]{64}\.json$/.test(name));
    const records: InputFile[] = [];
    let room = this.#limits.figureBytes;
    for (const path of names.toSorted().slice(0, MAX_FIGURES)) {
      const bytes = await readRegularFile(join(figures, path), room).catch(() => undefined);
      if (bytes) records.push({ path, bytes });
      room -= bytes?.length ?? 0;
    }
    return records;
  }

  async #inputsIntact(): Promise<boolean> {
    try {
      const now = await Promise.all(
        this.#inputs.paths.map(async (path) => ({ path, bytes: await readFile(join(this.folder, path)) })),
      );
      return digestFiles(now) === this.#inputs.digest;
    } catch {
      return false; // An input that cannot be read is not intact.
    }
  }
}

/** Reads a file that its writer may swap under us: links are not followed, pipes do not block, growth is cut. */
async function readRegularFile(place: string, room: number): Promise<Uint8Array> {
  const handle = await open(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const { size } = await handle.stat();
    const buffer = Buffer.alloc(Math.min(size, room));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
