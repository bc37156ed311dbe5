// A few lines at the end of the terminal that are redrawn. Other messages are printed above them.
import { stripVTControlCharacters } from 'node:util';

let current: LiveBlock | undefined;

export class LiveBlock {
  readonly #stream: NodeJS.WriteStream;
  #drawn = 0;
  #lines: readonly string[] = [];

  private constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream;
  }

  static on(stream: NodeJS.WriteStream): LiveBlock {
    return (current = new LiveBlock(stream));
  }

  draw(lines: readonly string[]): void {
    this.#lines = lines.map((line) => cut(line, (this.#stream.columns ?? 80) - 1));
    this.#stream.write(`${this.#erasing()}${this.#lines.map((line) => `${line}\n`).join('')}`);
    this.#drawn = this.#lines.length;
  }

  above(text: string): void {
    this.#stream.write(`${this.#erasing()}${text}`);
    this.#drawn = 0;
    this.draw(this.#lines);
  }

  remove(): void {
    this.#stream.write(this.#erasing());
    this.#drawn = 0;
    if (current === this) current = undefined;
  }

  #erasing(): string {
    return this.#drawn > 0 ? `\x1b[${this.#drawn}A\r\x1b[J` : '';
  }
}

/** Writes a text where no block is in its way. */
export function writeAbove(stream: NodeJS.WriteStream, text: string): void {
  if (current) current.above(text);
  else stream.write(text);
}

/** Cuts a line to a width; a line that is too long loses its colours. */
function cut(line: string, width: number): string {
  const plain = stripVTControlCharacters(line);
  return plain.length <= width ? line : plain.slice(0, width);
}
