// Reads documents of any supported format: the visible content, block by block, and data such as comments and
// properties.
import { extname } from 'node:path';
import { FormatProblem } from '../problem.ts';
import { docxOutline, odtOutline, pptxOutline } from './outline-office.ts';
import {
  calendarOutline,
  htmlOutline,
  mailOutline,
  markdownOutline,
  notebookOutline,
  srtOutline,
  textOutline,
} from './outline-text.ts';
import { pdfOutline } from './outline-pdf.ts';
import { readZip } from '../archives/zip.ts';

export type OutlineBlock =
  | { readonly kind: 'heading'; readonly text: string; readonly level: number }
  | {
      readonly kind: 'paragraph' | 'item';
      readonly text: string;
      /** The displayed style name, if the format has styles. */
      readonly style?: string;
      /** The bold or italic text, run by run. */
      readonly bold?: readonly string[];
      readonly italic?: readonly string[];
    }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'code'; readonly text: string };

export interface Outline {
  /** In document order; slides and pages follow one another. */
  readonly blocks: readonly OutlineBlock[];
  readonly links: readonly { readonly text: string; readonly target: string }[];
  /** Title, author, subject and other properties, by lower-case name. */
  readonly properties: Readonly<Record<string, string>>;
  /** The text of every page of a PDF. */
  readonly pages?: readonly string[];
  /** Entries of a PDF's outline; 1 is the outermost level. */
  readonly bookmarks?: readonly { readonly level: number; readonly text: string }[];
  readonly fields?: Readonly<Record<string, string>>;
  /** Tracked changes that are neither accepted nor rejected. */
  readonly changes?: readonly { readonly author: string; readonly text: string }[];
  readonly comments?: readonly { readonly author: string; readonly text: string }[];
  readonly headers?: readonly string[];
  readonly footers?: readonly string[];
  readonly slides?: readonly { readonly title: string; readonly text: string; readonly notes: string }[];
  /** Files of an archive, attachments of a mail. */
  readonly members?: ReadonlyMap<string, Uint8Array>;
}

const readers: Readonly<Record<string, (bytes: Uint8Array) => Outline | Promise<Outline>>> = {
  '.docx': docxOutline,
  '.odt': odtOutline,
  '.pptx': pptxOutline,
  '.pdf': pdfOutline,
  '.md': markdownOutline,
  '.html': htmlOutline,
  '.htm': htmlOutline,
  '.eml': mailOutline,
  '.ics': calendarOutline,
  '.srt': srtOutline,
  '.ipynb': notebookOutline,
  '.txt': textOutline,
  '.log': textOutline,
  '.zip': async (bytes) => ({ blocks: [], links: [], properties: {}, members: await readZip(bytes) }),
};

/** The path determines the expected format. */
export async function readOutline(path: string, bytes: Uint8Array): Promise<Outline> {
  const read = readers[extname(path).toLowerCase()];
  if (!read) throw new Error(`${path}: its ending is none of ${Object.keys(readers).join(', ')}`);
  if (bytes.length === 0) throw new FormatProblem('the file is empty');
  return await read(bytes);
}
