// A warm program of the tools image that is asked over its standard streams, one thing after another. It says a line when it
// is ready. While it answers it is bounded in memory, CPU time and the size of its answer.
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { Problem } from '../core/index.ts';
import type { ToolsCommand } from './tools-image.ts';
import { below, treeUsage } from '../system/index.ts';

export interface Bounds {
  /** Of the program and all that it starts. */
  readonly bytes: number;
  /** Of computing, which does not depend on the machine's load. */
  readonly cpuSeconds: number;
}

/** A cap on waiting, far beyond what the computing takes on a busy machine. */
const MAX_MS = 180_000;
const MAX_REPLY = 128 * 2 ** 20;
const POLL_MS = 50;

export type Asked<Reply> =
  | { readonly reply: Reply }
  /** What was asked goes beyond the bounds. */
  | { readonly problem: string }
  /** The program was lost. Where it had not started, what was asked cannot be the reason. */
  | { readonly broken: string; readonly started: boolean };

export type Lost = Extract<Asked<never>, { readonly broken: string }>;

/** Asks a second time where the program is lost: what it is lost to twice is at fault. */
export async function askTwice<Answer extends object>(
  ask: () => Promise<Answer | Lost>,
): Promise<Answer | { readonly problem: string }> {
  const first = await ask();
  const answer = 'broken' in first ? await ask() : first;
  if (!('broken' in answer)) return answer;
  if (!answer.started) throw new Problem(`${answer.broken}: run "./pybench doctor"`);
  return { problem: answer.broken };
}

export class ToolsProcess {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #name: string;
  readonly #bounds: Bounds;
  readonly #ready: Promise<boolean>;
  #alive = true;
  #received: Buffer[] = [];
  #size = 0;
  #heard: () => void = () => {};

  constructor(name: string, { file, args, env }: ToolsCommand, bounds: Bounds) {
    this.#name = name;
    this.#bounds = bounds;
    this.#child = spawn(file, args, { env, stdio: ['pipe', 'pipe', 'ignore'] });
    this.#child.on('error', () => this.#lose());
    this.#child.on('close', () => this.#lose());
    this.#child.stdin.on('error', () => this.#lose());
    this.#child.stdout.on('data', (chunk: Buffer) => {
      this.#received.push(chunk);
      this.#size += chunk.length;
      this.#heard();
    });
    this.#ready = this.line().then((line) => line !== undefined);
    this.#rest();
  }

  /** Fit for another question. */
  get usable(): boolean {
    return this.#alive;
  }

  /** Sends all of `question`; `read` takes the answer, and gives undefined where the program ends before. `work` is for messages. */
  async ask<Reply>(
    work: string,
    question: readonly (string | Uint8Array)[],
    read: () => Promise<Reply | undefined>,
  ): Promise<Asked<Reply>> {
    this.#work();
    let watch: NodeJS.Timeout | undefined;
    let exceeded: string | undefined;
    try {
      if (!(await this.#ready)) return { broken: `${this.#name} of the tools image does not start`, started: false };
      const excess = this.#watch();
      watch = setInterval(() => {
        const why = excess();
        if (why === undefined) return;
        exceeded ??= `${work} ${why}`;
        this.#kill();
      }, POLL_MS);
      for (const part of question) this.#child.stdin.write(part);
      const reply = await read();
      if (exceeded !== undefined) return { problem: exceeded };
      return reply === undefined ? { broken: `${this.#name} was lost`, started: true } : { reply };
    } finally {
      clearInterval(watch);
      this.#rest();
    }
  }

  async line(): Promise<string | undefined> {
    let searched = 0;
    const taken = await this.#take(() => {
      const found = this.#received.slice(searched).findIndex((chunk) => chunk.includes(0x0a));
      if (found < 0) searched = this.#received.length;
      return found < 0 ? undefined : Buffer.concat(this.#received).indexOf(0x0a) + 1;
    });
    return taken?.toString('utf8');
  }

  bytes(count: number): Promise<Buffer | undefined> {
    return this.#take(() => (this.#size >= count ? count : undefined));
  }

  /** As many bytes as `count` says, as soon as it says so; undefined once the process is gone. */
  async #take(count: () => number | undefined): Promise<Buffer | undefined> {
    for (;;) {
      const size = count();
      if (size !== undefined) {
        const all = Buffer.concat(this.#received);
        this.#received = [all.subarray(size)];
        this.#size = all.length - size;
        return all.subarray(0, size);
      }
      if (!this.#alive) return undefined;
      await new Promise<void>((resolve) => (this.#heard = resolve));
    }
  }

  /** From now on: says why the program must end, once it must. */
  #watch(): () => string | undefined {
    const pid = this.#child.pid ?? 0;
    const { bytes, cpuSeconds } = this.#bounds;
    const before = treeUsage(pid).cpuSeconds;
    const startedAt = performance.now();
    return () => {
      const usage = treeUsage(pid);
      if (usage.bytes > bytes) return 'took too much memory';
      if (usage.cpuSeconds - before > cpuSeconds) return `took more than ${cpuSeconds} s of computing`;
      if (performance.now() - startedAt > MAX_MS) return 'did not end';
      return this.#size > MAX_REPLY ? 'gave too much' : undefined;
    };
  }

  #lose(): void {
    this.#alive = false;
    this.#heard();
  }

  #kill(): void {
    const { pid } = this.#child;
    for (const each of pid === undefined ? [] : [...below(pid), pid]) {
      try {
        process.kill(each, 'SIGKILL');
      } catch {
        // It has just ended.
      }
    }
    this.#lose();
  }

  #work(): void {
    this.#child.ref();
    for (const stream of [this.#child.stdin, this.#child.stdout]) (stream as { ref?: () => void }).ref?.();
  }

  /** While it has nothing to do it does not keep this process alive; it ends with it. */
  #rest(): void {
    this.#child.unref();
    for (const stream of [this.#child.stdin, this.#child.stdout]) (stream as { unref?: () => void }).unref?.();
  }
}
