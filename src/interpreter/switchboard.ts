// The socket to which the processes of sandboxes connect. The first line on each connection identifies the process.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';

const MAX_HELLO = 1024;

const helloSchema = z.object({
  id: z.string(),
  token: z.string(),
  role: z.enum(['control', 'channel']),
  generation: z.int().optional(),
});
type Hello = z.infer<typeof helloSchema>;
type Listener = (hello: Hello, socket: Socket) => void;

export class Switchboard {
  /** Accessible to other users who know its name, because the processes have other user ids; a token admits them. */
  readonly folder: string;
  readonly #server: Server;
  readonly #expected = new Map<string, { token: string; listener: Listener }>();

  private constructor(folder: string) {
    this.folder = folder;
    this.#server = createServer((socket) => this.#answer(socket));
  }

  static async open(): Promise<Switchboard> {
    const board = new Switchboard(mkdtempSync(join(tmpdir(), 'pybench-board-')));
    const socket = join(board.folder, 's');
    await new Promise<void>((resolve, reject) => {
      board.#server.once('error', reject);
      board.#server.listen(socket, resolve);
    });
    chmodSync(board.folder, 0o711);
    chmodSync(socket, 0o666);
    return board;
  }

  expect(id: string, token: string, listener: Listener): void {
    this.#expected.set(id, { token, listener });
  }

  forget(id: string): void {
    this.#expected.delete(id);
  }

  close(): void {
    this.#server.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  #answer(socket: Socket): void {
    let received = Buffer.alloc(0);
    socket.on('error', () => socket.destroy());
    const listen = (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      const end = received.indexOf(10);
      if (end < 0 && received.length < MAX_HELLO) return;
      socket.off('data', listen);
      const hello = readHello(received.toString('utf8', 0, Math.max(0, end)));
      const expected = hello && this.#expected.get(hello.id);
      if (!expected || expected.token !== hello.token) return void socket.destroy();
      socket.pause();
      if (received.length > end + 1) socket.unshift(received.subarray(end + 1));
      expected.listener(hello, socket);
    };
    socket.on('data', listen);
  }
}

function readHello(line: string): Hello | undefined {
  try {
    return helloSchema.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}
