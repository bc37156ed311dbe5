// The line to one Python process: a JSON message a line, each way. What comes back is untrusted.
import type { Duplex } from 'node:stream';
import { z } from 'zod';
import { cellOutputSchema } from '../core/index.ts';

/** More answers than this, unread, are not waited for. */
const MAX_UNREAD_BYTES = 2 ** 20;
/** Longer lines than this are not an output but an attack on our memory. */
const MAX_LINE_BYTES = 64 * 2 ** 20;

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
    cpuMs: z.number(),
    memoryBytes: z.number().nullable(),
  }),
]);
export type Message = z.infer<typeof messageSchema>;

export class Channel {
  readonly #socket: Duplex;
  #chunks: Buffer[] = [];
  #size = 0;

  constructor(socket: Duplex, onMessage: (message: Message) => void, onGarbage: (reason: string) => void) {
    this.#socket = socket;
    // A write to a process that has just died is answered by its exit, not here.
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      let start = 0;
      for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
        this.#chunks.push(chunk.subarray(start, end));
        const message = parseMessage(Buffer.concat(this.#chunks).toString('utf8'));
        this.#chunks = [];
        this.#size = 0;
        start = end + 1;
        if (message) onMessage(message);
        else onGarbage('the interpreter sent something that is not a message');
      }
      this.#chunks.push(chunk.subarray(start));
      this.#size += chunk.length - start;
      if (this.#size > MAX_LINE_BYTES) {
        this.#chunks = [];
        this.#size = 0;
        onGarbage('the interpreter sent a message without end');
      }
    });
    socket.resume();
  }

  send(message: { cell: number; code: string } | { synced: number }): void {
    if ('synced' in message && this.#socket.writableLength > MAX_UNREAD_BYTES) return;
    this.#socket.write(`${JSON.stringify(message)}\n`);
  }
}

function parseMessage(line: string): Message | undefined {
  try {
    return messageSchema.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}
