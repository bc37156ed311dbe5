// The outputs of one cell as they arrive: neighbouring pieces of a stream joined, long text cut with head and tail kept.
import type { CellOutput } from '../core/index.ts';

/** Characters of stream text kept at each end of a cell's output. */
const KEEP = 64 * 1024;
const MAX_RICH_OUTPUTS = 64;

type Stream = Extract<CellOutput, { type: 'stream' }>;

export class Transcript {
  readonly #head: CellOutput[] = [];
  readonly #tail: Stream[] = [];
  #headChars = 0;
  #tailChars = 0;
  #dropped = 0;
  #rich = 0;
  #richDropped = 0;
  readonly #onOutput: ((output: CellOutput) => void) | undefined;

  constructor(onOutput?: (output: CellOutput) => void) {
    this.#onOutput = onOutput;
  }

  add(output: CellOutput): void {
    if (output.type !== 'stream') {
      this.#rich += 1;
      if (this.#rich > MAX_RICH_OUTPUTS && output.type !== 'error') {
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
