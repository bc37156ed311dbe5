// The connection to one Python process: one JSON message per line in each direction. What Python sends is untrusted: the
// amount per cell is limited, reading is done in short slices so that other trials continue, and reading ends at the first
// line that is not a message.
import type { Duplex } from 'node:stream';
import { z } from 'zod';
import { cellOutputSchema } from '../core/index.ts';
import { isSimple } from './simple-json.ts';

/** If Python has more unread bytes than this, it gets no more answers to syncs. */
const MAX_UNREAD_BYTES = 2 ** 20;
/** All that one cell may send, in bytes and in messages. */
const MAX_CELL_BYTES = 128 * 2 ** 20;
const MAX_CELL_MESSAGES = 200_000;
/** A longer line is dropped without parsing: parsing it would block everything else. */
const MAX_LINE_BYTES = 8 * 2 ** 20;
/** The time of one slice of reading. */
const SLICE_MS = 10;
const NEWLINE = 10;

const amount = z.number().nonnegative();

const messageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready'), version: z.string(), packages: z.record(z.string(), z.string()) }),
  z.object({ kind: z.literal('output'), cell: z.int(), output: cellOutputSchema }),
  z.object({ kind: z.literal('sync'), number: z.int() }),
  z.object({
    kind: z.literal('end'),
    cell: z.int(),
    status: z.enum(['ok', 'error']),
    /** Something may have been written past Python's own streams. */
    raw: z.boolean(),
    cpuMs: amount,
    memoryBytes: amount.nullable(),
  }),
]);
export type ChannelMessage = z.infer<typeof messageSchema>;

export interface ChannelEvents {
  readonly onMessage: (message: ChannelMessage) => void;
  /** A message of this size was dropped because it is too long. */
  readonly onTooLong: (bytes: number) => void;
  /** Python sent something that is not allowed; nothing more is read. */
  readonly onGarbage: (reason: string) => void;
}

export class Channel {
  readonly #socket: Duplex;
  readonly #events: ChannelEvents;
  /** Chunks that have not been read yet. */
  #waiting: Buffer[] = [];
  /** The beginning of a line whose end has not arrived; empty once the line is too long. */
  #line: Buffer[] = [];
  #lineBytes = 0;
  #cellBytes = 0;
  #cellMessages = 0;
  #over = false;

  constructor(socket: Duplex, events: ChannelEvents) {
    this.#socket = socket;
    this.#events = events;
    // A write to a process that has just ended fails; its exit is handled elsewhere.
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      if (this.#over) return;
      this.#waiting.push(chunk);
      if (this.#waiting.length === 1) this.#read();
    });
    socket.resume();
  }

  send(message: { cell: number; code: string } | { synced: number }): void {
    if ('synced' in message && this.#socket.writableLength > MAX_UNREAD_BYTES) return;
    if ('cell' in message) {
      this.#cellBytes = 0;
      this.#cellMessages = 0;
    }
    this.#socket.write(`${JSON.stringify(message)}\n`);
  }

  /** Reads the chunks for one slice of time; the socket is paused until all of them are read. */
  #read(): void {
    const until = performance.now() + SLICE_MS;
    for (let chunk = this.#waiting[0]; chunk && !this.#over; chunk = this.#waiting[0]) {
      const end = chunk.indexOf(NEWLINE);
      const part = end < 0 ? chunk : chunk.subarray(0, end);
      if (end < 0 || end + 1 === chunk.length) this.#waiting.shift();
      else this.#waiting[0] = chunk.subarray(end + 1);
      this.#add(part);
      if (end >= 0) this.#endLine();
      if (performance.now() > until && this.#waiting.length > 0) {
        this.#socket.pause();
        setImmediate(() => this.#read());
        return;
      }
    }
    this.#socket.resume();
  }

  #add(part: Buffer): void {
    this.#lineBytes += part.length;
    this.#cellBytes += part.length;
    if (this.#lineBytes > MAX_LINE_BYTES) this.#line = [];
    else this.#line.push(part);
    if (this.#cellBytes > MAX_CELL_BYTES) this.#end(`the cell sent more than ${MAX_CELL_BYTES >> 20} MiB of output`);
  }

  #endLine(): void {
    const [bytes, parts] = [this.#lineBytes, this.#line];
    this.#line = [];
    this.#lineBytes = 0;
    this.#cellMessages += 1;
    if (this.#over) return;
    if (this.#cellMessages > MAX_CELL_MESSAGES) {
      this.#end(`the cell sent more than ${MAX_CELL_MESSAGES} messages`);
    } else if (bytes > MAX_LINE_BYTES) {
      this.#events.onTooLong(bytes);
    } else {
      const message = parseMessage(Buffer.concat(parts));
      if (message) this.#events.onMessage(message);
      else this.#end('the interpreter sent something that is not a message');
    }
  }

  #end(reason: string): void {
    this.#over = true;
    this.#waiting = [];
    this.#line = [];
    this.#events.onGarbage(reason);
  }
}

function parseMessage(line: Buffer): ChannelMessage | undefined {
  if (!isSimple(line)) return undefined;
  try {
    return messageSchema.parse(JSON.parse(line.toString('utf8')));
  } catch {
    return undefined;
  }
}
