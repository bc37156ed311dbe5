// Words in pictures, as tesseract reads them: one line of text at a time, upright.
import { Problem } from '../../core/index.ts';
import { WarmPool } from '../warm-pool.ts';
import { Ocr, type OcrReply, type TextLine } from './ocr.ts';

export type { Reading, TextLine, TextReader } from './ocr.ts';

export type TextsRead = Exclude<OcrReply, { readonly broken: string }>;

/** A request with more lines is cut into several processes' worth of patience: no chart has so many words. */
const MAX_LINES = 600;

const processes = new WarmPool(() => new Ocr(), 1);

/** One list of readings for each line. A `problem` is the picture's own; a process that is lost twice is lost to it. */
export async function readTexts(lines: readonly TextLine[]): Promise<TextsRead> {
  if (lines.length > MAX_LINES) return { problem: `it has more than ${MAX_LINES} pieces of text` };
  if (lines.length === 0) return { lines: [] };
  let reply = await processes.use((ocr) => ocr.read(lines));
  if ('broken' in reply) reply = await processes.use((ocr) => ocr.read(lines));
  if (!('broken' in reply)) return reply;
  if (reply.broken === 'tesseract does not start')
    throw new Problem('tesseract of the tools image does not start: run "./pybench doctor"');
  return { problem: reply.broken };
}
