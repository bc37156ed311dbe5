// The renderer: a service that draws documents with LibreOffice and reads words in pictures with tesseract.
import { WarmPool } from '../system/index.ts';
import { Ocr, type OcrReading, type TextLine } from './ocr/ocr.ts';
import { Office, type OfficeRequest, type Rendered } from './office/office.ts';
import { requestTwice } from './tools-process.ts';

/** The most lines of one request; charts have fewer. */
const MAX_LINES = 600;

/** One list of readings for each line, or what is wrong with the picture. */
type TextsRead = { readonly lines: readonly (readonly OcrReading[])[] } | { readonly problem: string };

export interface Renderer {
  /** Opens a document, calculates its formulas, and prints it as a PDF if `wanted` names it. */
  renderOffice(request: OfficeRequest): Promise<Rendered>;
  /** Reads one line of text after another, each upright. */
  readTexts(lines: readonly TextLine[]): Promise<TextsRead>;
  /** Ends its processes and waits until they have ended. */
  close(): Promise<void>;
}

/** The processes start on first use. */
export function openRenderer(): Renderer {
  const offices = new WarmPool(() => new Office(), 1);
  const readers = new WarmPool(() => new Ocr(), 1);
  return {
    renderOffice: (request) => requestTwice(() => offices.use((office) => office.render(request))),
    readTexts: (lines) => readTexts(lines, readers),
    close: async () => void (await Promise.all([offices.close(), readers.close()])),
  };
}

async function readTexts(lines: readonly TextLine[], readers: WarmPool<Ocr>): Promise<TextsRead> {
  if (lines.length > MAX_LINES) return { problem: `it has more than ${MAX_LINES} pieces of text` };
  if (lines.length === 0) return { lines: [] };
  const result = await requestTwice(() => readers.use((ocr) => ocr.read(lines)));
  return 'problem' in result ? result : { lines: result.reply };
}
