// A workspace on disk: ./data with the inputs, ./output for results, both private to one interpreter. The records of
// figure capture are in a folder beside it.
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { digestFiles, type Digest, type InputFile, type Limits, type Collected } from '../core/index.ts';
import { figuresOf } from './figures.ts';
import { pinned, type Pinned } from './pinned.ts';

const MAX_DEPTH = 16;
const MAX_FIGURES = 1000;
/** In ./output of a folder that a person worked in: the records of saved figures that `exec --out` and `mcp --out` keep. */
export const KEPT_FIGURES = '.pybench-figures';

export class Workspace {
  readonly folder: string;
  /** The folder of the records of figure capture, and the folder for temporary files. */
  readonly figures: string;
  readonly temporary: string;
  readonly #inputs: { readonly sizes: ReadonlyMap<string, number>; readonly digest: Digest };
  readonly #limits: Limits;
  /** The folder that we made and may remove. */
  readonly #own: string | undefined;

  private constructor(folder: string, files: readonly InputFile[], limits: Limits, own?: string) {
    this.#own = own;
    this.folder = folder;
    this.figures = own === undefined ? join(folder, 'output', KEPT_FIGURES) : join(folder, '..', 'figures');
    this.temporary = join(folder, '..', 'tmp');
    this.#inputs = {
      sizes: new Map(files.map(({ path, bytes }) => [path, bytes.length])),
      digest: digestFiles(files),
    };
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

  /** A folder that others worked in: it holds ./output, and perhaps still ./data. */
  static existing(folder: string, files: readonly InputFile[], limits: Limits): Workspace {
    return new Workspace(folder, files, limits);
  }

  async collect(): Promise<Collected> {
    const files: InputFile[] = [];
    const left: { path: string; reason: string }[] = [];
    let room = this.#limits.outputBytes;

    const visit = async (thing: Pinned, path: string, depth: number): Promise<void> => {
      const { stats } = thing;
      if (this.#own) await thing.restoreRights();
      if (stats.isDirectory()) {
        if (depth > MAX_DEPTH) return void left.push({ path, reason: 'nested too deeply' });
        const { names, unreadable } = await thing.entries();
        if (unreadable > 0) left.push({ path, reason: 'a file name that is not Unicode' });
        const own = !this.#own && depth === 0 ? names.filter((name) => name !== KEPT_FIGURES) : names;
        for (const name of own) await reach(thing.placeOf(name), `${path}/${name}`, depth + 1);
      } else if (!stats.isFile()) {
        left.push({ path, reason: 'not a regular file' });
      } else if (files.length >= this.#limits.outputFiles) {
        left.push({ path, reason: `more than ${this.#limits.outputFiles} files` });
      } else if (stats.size > room) {
        left.push({ path, reason: `more than ${this.#limits.outputBytes} bytes in all` });
      } else {
        files.push({ path, bytes: await thing.read(room) });
        room -= stats.size;
      }
    };
    // A file that cannot be read is skipped; the other files are still collected.
    const reach = (place: string, path: string, depth: number): Promise<void> =>
      pinned(place, (thing) => visit(thing, path, depth)).catch(
        (error: unknown) => void left.push({ path, reason: codeOf(error) }),
      );
    await reach(join(this.folder, 'output'), 'output', 0);
    const figures = figuresOf(files, await this.#figureRecords());
    return { files, left, inputsIntact: await this.#inputsIntact(), figures };
  }

  async remove(): Promise<void> {
    if (!this.#own) return;
    const options = { recursive: true, force: true, maxRetries: 3 };
    await rm(this.#own, options).catch(async () => {
      // The agent's code may have removed its own rights.
      await makeRemovable(this.#own ?? '');
      await rm(this.#own ?? '', options).catch(() => undefined);
    });
  }

  async #figureRecords(): Promise<InputFile[]> {
    const { figures } = this;
    const kept = await readdir(figures).catch(() => []);
    const names = kept.filter((name) => /^[0-9a-f]{64}\.json$/.test(name));
    const records: InputFile[] = [];
    let room = this.#limits.figureBytes;
    for (const path of names.toSorted().slice(0, MAX_FIGURES)) {
      const bytes = await pinned(join(figures, path), (file) => file.read(room)).catch(() => undefined);
      if (bytes) records.push({ path, bytes });
      room -= bytes?.length ?? 0;
    }
    return records;
  }

  async #inputsIntact(): Promise<boolean> {
    try {
      const now = await Promise.all(
        [...this.#inputs.sizes].map(async ([path, size]) => ({
          path,
          bytes: await readInput(this.folder, path, size + 1),
        })),
      );
      return digestFiles(now) === this.#inputs.digest;
    } catch {
      return false; // An input that cannot be read is not intact.
    }
  }
}

/** Why a file cannot be read, without the path: the agent's code chooses its length. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'it cannot be read';
  return 'code' in error ? `it cannot be read (${String(error.code)})` : error.message;
}

/** Restores the right to remove the content of a folder. Links are not followed. */
async function makeRemovable(place: string): Promise<void> {
  await pinned(place, async (folder) => {
    if (!folder.stats.isDirectory()) return;
    await folder.restoreRights();
    for (const name of (await folder.entries()).names) await makeRemovable(folder.placeOf(name));
  }).catch(() => undefined);
}

/** Reads an input without following links: a folder of its path may have become one. */
async function readInput(folder: string, path: string, room: number): Promise<Uint8Array> {
  const [name = '', ...rest] = path.split('/');
  return await pinned(`${folder}/${name}`, (thing) =>
    rest.length > 0 ? readInput(thing.placeOf('.'), rest.join('/'), room) : thing.read(room),
  );
}
