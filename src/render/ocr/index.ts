// Words in pictures, as tesseract reads them: one line of text at a time, upright.
import { askTwice } from '../tools-process.ts';
import { WarmPool } from '../../system/index.ts';
import { Ocr, type OcrReading, type TextLine } from './ocr.ts';

export type { OcrReading, TextLine, TextReader } from './ocr.ts';

/** One list of readings for each line, or what is wrong with the picture. */
export type TextsRead = { readonly lines: readonly (readonly OcrReading[])[] } | { readonly problem: string };

/** No chart has so many words. */
const MAX_LINES = 600;

const processes = new WarmPool(() => new Ocr(), 1);

export async function readTexts(lines: readonly TextLine[]): Promise<TextsRead> {
  if (lines.length > MAX_LINES) return { problem: `it has more than ${MAX_LINES} pieces of text` };
  if (lines.length === 0) return { lines: [] };
  const asked = await askTwice(() => processes.use((ocr) => ocr.read(lines)));
  return 'problem' in asked ? asked : { lines: asked.reply };
}
