// Writes DOCX: text, lists, tables, comments and tracked changes; the same blocks always give the same bytes.
import type * as Docx from 'docx';
import { fflate } from '../load.ts';
import { writeOffice } from './office.ts';

interface DocxRun {
  readonly text: string;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  /** "rrggbb". */
  readonly color?: string;
  readonly highlight?: 'yellow' | 'green' | 'cyan';
  /** A tracked change by this author. */
  readonly inserted?: string;
  readonly deleted?: string;
  readonly comment?: { readonly author: string; readonly text: string };
}

export type DocxBlock =
  | { readonly kind: 'heading'; readonly text: string; readonly level?: 1 | 2 | 3 }
  | {
      readonly kind: 'paragraph';
      readonly runs: readonly (string | DocxRun)[];
      readonly list?: 'bullet' | 'number';
      readonly align?: 'left' | 'center' | 'right';
    }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'page-break' };

export interface DocxOptions {
  readonly title?: string;
  readonly author?: string;
  readonly header?: string;
  readonly footer?: string;
  /** The time of the file, its changes and its comments. */
  readonly date?: Date;
}

export async function writeDocx(blocks: readonly DocxBlock[], options: DocxOptions = {}): Promise<Uint8Array> {
  const docx = await import('docx');
  const date = (options.date ?? new Date(Date.UTC(2024, 0, 1))).toISOString().replace('.000Z', 'Z');
  const writer = new Writer(docx, date);
  const children = blocks.map((block) => writer.block(block));
  const line = (text: string) => new docx.Paragraph({ children: [new docx.TextRun(text)] });
  const document = new docx.Document({
    creator: options.author ?? 'Office',
    lastModifiedBy: options.author ?? 'Office',
    title: options.title ?? '',
    styles: {
      default: { document: { run: { font: { ascii: 'Calibri', hAnsi: 'Calibri', eastAsia: 'SimSun' }, size: 22 } } },
    },
    numbering: {
      config: [{ reference: 'numbers', levels: [{ level: 0, format: 'decimal', text: '%1.', alignment: 'left' }] }],
    },
    comments: { children: writer.comments },
    sections: [
      {
        children,
        ...(options.header !== undefined && {
          headers: { default: new docx.Header({ children: [line(options.header)] }) },
        }),
        ...(options.footer !== undefined && {
          footers: { default: new docx.Footer({ children: [line(options.footer)] }) },
        }),
      },
    ],
  });
  return normalize(await docx.Packer.toBuffer(document), date);
}

class Writer {
  readonly comments: Docx.ICommentOptions[] = [];
  readonly #docx: typeof Docx;
  readonly #date: string;
  #changes = 0;

  constructor(docx: typeof Docx, date: string) {
    this.#docx = docx;
    this.#date = date;
  }

  block(block: DocxBlock): Docx.Paragraph | Docx.Table {
    const { Paragraph, Table, TableCell, TableRow, HeadingLevel, PageBreak } = this.#docx;
    if (block.kind === 'page-break') return new Paragraph({ children: [new PageBreak()] });
    if (block.kind === 'heading')
      return new Paragraph({ text: block.text, heading: HeadingLevel[`HEADING_${block.level ?? 1}`] });
    if (block.kind === 'table')
      return new Table({
        width: { size: 100, type: 'pct' },
        rows: block.rows.map(
          (row) => new TableRow({ children: row.map((text) => new TableCell({ children: [new Paragraph(text)] })) }),
        ),
      });
    return new Paragraph({
      children: block.runs.flatMap((run) => this.#run(typeof run === 'string' ? { text: run } : run)),
      ...(block.align && { alignment: block.align }),
      ...(block.list === 'bullet' && { bullet: { level: 0 } }),
      ...(block.list === 'number' && { numbering: { reference: 'numbers', level: 0 } }),
    });
  }

  #run({
    text,
    bold,
    italic,
    underline,
    color,
    highlight,
    inserted,
    deleted,
    comment,
  }: DocxRun): Docx.ParagraphChild[] {
    const { TextRun, InsertedTextRun, DeletedTextRun, CommentRangeStart, CommentRangeEnd, CommentReference } =
      this.#docx;
    const look = {
      text,
      ...(bold && { bold }),
      ...(italic && { italics: true }),
      ...(underline && { underline: {} }),
      ...(color !== undefined && { color }),
      ...(highlight && { highlight }),
    };
    const change = (author: string) => ({ ...look, id: (this.#changes += 1), author, date: this.#date });
    if (inserted !== undefined) return [new InsertedTextRun(change(inserted))];
    if (deleted !== undefined) return [new DeletedTextRun(change(deleted))];
    if (!comment) return [new TextRun(look)];
    const id = this.comments.length;
    this.comments.push({
      id,
      author: comment.author,
      date: new Date(this.#date),
      children: [new this.#docx.Paragraph(comment.text)],
    });
    return [
      new CommentRangeStart(id),
      new TextRun(look),
      new CommentRangeEnd(id),
      new TextRun({ children: [new CommentReference(id)] }),
    ];
  }
}

/** The library writes the current time and random ids; constants replace both. */
function normalize(bytes: Uint8Array, date: string): Uint8Array {
  const parts: Record<string, Uint8Array | string> = fflate().unzipSync(bytes);
  const core = parts['docProps/core.xml'];
  if (core instanceof Uint8Array)
    parts['docProps/core.xml'] = Buffer.from(core)
      .toString()
      .replaceAll(/(<dcterms:\w+[^>]*>)[^<]*/g, `$1${date}`);
  return writeOffice(parts);
}
