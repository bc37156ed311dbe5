// Writes PDF: pages of text, tables and an outline, with bundled fonts and constant dates, so that the bytes are
// stable.
import { fonts, needsChinese } from './fonts.ts';

export type PdfBlock =
  | { readonly kind: 'heading'; readonly text: string; readonly level?: 1 | 2 | 3 }
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly size?: number;
      readonly align?: 'left' | 'center' | 'right';
    }
  | {
      readonly kind: 'table';
      readonly rows: readonly (readonly string[])[];
      /** Column widths in points; by default equal widths fill the page. */
      readonly widths?: readonly number[];
      readonly align?: readonly ('left' | 'center' | 'right')[];
    }
  | { readonly kind: 'picture'; readonly png: Uint8Array; readonly width: number }
  | { readonly kind: 'page-break' };

export interface PdfOptions {
  readonly title?: string;
  readonly author?: string;
  readonly size?: 'A4' | 'A5' | 'LETTER';
  readonly landscape?: boolean;
  /** Headings become entries of the outline. */
  readonly outline?: boolean;
  /** The footer of each page; {page} and {pages} are replaced. */
  readonly footer?: string;
  /** The creation time, in UTC. */
  readonly date?: Date;
}

type Document = PDFKit.PDFDocument;

const MARGIN = 56;
const HEADING_SIZES = { 1: 18, 2: 14, 3: 12 } as const;
const TEXT_SIZE = 10.5;
const CELL = 4;

export async function writePdf(blocks: readonly PdfBlock[], options: PdfOptions = {}): Promise<Uint8Array> {
  const { default: PDFDocument } = await import('pdfkit');
  const date = options.date ?? new Date(Date.UTC(2024, 0, 1));
  const document = new PDFDocument({
    size: options.size ?? 'A4',
    layout: options.landscape ? 'landscape' : 'portrait',
    margin: MARGIN,
    bufferPages: true,
    info: { Title: options.title ?? '', Author: options.author ?? '', CreationDate: date, ModDate: date },
  });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => document.once('end', resolve));
  document
    .registerFont('regular', fonts.regular)
    .registerFont('bold', fonts.bold)
    .registerFont('chinese', fonts.chinese);
  for (const block of blocks) putBlock(document, block, options.outline ?? false);
  if (options.footer !== undefined) putFooters(document, options.footer);
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

/** Each text uses one font: the Chinese font has Latin letters too, but no bold face. */
const use = (document: Document, text: string, bold = false) =>
  document.font(needsChinese(text) ? 'chinese' : bold ? 'bold' : 'regular');

function putBlock(document: Document, block: PdfBlock, outline: boolean): void {
  if (block.kind === 'page-break') document.addPage();
  else if (block.kind === 'picture') document.image(Buffer.from(block.png), { width: block.width }).moveDown(0.5);
  else if (block.kind === 'table') putTable(document, block);
  else if (block.kind === 'heading') {
    if (outline) document.outline.addItem(block.text);
    use(document, block.text, true)
      .fontSize(HEADING_SIZES[block.level ?? 1])
      .text(block.text, MARGIN)
      .moveDown(0.4);
  } else {
    const align = block.align ?? 'left';
    use(document, block.text)
      .fontSize(block.size ?? TEXT_SIZE)
      .text(block.text, MARGIN, undefined, { align })
      .moveDown(0.4);
  }
}

/** The first row is repeated on every page of the table. */
function putTable(document: Document, { rows, widths, align }: Extract<PdfBlock, { kind: 'table' }>): void {
  const whole = document.page.width - 2 * MARGIN;
  const columns = rows[0]?.length ?? 1;
  const sizes = widths ?? Array.from({ length: columns }, () => whole / columns);
  const bottom = document.page.height - MARGIN;
  document.fontSize(TEXT_SIZE);
  const heightOf = (row: readonly string[], bold: boolean) =>
    Math.max(
      ...row.map((text, at) =>
        use(document, text, bold).heightOfString(text || ' ', { width: (sizes[at] ?? 50) - 2 * CELL }),
      ),
    ) +
    2 * CELL;
  let y = document.y;
  const put = (row: readonly string[], bold: boolean, height: number) => {
    let x = MARGIN;
    for (const [at, text] of row.entries()) {
      const width = sizes[at] ?? 50;
      document.lineWidth(0.5).rect(x, y, width, height).stroke();
      use(document, text, bold).text(text, x + CELL, y + CELL, {
        width: width - 2 * CELL,
        align: align?.[at] ?? 'left',
      });
      x += width;
    }
    y += height;
  };
  for (const [index, row] of rows.entries()) {
    const height = heightOf(row, index === 0);
    if (y + height > bottom) {
      document.addPage();
      y = MARGIN;
      const [head] = rows;
      if (head && index > 0) put(head, true, heightOf(head, true));
    }
    put(row, index === 0, height);
  }
  document.x = MARGIN;
  document.y = y;
  document.moveDown(0.6);
}

function putFooters(document: Document, footer: string): void {
  const { count } = document.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    document.switchToPage(page);
    const text = footer.replaceAll('{page}', String(page + 1)).replaceAll('{pages}', String(count));
    // Below the margin, where text would otherwise start a new page.
    document.page.margins.bottom = 0;
    use(document, text)
      .fontSize(9)
      .text(text, MARGIN, document.page.height - 40, {
        align: 'center',
        lineBreak: false,
        width: document.page.width - 2 * MARGIN,
      });
  }
}
