// A confined sandbox: a supervisor in its own namespaces, which takes our commands on one connection, and its Pythons,
// which use another connection.
import type { Socket } from 'node:net';
import { StringDecoder } from 'node:string_decoder';
import { z } from 'zod';
import { Problem, type InputFile, type Collected } from '../core/index.ts';
import type { TimeLimit } from './clock.ts';
import { figuresOf } from './figures.ts';
import { encodeFrame, FrameReader } from './frames.ts';
import type { PythonProcess, Sandbox } from './sandbox.ts';
import { deferred } from '../system/index.ts';

const messageSchema = z.discriminatedUnion('op', [
  z.object({ op: z.literal('exit'), generation: z.int(), how: z.string() }),
  z.object({ op: z.literal('raw'), generation: z.int(), name: z.enum(['stdout', 'stderr']) }),
  z.object({ op: z.literal('drained') }),
  z.object({ op: z.literal('sealed') }),
  z.object({ op: z.literal('exceeded'), reason: z.string() }),
  z.object({ op: z.literal('file'), path: z.string() }),
  z.object({ op: z.literal('figure'), path: z.string() }),
  z.object({ op: z.literal('collected'), left: z.array(z.object({ path: z.string(), reason: z.string() })) }),
]);
type Message = z.infer<typeof messageSchema>;
type RawListener = Parameters<PythonProcess['onRaw']>[0];

interface Generation {
  readonly channel: ReturnType<typeof deferred<Socket>>;
  readonly exit: ReturnType<typeof deferred<string>>;
  readonly decoders: Record<'stdout' | 'stderr', StringDecoder>;
  onRaw?: RawListener;
}

export class ConfinedSandbox implements Sandbox {
  readonly #control: Socket;
  readonly #generations = new Map<number, Generation>();
  #current = 0;
  #files: InputFile[] = [];
  #figures: InputFile[] = [];
  #onCollected: ((collected: Collected) => void) | undefined;
  readonly #drains: (() => void)[] = [];
  #onExceeded: ((reason: string) => void) | undefined;
  readonly #sealed = deferred<void>();
  readonly #gone = deferred<void>();

  constructor(control: Socket) {
    this.#control = control;
    const reader = new FrameReader();
    control.on('data', (chunk: Buffer) => {
      for (const { message, blob } of reader.feed(chunk)) this.#receive(messageSchema.parse(message), blob);
    });
    control.on('close', () => {
      for (const { exit, channel } of this.#generations.values()) {
        exit.resolve('its sandbox is gone');
        void channel.promise.then((socket) => socket.destroy());
      }
      this.#gone.resolve();
    });
    control.resume();
  }

  /** A Python of this sandbox has connected. */
  connect(generation: number, socket: Socket): void {
    this.#generation(generation).channel.resolve(socket);
  }

  /** Writes the inputs and waits until they are written, because cells use another connection. */
  async put(files: readonly InputFile[]): Promise<void> {
    for (const { path, bytes } of files) this.#command({ op: 'put', path }, bytes);
    this.#command({ op: 'seal' });
    await Promise.race([this.#sealed.promise, this.#lost('before it had its files')]);
  }

  async start(): Promise<PythonProcess> {
    if (this.#control.destroyed) throw new Problem('the sandbox is gone');
    this.#current += 1;
    // The supervisor starts the first Python by itself, in advance.
    if (this.#current > 1) this.#command({ op: 'start' });
    const generation = this.#generation(this.#current);
    const channel = await Promise.race([generation.channel.promise, generation.exit.promise]);
    if (typeof channel === 'string') throw new Problem(`the Python interpreter did not start: ${channel}`);
    return {
      channel,
      exit: generation.exit.promise,
      onRaw: (listener) => (generation.onRaw = listener),
      drain: () => this.#drain(),
      watch: (limit, onExceeded) => this.#watch(limit, onExceeded),
      interrupt: () => this.#command({ op: 'interrupt' }),
      kill: (reason) => this.#command({ op: 'kill', ...(reason ? { reason } : {}) }),
    };
  }

  /** Ends the Python first, so that no file changes while it is read. */
  async collect(): Promise<Collected> {
    this.#files = [];
    this.#figures = [];
    const collected = new Promise<Collected>((resolve) => (this.#onCollected = resolve));
    this.#command({ op: 'collect' });
    return await Promise.race([collected, this.#lost('before its files were collected')]);
  }

  async close(): Promise<void> {
    this.#command({ op: 'close' });
    this.#control.end();
    await this.#gone.promise;
  }

  get gone(): boolean {
    return this.#control.destroyed;
  }

  discard(): void {
    this.#control.destroy();
  }

  #receive(message: Message, blob: Buffer): void {
    switch (message.op) {
      case 'exit':
        this.#generation(message.generation).exit.resolve(message.how);
        void this.#generation(message.generation).channel.promise.then((socket) => socket.destroy());
        break;
      case 'raw': {
        const { onRaw, decoders } = this.#generation(message.generation);
        onRaw?.(message.name, decoders[message.name].write(blob));
        break;
      }
      case 'drained':
        this.#drains.shift()?.();
        break;
      case 'sealed':
        this.#sealed.resolve();
        break;
      case 'exceeded':
        this.#onExceeded?.(message.reason);
        break;
      case 'file':
        this.#files.push({ path: message.path, bytes: new Uint8Array(blob) });
        break;
      case 'figure':
        this.#figures.push({ path: message.path, bytes: new Uint8Array(blob) });
        break;
      case 'collected':
        // The inputs are on a read-only file system, so they are unchanged.
        this.#onCollected?.({
          files: this.#files,
          left: message.left,
          inputsIntact: true,
          figures: figuresOf(this.#files, this.#figures),
        });
        break;
    }
  }

  #drain(): Promise<void> {
    this.#command({ op: 'drain' });
    return new Promise((resolve) => this.#drains.push(resolve));
  }

  #watch({ cpuSeconds, wallSeconds }: TimeLimit, onExceeded: (reason: string) => void): () => void {
    this.#onExceeded = onExceeded;
    this.#command({ op: 'watch', cpuSeconds, wallSeconds });
    return () => {
      this.#onExceeded = undefined;
      this.#command({ op: 'unwatch' });
    };
  }

  #generation(number: number): Generation {
    const known = this.#generations.get(number);
    if (known) return known;
    const made: Generation = {
      channel: deferred<Socket>(),
      exit: deferred<string>(),
      decoders: { stdout: new StringDecoder('utf8'), stderr: new StringDecoder('utf8') },
    };
    this.#generations.set(number, made);
    return made;
  }

  async #lost(when: string): Promise<never> {
    await this.#gone.promise;
    throw new Problem(`the sandbox was lost ${when}`);
  }

  #command(message: object, blob?: Uint8Array): void {
    if (!this.#control.writable) return;
    // Sends the commands of one round of the event loop together.
    this.#control.cork();
    this.#control.write(encodeFrame(message, blob));
    process.nextTick(() => this.#control.uncork());
  }
}
