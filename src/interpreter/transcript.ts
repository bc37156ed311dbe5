// The outputs of one cell as they arrive: adjacent texts of a stream are joined, long text loses its middle, and
// everything else counts towards a limit of the interpreter.
import type { CellOutput, MimeBundle } from '../core/index.ts';

/** Characters of stream text kept at each end of a cell's output. */
const KEEP = 64 * 1024;
const MAX_RICH_OUTPUTS = 64;
/** For displayed values and errors in all cells of an interpreter: a log of more than about 500 MB cannot be read. */
const MAX_RICH_CHARS = 64 * 2 ** 20;
const MAX_ERRORS = 4;

/** What one interpreter may still show besides text; its cells share it. */
export interface OutputRoom {
  chars: number;
}

export const freshRoom = (): OutputRoom => ({ chars: MAX_RICH_CHARS });

type Stream = Extract<CellOutput, { type: 'stream' }>;

export class CellTranscript {
  readonly #head: CellOutput[] = [];
  readonly #tail: Stream[] = [];
  #headChars = 0;
  #tailChars = 0;
  #dropped = 0;
  #rich = 0;
  #errors = 0;
  #richDropped = 0;
  readonly #onOutput: ((output: CellOutput) => void) | undefined;
  readonly #room: OutputRoom;

  constructor(onOutput?: (output: CellOutput) => void, room = freshRoom()) {
    this.#onOutput = onOutput;
    this.#room = room;
  }

  add(given: CellOutput): void {
    const output = given.type === 'error' ? shortened(given) : given;
    if (output.type !== 'stream') {
      if (!this.#hasRoomFor(output)) {
        this.#richDropped += 1;
        return;
      }
      this.#head.push(output);
    } else if (output.text) {
      const room = Math.max(0, KEEP - this.#headChars);
      if (room > 0) this.#keep(this.#head, { ...output, text: output.text.slice(0, room) });
      this.#headChars += Math.min(room, output.text.length);
      if (output.text.length > room) this.#addToTail({ ...output, text: output.text.slice(room) });
    }
    this.#onOutput?.(output);
  }

  /** Counts a value that is too large to be read. */
  leaveOut(): void {
    this.#richDropped += 1;
  }

  #hasRoomFor(output: Exclude<CellOutput, Stream>): boolean {
    const isError = output.type === 'error';
    this.#errors += isError ? 1 : 0;
    this.#rich += isError ? 0 : 1;
    const size = isError ? output.traceback.length : sizeOf(output.data);
    if (this.#errors > MAX_ERRORS || this.#rich > MAX_RICH_OUTPUTS || size > this.#room.chars) return false;
    this.#room.chars -= size;
    return true;
  }

  get outputs(): CellOutput[] {
    const notes: CellOutput[] = [];
    if (this.#dropped > 0)
      notes.push({ type: 'stream', name: 'stderr', text: `\n[${this.#dropped} characters left out]\n` });
    const result = [...this.#head, ...notes, ...this.#tail];
    if (this.#richDropped > 0) {
      result.push({ type: 'stream', name: 'stderr', text: `[${this.#richDropped} displayed values left out]\n` });
    }
    return result;
  }

  #addToTail(output: Stream): void {
    this.#keep(this.#tail, output);
    this.#tailChars += output.text.length;
    while (this.#tailChars > KEEP) {
      const first = this.#tail[0];
      if (!first) break;
      const surplus = Math.min(this.#tailChars - KEEP, first.text.length);
      if (surplus === first.text.length) this.#tail.shift();
      else this.#tail[0] = { ...first, text: first.text.slice(surplus) };
      this.#tailChars -= surplus;
      this.#dropped += surplus;
    }
  }

  #keep(list: CellOutput[], output: Stream): void {
    const last = list.at(-1);
    if (last?.type === 'stream' && last.name === output.name && last.text.length < KEEP) {
      list[list.length - 1] = { ...last, text: last.text + output.text };
    } else {
      list.push(output);
    }
  }
}

function sizeOf(data: MimeBundle): number {
  return Object.entries(data).reduce((sum, [mime, text]) => sum + mime.length + text.length, 0);
}

function shortened({ type, name, value, traceback }: Extract<CellOutput, { type: 'error' }>): CellOutput {
  return { type, name: cut(name, 1000), value: cut(value, KEEP / 2), traceback: cut(traceback, KEEP) };
}

/** Keeps the head and the tail, which are the most informative parts of a traceback. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const dropped = text.length - most;
  return `${text.slice(0, most / 2)}\n[${dropped} characters left out]\n${text.slice(-most / 2)}`;
}
