// One LibreOffice as the parent sees it: a warm process in the tools image, bounded in memory and CPU time.
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { z } from 'zod';
import { drawnSheetsSchema, type DrawnSheet } from '../../formats/index.ts';
import { toolsCommand } from '../tools-image.ts';
import { below, treeUsage } from '../usage.ts';
import { officeScript } from './script.ts';

const MAX_BYTES = 1.5 * 2 ** 30;
/** Of computing, which does not depend on the machine's load; and a cap on waiting. */
const MAX_CPU_SECONDS = 20;
const MAX_MS = 180_000;
const MAX_REPLY = 128 * 2 ** 20;
const POLL_MS = 100;

const replySchema = z.object({
  sheets: drawnSheetsSchema.optional(),
  problem: z.string().optional(),
  files: z.array(z.object({ name: z.string(), size: z.int().nonnegative() })),
});

export interface OfficeRequest {
  readonly bytes: Uint8Array;
  /** `.xlsx`, `.docx`, `.ods`, … */
  readonly ending: string;
  readonly wanted: readonly 'pdf'[];
  /** Sheets of a workbook to be drawn, each on pages cut to its size; an empty name is the first one that is shown. */
  readonly sheets?: readonly string[];
}

export type OfficeReply =
  /** Of a workbook: its cells after every formula was calculated again. */
  | { readonly sheets?: readonly DrawnSheet[]; readonly files: ReadonlyMap<string, Uint8Array> }
  /** The document is at fault: it cannot be opened, or goes beyond the bounds. */
  | { readonly problem: string }
  /** LibreOffice was lost; the document may be the reason. */
  | { readonly broken: string };

export class Office {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #ready: Promise<boolean>;
  #alive = true;
  #received: Buffer[] = [];
  #size = 0;
  #heard: () => void = () => {};

  constructor() {
    const { file, args, env } = toolsCommand(['/usr/bin/python3', '-c', officeScript], { tmp: '512m' });
    this.#child = spawn(file, args, { env, stdio: ['pipe', 'pipe', 'ignore'] });
    this.#child.on('error', () => this.#lose());
    this.#child.on('close', () => this.#lose());
    this.#child.stdin.on('error', () => this.#lose());
    this.#child.stdout.on('data', (chunk: Buffer) => {
      this.#received.push(chunk);
      this.#size += chunk.length;
      this.#heard();
    });
    this.#ready = this.#line().then((line) => line !== undefined);
    this.#rest();
  }

  /** Fit for another document. */
  get usable(): boolean {
    return this.#alive;
  }

  async render({ bytes, ending, wanted, sheets = [] }: OfficeRequest): Promise<OfficeReply> {
    this.#work();
    let exceeded: string | undefined;
    const stop = (why: string) => {
      exceeded ??= why;
      this.#kill();
    };
    let watch: NodeJS.Timeout | undefined;
    try {
      if (!(await this.#ready)) return { broken: 'LibreOffice does not start' };
      const pid = this.#child.pid ?? 0;
      const before = treeUsage(pid).cpuSeconds;
      const startedAt = performance.now();
      watch = setInterval(() => {
        const usage = treeUsage(pid);
        if (usage.bytes > MAX_BYTES) stop('rendering it took too much memory');
        else if (usage.cpuSeconds - before > MAX_CPU_SECONDS)
          stop(`rendering it took more than ${MAX_CPU_SECONDS} s of computing`);
        else if (performance.now() - startedAt > MAX_MS) stop('rendering it did not end');
        else if (this.#size > MAX_REPLY) stop('its rendering is too large');
      }, POLL_MS);
      this.#child.stdin.write(`${JSON.stringify({ ending, wanted, sheets, size: bytes.length })}\n`);
      this.#child.stdin.write(bytes);
      const line = await this.#line();
      const reply = line === undefined ? undefined : replySchema.parse(JSON.parse(line));
      const files = new Map<string, Uint8Array>();
      for (const { name, size } of reply?.files ?? []) {
        const body = await this.#take(() => (this.#size >= size ? size : undefined));
        if (body) files.set(name, body);
      }
      if (exceeded !== undefined) return { problem: exceeded };
      if (!reply) return { broken: 'LibreOffice was lost' };
      if (reply.problem !== undefined) return { problem: reply.problem };
      return { ...(reply.sheets ? { sheets: reply.sheets } : {}), files };
    } finally {
      clearInterval(watch);
      this.#rest();
    }
  }

  async #line(): Promise<string | undefined> {
    const taken = await this.#take(() => {
      const at = Buffer.concat(this.#received).indexOf(0x0a);
      return at < 0 ? undefined : at + 1;
    });
    return taken?.toString('utf8');
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
