// One tesseract as the parent sees it: a warm process in the tools image, bounded in memory and CPU time.
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { z } from 'zod';
import { toolsCommand } from '../tools-image.ts';
import { below, treeUsage } from '../usage.ts';
import { ocrScript } from './script.ts';

const MAX_BYTES = 2 ** 30;
/** Of computing, for one picture; and a cap on waiting. */
const MAX_CPU_SECONDS = 20;
const MAX_MS = 180_000;
const POLL_MS = 50;

const readingSchema = z.object({ text: z.string(), confidence: z.int() });
const replySchema = z.array(z.array(readingSchema));
export type Reading = z.infer<typeof readingSchema>;

export interface TextLine {
  readonly width: number;
  readonly height: number;
  /** Grey levels row by row: dark letters on white, upright, some 30 pixels high. */
  readonly data: Uint8Array;
  /** How it is read: each way gives a reading. */
  readonly readers: readonly TextReader[];
  /** Modes of tesseract: 7 is a line of text, 8 a word, 13 a line without looking for words. */
  readonly mode: 7 | 8 | 13;
}

export interface TextReader {
  readonly language: 'eng' | 'chi_sim';
  /** Only these letters can be read. */
  readonly letters?: string;
}

export type OcrReply =
  | { readonly lines: readonly (readonly Reading[])[] }
  /** The picture is at fault: it takes too long. */
  | { readonly problem: string }
  | { readonly broken: string };

export class Ocr {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #ready: Promise<boolean>;
  #alive = true;
  #text = '';
  #heard: () => void = () => {};

  constructor() {
    const { file, args, env } = toolsCommand(['/usr/bin/python3', '-c', ocrScript]);
    // Its threads wait for each other busily, which costs more than they gain on a line of text.
    this.#child = spawn(file, args, { env: { ...env, OMP_THREAD_LIMIT: '1' }, stdio: ['pipe', 'pipe', 'ignore'] });
    this.#child.on('error', () => this.#lose());
    this.#child.on('close', () => this.#lose());
    this.#child.stdin.on('error', () => this.#lose());
    this.#child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      this.#text += chunk;
      this.#heard();
    });
    this.#ready = this.#line().then((line) => line !== undefined);
    this.#rest();
  }

  /** Fit for another picture. */
  get usable(): boolean {
    return this.#alive;
  }

  async read(lines: readonly TextLine[]): Promise<OcrReply> {
    this.#work();
    let exceeded: string | undefined;
    let watch: NodeJS.Timeout | undefined;
    try {
      if (!(await this.#ready)) return { broken: 'tesseract does not start' };
      const pid = this.#child.pid ?? 0;
      const before = treeUsage(pid).cpuSeconds;
      const startedAt = performance.now();
      const stop = (why: string) => {
        exceeded ??= why;
        this.#kill();
      };
      watch = setInterval(() => {
        const usage = treeUsage(pid);
        if (usage.bytes > MAX_BYTES) stop('reading its words took too much memory');
        else if (usage.cpuSeconds - before > MAX_CPU_SECONDS)
          stop(`reading its words took more than ${MAX_CPU_SECONDS} s of computing`);
        else if (performance.now() - startedAt > MAX_MS) stop('reading its words did not end');
      }, POLL_MS);
      const head = lines.map(({ width, height, readers, mode }) => ({ width, height, readers, mode }));
      this.#child.stdin.write(`${JSON.stringify({ lines: head })}\n`);
      for (const { data } of lines) this.#child.stdin.write(data);
      const line = await this.#line();
      if (exceeded !== undefined) return { problem: exceeded };
      if (line === undefined) return { broken: 'tesseract was lost' };
      return { lines: replySchema.parse(JSON.parse(line)) };
    } finally {
      clearInterval(watch);
      this.#rest();
    }
  }

  async #line(): Promise<string | undefined> {
    for (;;) {
      const end = this.#text.indexOf('\n');
      if (end >= 0) {
        const line = this.#text.slice(0, end);
        this.#text = this.#text.slice(end + 1);
        return line;
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
