// One warm LibreOffice, which calculates and draws workbooks and prints documents.
import { z } from 'zod';
import { drawnSheetsSchema, type DrawnSheet } from '../../formats/index.ts';
import { pythonScript } from '../../system/index.ts';
import { toolsCommand } from '../tools-image.ts';
import { ToolsProcess, type Lost } from '../tools-process.ts';

/** For one document. */
const BOUNDS = { bytes: 1.5 * 2 ** 30, cpuSeconds: 20 };

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
  /** Sheets of a workbook to be drawn, each on pages cut to its size; an empty name stands for the first visible sheet. */
  readonly sheets?: readonly string[];
}

export type Rendered =
  /** For a workbook: its cells after every formula was calculated again. */
  | { readonly sheets?: readonly DrawnSheet[]; readonly files: ReadonlyMap<string, Uint8Array> }
  /** The document is the cause: it cannot be opened, exceeds the bounds, or breaks LibreOffice. */
  | { readonly problem: string };

export class Office {
  readonly #process: ToolsProcess;

  constructor() {
    const program = ['office_workbook', 'office'].map(pythonScript).join('\n');
    const command = toolsCommand(['/usr/bin/python3', '-c', program], { tmp: '512m' });
    this.#process = new ToolsProcess('LibreOffice', command, BOUNDS);
  }

  /** Whether it can render another document. */
  get usable(): boolean {
    return this.#process.usable;
  }

  close(): Promise<void> {
    return this.#process.close();
  }

  async render({ bytes, ending, wanted, sheets = [] }: OfficeRequest): Promise<Rendered | Lost> {
    const head = `${JSON.stringify({ ending, wanted, sheets, size: bytes.length })}\n`;
    const result = await this.#process.request('rendering it', [head, bytes], () => this.#read());
    return 'reply' in result ? result.reply : result;
  }

  async #read(): Promise<Rendered | undefined> {
    const line = await this.#process.line();
    if (line === undefined) return undefined;
    const reply = replySchema.parse(JSON.parse(line));
    const files = new Map<string, Uint8Array>();
    for (const { name, size } of reply.files) {
      const body = await this.#process.bytes(size);
      if (!body) return undefined;
      files.set(name, body);
    }
    if (reply.problem !== undefined) return { problem: reply.problem };
    return { ...(reply.sheets ? { sheets: reply.sheets } : {}), files };
  }
}
