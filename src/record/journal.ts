// An append-only file of lines. Opening it removes an incomplete last line of a killed writer.
import { closeSync, fstatSync, fsync, ftruncateSync, openSync, readSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';

/** Asynchronous, because a flush takes milliseconds and hundreds of trials may end at once. */
const flushed = promisify(fsync);

export class Journal {
  readonly #file: number;
  #fault: unknown;

  constructor(path: string) {
    this.#file = openSync(path, 'a+');
    cutTornLine(this.#file);
  }

  /** After a failed write, every later call fails too: its line would be appended to an incomplete one. */
  append(value: unknown): void {
    if (this.#fault !== undefined) throw this.#fault;
    try {
      writeFileSync(this.#file, `${JSON.stringify(value)}\n`);
    } catch (error) {
      this.#fault = error;
      throw error;
    }
  }

  async flush(): Promise<void> {
    await flushed(this.#file);
  }

  close(): void {
    closeSync(this.#file);
  }
}

const NEWLINE = 0x0a;
const CHUNK = 65_536;

/** Removes an incomplete last line, whose event counts as not recorded. */
function cutTornLine(file: number): void {
  const { size } = fstatSync(file);
  const chunk = Buffer.alloc(Math.min(size, CHUNK));
  for (let end = size; end > 0;) {
    const start = Math.max(0, end - CHUNK);
    const read = readSync(file, chunk, 0, end - start, start);
    const last = chunk.subarray(0, read).lastIndexOf(NEWLINE);
    if (last >= 0) {
      if (start + last + 1 < size) ftruncateSync(file, start + last + 1);
      return;
    }
    end = start;
  }
  if (size > 0) ftruncateSync(file, 0);
}
