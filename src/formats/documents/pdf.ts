// Reads PDF with PDFium in WebAssembly: pages, their sizes and text, and a page as a picture.
// PDFium would inflate a stream of gigabytes without a limit, so the size of streams is checked first.
import { readObjects } from './pdf-syntax.ts';
import { FormatProblem } from '../problem.ts';
import type { Pixels } from '../pictures/raster.ts';

export interface PdfPage {
  /** In points, 72 per inch. */
  readonly width: number;
  readonly height: number;
  readonly text: string;
}

const MAX_PAGES = 500;
const MAX_TEXT = 10_000_000;
const MAX_PIXELS = 20_000_000;

export async function readPdf(bytes: Uint8Array): Promise<{ pages: PdfPage[] }> {
  return await withDocument(bytes, async (document) => {
    const pages: PdfPage[] = [];
    let left = MAX_TEXT;
    for (const page of document.pages()) {
      const { originalWidth: width, originalHeight: height } = page.getOriginalSize();
      const text = page.getText().replaceAll('\r\n', '\n');
      left -= text.length;
      if (left < 0) throw new FormatProblem('the PDF has too much text');
      pages.push({ width, height, text });
    }
    return { pages };
  });
}

/** A page, counted from 0, at this many pixels per inch. */
export async function drawPdfPage(bytes: Uint8Array, index: number, dpi = 100): Promise<Pixels> {
  return await withDocument(bytes, async (document) => {
    if (index >= document.getPageCount()) throw new FormatProblem(`the PDF has no page ${index + 1}`);
    const page = document.getPage(index);
    const { originalWidth, originalHeight } = page.getOriginalSize();
    const scale = dpi / 72;
    if (originalWidth * originalHeight * scale * scale > MAX_PIXELS)
      throw new FormatProblem(`page ${index + 1} of the PDF is too large to be drawn`);
    // When asked for BGRA, the library returns RGBA.
    const { width, height, data } = await page.render({ scale, render: 'bitmap', colorSpace: 'BGRA' });
    return { width, height, channels: 3, data: data.filter((_, at) => at % 4 !== 3) };
  });
}

type Document = Awaited<ReturnType<Awaited<ReturnType<typeof library>>['loadDocument']>>;

async function library() {
  const { PDFiumLibrary } = await import('@hyzyla/pdfium');
  return await PDFiumLibrary.init();
}

async function withDocument<T>(bytes: Uint8Array, work: (document: Document) => Promise<T>): Promise<T> {
  readObjects(bytes);
  try {
    const pdfium = await library();
    const document = await pdfium.loadDocument(bytes);
    const pages = document.getPageCount();
    if (pages === 0) throw new FormatProblem('the PDF has no pages');
    if (pages > MAX_PAGES) throw new FormatProblem(`the PDF has more than ${MAX_PAGES} pages`);
    const result = await work(document);
    document.destroy();
    pdfium.destroy();
    return result;
  } catch (error) {
    if (error instanceof FormatProblem) throw error;
    throw new FormatProblem(`the PDF cannot be read: ${String(error)}`, { cause: error });
  }
}
