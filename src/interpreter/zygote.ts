// A zygote: imports the common modules once, and makes a confined sandbox on request (python/pybench/sandbox/zygote.py, warm.py).
import { randomBytes } from 'node:crypto';
import type { ChildProcess } from 'node:child_process';
import type { Duplex } from 'node:stream';
import { z } from 'zod';
import type { PythonChoice } from '../../setup/python.mjs';
import { Problem, type Limits } from '../core/index.ts';
import { makeCgroups, removeCgroups } from './cgroup.ts';
import { ConfinedSandbox } from './confined.ts';
import { encodeFrame, FrameReader } from './frames.ts';
import { DROP_TO, launchZygote } from './launch.ts';
import { modulesAhead } from './modules.ts';
import { Switchboard } from './switchboard.ts';
import { deferred, killGroup } from '../system/index.ts';

const START_TIMEOUT_MS = 60_000;
const SPAWN_TIMEOUT_MS = 20_000;

const upSchema = z.object({
  op: z.literal('up'),
  version: z.string(),
  packages: z.record(z.string(), z.string()),
  seccomp: z.boolean(),
  /** The version of Landlock, 0 for none. */
  landlock: z.int(),
});
const messageSchema = z.discriminatedUnion('op', [
  upSchema,
  z.object({ op: z.literal('loaded') }),
  z.object({ op: z.literal('gone'), id: z.string() }),
]);
export type ZygoteUp = z.infer<typeof upSchema>;

export interface ZygoteOptions {
  readonly level: 'full' | 'root';
  /** The modules that are imported before the others. */
  readonly first: readonly string[];
  /** Import all the others too, between two forks; otherwise only those that a `spawn` names. */
  readonly background: boolean;
}

export class Zygote {
  readonly up: ZygoteUp;
  /** Resolves when all modules are imported; never resolves if only named modules are imported. */
  readonly loaded: Promise<void>;
  /** How many sandboxes it has made, and how many of them are alive. */
  spawned = 0;
  live = 0;
  readonly gone: Promise<string>;
  readonly #child: ChildProcess;
  readonly #line: Duplex;
  readonly #board: Switchboard;
  readonly #onGone: Map<string, () => void>;
  readonly #cleared: Promise<void>;

  private constructor(parts: {
    child: ChildProcess;
    line: Duplex;
    board: Switchboard;
    up: ZygoteUp;
    loaded: Promise<void>;
    gone: Promise<string>;
    cleared: Promise<void>;
    onGone: Map<string, () => void>;
  }) {
    this.#child = parts.child;
    this.#line = parts.line;
    this.#board = parts.board;
    this.#onGone = parts.onGone;
    this.up = parts.up;
    this.loaded = parts.loaded;
    this.gone = parts.gone;
    this.#cleared = parts.cleared;
  }

  static async start(
    python: PythonChoice,
    limits: Limits,
    { level, first, background }: ZygoteOptions,
  ): Promise<Zygote> {
    const board = await Switchboard.open();
    const groups = makeCgroups(level === 'full' && process.getuid?.() === 0 ? DROP_TO : undefined);
    const settings = { level, limits, modules: modulesAhead, first, background };
    const child = launchZygote(python, board.folder, settings, groups);
    const line = child.stdio[3] as Duplex;
    const up = deferred<ZygoteUp>();
    const loaded = deferred<void>();
    const onGone = new Map<string, () => void>();
    const reader = new FrameReader();
    line.on('error', () => undefined);
    line.on('data', (chunk: Buffer) => {
      for (const { message } of reader.feed(chunk)) {
        const read = messageSchema.parse(message);
        if (read.op === 'up') up.resolve(read);
        else if (read.op === 'loaded') loaded.resolve();
        else onGone.get(read.id)?.();
      }
    });
    const gone = new Promise<string>((resolve) => {
      let complaint = '';
      child.stdout?.resume();
      child.stderr?.on('data', (chunk: Buffer) => (complaint = `${complaint}${chunk.toString('utf8')}`.slice(-4000)));
      child.on('error', (error) => resolve(error.message));
      child.on('exit', (code, signal) =>
        resolve(complaint.trim().split('\n').at(-1) || (signal ?? `exit code ${code}`)),
      );
    });
    void gone.then(() => board.close());
    const cleared = gone.then(() => groups && removeCgroups(groups));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<string>((resolve) => {
      timer = setTimeout(() => {
        resolve('it took more than 60 s to start');
        killGroup(child.pid);
      }, START_TIMEOUT_MS);
    });
    const failed = Promise.race([gone, late]).then((why): never => {
      throw new Problem(`the sandbox cannot be made on this machine: ${why}`);
    });
    failed.catch(() => undefined); // it also rejects when the zygote ends later
    const itsUp = await Promise.race([up.promise, failed]).finally(() => clearTimeout(timer));
    return new Zygote({ child, line, board, up: itsUp, loaded: loaded.promise, gone, cleared, onGone });
  }

  get dead(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** A sandbox with a Python that is already starting, or starts as soon as these modules are imported. */
  async spawn(modules: readonly string[]): Promise<ConfinedSandbox> {
    const id = randomBytes(6).toString('hex');
    const token = randomBytes(16).toString('hex');
    const made = deferred<ConfinedSandbox>();
    const early: [number, Parameters<ConfinedSandbox['connect']>[1]][] = [];
    let sandbox: ConfinedSandbox | undefined;
    this.#board.expect(id, token, ({ role, generation = 0 }, socket) => {
      if (role === 'control') {
        sandbox = new ConfinedSandbox(socket);
        for (const [number, channel] of early) sandbox.connect(number, channel);
        made.resolve(sandbox);
      } else if (sandbox) sandbox.connect(generation, socket);
      else early.push([generation, socket]);
    });
    const ended = deferred<string>();
    this.#onGone.set(id, () => {
      this.live -= 1;
      this.#onGone.delete(id);
      this.#board.forget(id);
      ended.resolve('it ended at once');
    });
    this.spawned += 1;
    this.live += 1;
    this.#line.write(encodeFrame({ op: 'spawn', id, token, number: this.spawned, modules }));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<string>((resolve) => {
      timer = setTimeout(() => resolve('it took more than 20 s'), SPAWN_TIMEOUT_MS);
    });
    const first = await Promise.race([made.promise, ended.promise, this.gone, late]);
    clearTimeout(timer);
    if (typeof first !== 'string') return first;
    this.#line.write(encodeFrame({ op: 'kill', id }));
    throw new Problem(`a sandbox could not be made: ${first}`);
  }

  async close(): Promise<void> {
    killGroup(this.#child.pid);
    await this.#cleared;
  }
}
