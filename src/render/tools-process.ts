// A warm program of the tools image that serves requests over its standard streams, one after another. It prints a line
// when it is ready. Each request is bounded in memory, CPU time and the size of its reply.
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { Problem } from '../core/index.ts';
import { BoundedProcess, boundsFrom, treeMeter, type Bounds, type ProcessUsage } from '../system/index.ts';
import type { ToolsCommand } from './tools-image.ts';

/** The longest wait, much longer than a reply takes on a busy machine. */
const MAX_WALL_SECONDS = 180;
const MAX_REPLY = 128 * 2 ** 20;
const POLL_MS = 50;

export type RequestResult<Reply> =
  | { readonly reply: Reply }
  /** The request exceeds the bounds. */
  | { readonly problem: string }
  /** The program was lost. If it had not started, the request cannot be the cause. */
  | { readonly broken: string; readonly started: boolean };
export type Lost = Extract<RequestResult<never>, { readonly broken: string }>;

/** Sends the request a second time if the program is lost. If it is lost twice, the request is the cause. */
export async function requestTwice<Result extends object>(
  request: () => Promise<Result | Lost>,
): Promise<Result | { readonly problem: string }> {
  const first = await request();
  const result = 'broken' in first ? await request() : first;
  if (!('broken' in result)) return result;
  if (!result.started) throw new Problem(`${result.broken}: run "./pybench doctor"`);
  return { problem: result.broken };
}

export class ToolsProcess {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #process: BoundedProcess;
  readonly #name: string;
  readonly #bounds: Bounds;
  readonly #ready: Promise<boolean>;
  #ended = false;
  #received: Buffer[] = [];
  #size = 0;
  #onChange: () => void = () => {};

  constructor(name: string, { file, args, env }: ToolsCommand, bounds: Pick<Bounds, 'bytes' | 'cpuSeconds'>) {
    this.#name = name;
    this.#bounds = { ...bounds, wallSeconds: MAX_WALL_SECONDS };
    this.#child = spawn(file, args, { env, stdio: ['pipe', 'pipe', 'ignore'] });
    this.#process = new BoundedProcess(this.#child, { usage: treeMeter(), everyMs: POLL_MS });
    void this.#process.ended.then(() => {
      this.#ended = true;
      this.#onChange();
    });
    this.#child.stdin.on('error', () => this.#process.kill());
    this.#child.stdout.on('data', (chunk: Buffer) => {
      this.#received.push(chunk);
      this.#size += chunk.length;
      this.#onChange();
    });
    this.#ready = this.line().then((line) => line !== undefined);
  }

  /** Whether it can serve another request. */
  get usable(): boolean {
    return this.#process.usable;
  }

  close(): Promise<void> {
    return this.#process.close();
  }

  /** Sends the parts of a request. `read` reads the reply, or gives undefined if the program ended. `work` is for messages. */
  async request<Reply>(
    work: string,
    parts: readonly (string | Uint8Array)[],
    read: () => Promise<Reply | undefined>,
  ): Promise<RequestResult<Reply>> {
    // Until the program is ready, the request cannot be the cause of a fault.
    let excess: ((usage: ProcessUsage) => string | undefined) | undefined;
    const { result, exceeded } = await this.#process.watch<RequestResult<Reply> | undefined>(
      (usage) => excess?.(usage),
      async () => {
        if (!(await this.#ready)) return { broken: `${this.#name} of the tools image does not start`, started: false };
        excess = this.#excess(work);
        for (const part of parts) this.#child.stdin.write(part);
        const reply = await read();
        return reply === undefined ? undefined : { reply };
      },
    );
    if (exceeded !== undefined) return { problem: exceeded };
    return result ?? { broken: `${this.#name} was lost`, started: true };
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

  /** Waits until `count` gives a number, then takes this number of received bytes; undefined if the process has ended. */
  async #take(count: () => number | undefined): Promise<Buffer | undefined> {
    for (;;) {
      const size = count();
      if (size !== undefined) {
        const all = Buffer.concat(this.#received);
        this.#received = [all.subarray(size)];
        this.#size = all.length - size;
        return all.subarray(0, size);
      }
      if (this.#ended) return undefined;
      await new Promise<void>((resolve) => (this.#onChange = resolve));
    }
  }

  /** A test of the bounds, with usage counted from this call on; it describes the bound that is exceeded. */
  #excess(work: string): (usage: ProcessUsage) => string | undefined {
    const exceeded = boundsFrom(this.#process.usage(), this.#bounds);
    const reasons = {
      bytes: 'took too much memory',
      cpuSeconds: `took more than ${this.#bounds.cpuSeconds} s of CPU time`,
      wallSeconds: 'did not end',
    };
    return (usage) => {
      const bound = exceeded(usage);
      if (bound) return `${work} ${reasons[bound]}`;
      return this.#size > MAX_REPLY ? `${work} returned too much data` : undefined;
    };
  }
}
