// One warm tesseract, which reads lines of text in pictures.
import { z } from 'zod';
import { pythonScript } from '../../system/index.ts';
import { toolsCommand } from '../tools-image.ts';
import { ToolsProcess, type RequestResult } from '../tools-process.ts';

/** For one picture. */
const BOUNDS = { bytes: 2 ** 30, cpuSeconds: 20 };

const readingSchema = z.object({ text: z.string(), confidence: z.int() });
const replySchema = z.array(z.array(readingSchema));
export type OcrReading = z.infer<typeof readingSchema>;

export interface TextLine {
  readonly width: number;
  readonly height: number;
  /** Grey levels row by row: dark letters on white, upright, some 30 pixels high. */
  readonly data: Uint8Array;
  /** The ways in which the line is read; each gives one reading. */
  readonly readers: readonly TextReader[];
  /** Modes of tesseract: 7 is a line of text, 8 a word, 13 a line without looking for words. */
  readonly mode: 7 | 8 | 13;
}

export interface TextReader {
  readonly language: 'eng' | 'chi_sim';
  /** Only these letters can be read. */
  readonly letters?: string;
}

export class Ocr {
  readonly #process: ToolsProcess;

  constructor() {
    const command = toolsCommand(['/usr/bin/python3', '-c', pythonScript('ocr')]);
    // Threads of tesseract wait in busy loops, which costs more than they gain on a line of text.
    const env = { ...command.env, OMP_THREAD_LIMIT: '1' };
    this.#process = new ToolsProcess('tesseract', { ...command, env }, BOUNDS);
  }

  /** Whether it can read another picture. */
  get usable(): boolean {
    return this.#process.usable;
  }

  close(): Promise<void> {
    return this.#process.close();
  }

  async read(lines: readonly TextLine[]): Promise<RequestResult<readonly (readonly OcrReading[])[]>> {
    const head = lines.map(({ width, height, readers, mode }) => ({ width, height, readers, mode }));
    const parts = [`${JSON.stringify({ lines: head })}\n`, ...lines.map(({ data }) => data)];
    return await this.#process.request('reading its words', parts, async () => {
      const line = await this.#process.line();
      return line === undefined ? undefined : replySchema.parse(JSON.parse(line));
    });
  }
}
