// PDFium in WebAssembly through its C interface: characters with their positions, and pages drawn in grey, complete or
// in part.
/* oxlint-disable eslint/no-underscore-dangle -- PDFium's functions are exported under such names. */
import { FormatProblem } from '../problem.ts';
import type { Pdfium } from './pdfium-interface.ts';

export interface PdfLetter {
  readonly text: string;
  /** In points from the top left corner of the page. */
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** The grey level of a letter whose font is not embedded: another renderer may draw it although this one cannot. */
  readonly unembedded?: number;
}

export interface GreyPixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** `all`: the page as shown. `pictures`: only pictures, without what covers them. `text`: only text, in black. */
type PdfLayer = 'all' | 'pictures' | 'text';

export interface PdfiumPage {
  readonly width: number;
  readonly height: number;
  /** The text as PDFium extracts it. */
  readonly text: string;
  /** Without characters that PDFium inserts, such as line ends. */
  readonly letters: readonly PdfLetter[];
  /** The boxes of pictures, in points from the top left corner. */
  readonly pictures: readonly Omit<PdfLetter, 'text'>[];
  /** Layers other than `all` change the page: draw them last, `pictures` before `text`. */
  draw(width: number, height: number, layer: PdfLayer): GreyPixels;
}

const MAX_PAGES = 500;
const MAX_LETTERS = 400_000;
const MAX_OBJECTS = 100_000;
const MAX_PIXELS = 20_000_000;
const MAX_DEPTH = 8;
const [TEXT, IMAGE, FORM] = [1, 3, 5];
/** The text rendering modes 3 and 7 are invisible. */
const INVISIBLE = 3;
const GREY = 1;
const WITH_ANNOTATIONS = 1;
const IN_GREY = 8;
/** Pixels per point, an integer. */
const FINE = 20;

export interface PdfiumDocument {
  readonly encrypted: boolean;
  readonly pages: number;
  page<Result>(index: number, work: (page: PdfiumPage) => Result): Result;
}

export async function withPdfium<Result>(
  bytes: Uint8Array,
  work: (document: PdfiumDocument) => Result,
): Promise<Result> {
  const { PDFiumLibrary } = await import('@hyzyla/pdfium');
  const library = await PDFiumLibrary.init();
  try {
    // The package's typed interface has few functions; the module below has all of them.
    return new Opened((library as unknown as { readonly module: Pdfium }).module).run(bytes, work);
  } catch (error) {
    if (error instanceof FormatProblem) throw error;
    throw new FormatProblem(`the PDF cannot be read: ${String(error)}`, { cause: error });
  } finally {
    library.destroy();
  }
}

interface PageObject {
  readonly handle: number;
  readonly type: number;
}

class Opened {
  readonly #pdfium: Pdfium;
  #left = MAX_LETTERS;

  constructor(pdfium: Pdfium) {
    this.#pdfium = pdfium;
  }

  run<Result>(bytes: Uint8Array, work: (document: PdfiumDocument) => Result): Result {
    const pdfium = this.#pdfium;
    const source = pdfium.wasmExports.malloc(bytes.length);
    pdfium.HEAPU8.set(bytes, source);
    const document = pdfium._FPDF_LoadMemDocument(source, bytes.length, 0);
    if (document === 0)
      throw new FormatProblem(
        pdfium._FPDF_GetLastError() === 4 ? 'the PDF is encrypted' : 'the file is no PDF that can be opened',
      );
    const pages = pdfium._FPDF_GetPageCount(document);
    if (pages === 0) throw new FormatProblem('the PDF has no pages');
    if (pages > MAX_PAGES) throw new FormatProblem(`the PDF has more than ${MAX_PAGES} pages`);
    const result = work({
      pages,
      encrypted: pdfium._FPDF_GetSecurityHandlerRevision(document) >= 0,
      page: (index, use) => this.#page(document, index, use),
    });
    pdfium._FPDF_CloseDocument(document);
    pdfium.wasmExports.free(source);
    return result;
  }

  #page<Result>(document: number, index: number, work: (page: PdfiumPage) => Result): Result {
    const pdfium = this.#pdfium;
    const page = pdfium._FPDF_LoadPage(document, index);
    if (page === 0) throw new FormatProblem(`page ${index + 1} of the PDF cannot be read`);
    const [width, height] = [pdfium._FPDF_GetPageWidthF(page), pdfium._FPDF_GetPageHeightF(page)];
    if (!(width > 0 && height > 0)) throw new FormatProblem(`page ${index + 1} of the PDF has no size`);
    const objects = this.#objects(page);
    const result = work({
      width,
      height,
      ...this.#letters(page, width, height, objects),
      pictures: objects.flatMap(({ handle, type }) =>
        type === IMAGE ? [this.#bounds(page, width, height, handle)] : [],
      ),
      draw: (across, down, layer) => {
        if (layer !== 'all') this.#show(objects, layer);
        return this.#draw(page, across, down, layer === 'all');
      },
    });
    pdfium._FPDF_ClosePage(page);
    return result;
  }

  #letters(
    page: number,
    width: number,
    height: number,
    objects: readonly PageObject[],
  ): Pick<PdfiumPage, 'text' | 'letters'> {
    const pdfium = this.#pdfium;
    const texts = pdfium._FPDFText_LoadPage(page);
    const count = Math.max(0, pdfium._FPDFText_CountChars(texts));
    this.#left -= count;
    if (this.#left < 0) throw new FormatProblem('the PDF has too much text');
    const out = pdfium.wasmExports.malloc(64);
    const unembedded = this.#unembedded(objects);
    const letters: PdfLetter[] = [];
    let text = '';
    for (let index = 0; index < count; index += 1) {
      const code = pdfium._FPDFText_GetUnicode(texts, index) >>> 0;
      const letter = code === 0 || code > 0x10ffff ? '' : String.fromCodePoint(code);
      text += letter;
      if (letter.trim() === '' || pdfium._FPDFText_IsGenerated(texts, index) === 1) continue;
      pdfium._FPDFText_GetCharBox(texts, index, out, out + 8, out + 16, out + 24);
      // Any call may grow, and therefore move, the heap.
      const [left = 0, right = 0, bottom = 0, top = 0] = new Float64Array(pdfium.HEAPU8.buffer, out, 4);
      // An invisible character has no height of its own, so it gets that of its line.
      const line = Math.abs(top - bottom) < 0.5 ? this.#lineBox(texts, index, out) : { left, right, bottom, top };
      letters.push({
        text: letter,
        ...this.#seenBox(page, width, height, line),
        ...unembedded(pdfium._FPDFText_GetTextObject(texts, index)),
      });
    }
    pdfium.wasmExports.free(out);
    pdfium._FPDFText_ClosePage(texts);
    return { text: text.replaceAll('\r\n', '\n'), letters };
  }

  /** The grey level of a text object, if its font is not embedded and nothing drawn later covers it. */
  #unembedded(objects: readonly PageObject[]): (object: number) => { unembedded?: number } {
    const pdfium = this.#pdfium;
    const known = new Map<number, { unembedded?: number }>();
    const order = new Map(objects.map(({ handle }, at) => [handle, at]));
    return (object) => {
      const found = known.get(object);
      if (found) return found;
      const shown = pdfium._FPDFTextObj_GetTextRenderMode(object) % 4 !== INVISIBLE;
      const lacking = shown && pdfium._FPDFFont_GetIsEmbedded(pdfium._FPDFTextObj_GetFont(object)) === 0;
      const later = objects.slice((order.get(object) ?? 0) + 1);
      const fact =
        lacking && !later.some(({ handle, type }) => type !== TEXT && this.#overlaps(handle, object))
          ? { unembedded: this.#ink(object) }
          : {};
      known.set(object, fact);
      return fact;
    };
  }

  #ink(object: number): number {
    const out = this.#pdfium.wasmExports.malloc(16);
    this.#pdfium._FPDFPageObj_GetFillColor(object, out, out + 4, out + 8, out + 12);
    const [red = 0, green = 0, blue = 0, alpha = 0] = new Uint32Array(this.#pdfium.HEAPU8.buffer, out, 4);
    this.#pdfium.wasmExports.free(out);
    return 255 - ((255 - (0.3 * red + 0.6 * green + 0.1 * blue)) * alpha) / 255;
  }

  #overlaps(one: number, other: number): boolean {
    const [a, b] = [this.#box(one), this.#box(other)];
    return a.left < b.right && b.left < a.right && a.bottom < b.top && b.bottom < a.top;
  }

  /** In PDF coordinates, from the bottom left corner. */
  #box(object: number): Omit<PdfLetter, 'text'> {
    const out = this.#pdfium.wasmExports.malloc(16);
    this.#pdfium._FPDFPageObj_GetBounds(object, out, out + 4, out + 8, out + 12);
    const [left = 0, bottom = 0, right = 0, top = 0] = new Float32Array(this.#pdfium.HEAPU8.buffer, out, 4);
    this.#pdfium.wasmExports.free(out);
    return { left, bottom, right, top };
  }

  #bounds(page: number, width: number, height: number, object: number): Omit<PdfLetter, 'text'> {
    return this.#seenBox(page, width, height, this.#box(object));
  }

  #lineBox(texts: number, index: number, out: number): Omit<PdfLetter, 'text'> {
    this.#pdfium._FPDFText_GetLooseCharBox(texts, index, out);
    const [left = 0, top = 0, right = 0, bottom = 0] = new Float32Array(this.#pdfium.HEAPU8.buffer, out, 4);
    return { left, top, right, bottom };
  }

  #seenBox(
    page: number,
    width: number,
    height: number,
    { left, bottom, right, top }: Omit<PdfLetter, 'text'>,
  ): Omit<PdfLetter, 'text'> {
    const corners = [this.#shown(page, width, height, left, top), this.#shown(page, width, height, right, bottom)];
    const [across, down] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
    return { left: Math.min(...across), right: Math.max(...across), top: Math.min(...down), bottom: Math.max(...down) };
  }

  /** The displayed position of a point, in points from the top left corner: pages may be cropped and rotated. */
  #shown(page: number, width: number, height: number, x: number, y: number): [x: number, y: number] {
    const pdfium = this.#pdfium;
    const out = pdfium.wasmExports.malloc(8);
    const size = [Math.round(width * FINE), Math.round(height * FINE)] as const;
    pdfium._FPDF_PageToDevice(page, 0, 0, ...size, 0, x, y, out, out + 4);
    const [across = 0, down = 0] = new Int32Array(pdfium.HEAPU8.buffer, out, 2);
    pdfium.wasmExports.free(out);
    return [across / FINE, down / FINE];
  }

  /** Includes objects inside forms. */
  #objects(page: number): PageObject[] {
    const pdfium = this.#pdfium;
    const found: PageObject[] = [];
    const walk = (count: number, get: (at: number) => number, depth: number) => {
      for (let at = 0; at < count; at += 1) {
        const handle = get(at);
        const type = pdfium._FPDFPageObj_GetType(handle);
        found.push({ handle, type });
        if (found.length > MAX_OBJECTS || depth > MAX_DEPTH)
          throw new FormatProblem('a page of the PDF has too many objects');
        if (type === FORM)
          walk(
            pdfium._FPDFFormObj_CountObjects(handle),
            (each) => pdfium._FPDFFormObj_GetObject(handle, each),
            depth + 1,
          );
      }
    };
    walk(pdfium._FPDFPage_CountObjects(page), (each) => pdfium._FPDFPage_GetObject(page, each), 0);
    return found;
  }

  #show(objects: readonly PageObject[], layer: PdfLayer): void {
    const wanted = layer === 'text' ? TEXT : IMAGE;
    for (const { handle, type } of objects) {
      this.#pdfium._FPDFPageObj_SetIsActive(handle, type === wanted || type === FORM ? 1 : 0);
      if (type === TEXT && wanted === TEXT) this.#pdfium._FPDFPageObj_SetFillColor(handle, 0, 0, 0, 255);
    }
  }

  #draw(page: number, width: number, height: number, annotations: boolean): GreyPixels {
    const pdfium = this.#pdfium;
    if (width * height > MAX_PIXELS) throw new FormatProblem('a page of the PDF is too large to be drawn');
    const buffer = pdfium.wasmExports.malloc(width * height);
    const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, GREY, buffer, width);
    pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff);
    pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, IN_GREY | (annotations ? WITH_ANNOTATIONS : 0));
    const data = pdfium.HEAPU8.slice(buffer, buffer + width * height);
    pdfium._FPDFBitmap_Destroy(bitmap);
    pdfium.wasmExports.free(buffer);
    return { width, height, data };
  }
}
