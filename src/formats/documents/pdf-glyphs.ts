// A PDF page as drawn: its pixels, and every character with its position, weight and colour. It calls PDFium's own
// functions where the wrapper package lacks them.
/* oxlint-disable eslint/no-underscore-dangle -- PDFium's functions are exported under such names. */
import { FormatProblem } from '../problem.ts';
import type { Pixels } from '../pictures/raster.ts';

export interface Glyph {
  readonly text: string;
  /** In points from the page's upper left corner. */
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly color: readonly [red: number, green: number, blue: number];
}

export interface DrawnPage {
  readonly glyphs: readonly Glyph[];
  readonly pixels: Pixels;
  /** Pixels per point. */
  readonly scale: number;
}

/** Pixels per point: strokes of normal letters are at least one pixel wide. */
const SCALE = 2;
const MAX_PIXELS = 24_000_000;
const MAX_GLYPHS = 2_000_000;

/** The functions of PDFium's C interface that are used here, as the WebAssembly module exports them. */
interface PdfiumModule {
  readonly HEAPU8: Uint8Array;
  readonly wasmExports: { malloc(size: number): number; free(at: number): void };
  _FPDFText_LoadPage(page: number): number;
  _FPDFText_ClosePage(text: number): void;
  _FPDFText_CountChars(text: number): number;
  _FPDFText_GetUnicode(text: number, index: number): number;
  _FPDFText_IsGenerated(text: number, index: number): number;
  _FPDFText_GetCharBox(text: number, index: number, l: number, r: number, b: number, t: number): number;
  _FPDFText_GetFontInfo(text: number, index: number, name: number, length: number, flags: number): number;
  _FPDFText_GetFillColor(text: number, index: number, r: number, g: number, b: number, a: number): number;
  _FPDFText_GetMatrix(text: number, index: number, matrix: number): number;
  _FPDFText_GetTextObject(text: number, index: number): number;
  _FPDFTextObj_GetTextRenderMode(object: number): number;
  _FPDFPageObj_GetClipPath(object: number): number;
  _FPDFClipPath_CountPaths(clip: number): number;
  _FPDFClipPath_CountPathSegments(clip: number, path: number): number;
  _FPDFClipPath_GetPathSegment(clip: number, path: number, segment: number): number;
  _FPDFPathSegment_GetPoint(segment: number, x: number, y: number): number;
}

/** Reads the first page of each PDF. PyBench's own renderer made them, so only their size can be hostile. */
export async function readDrawnPages(documents: ReadonlyMap<string, Uint8Array>): Promise<Map<string, DrawnPage>> {
  const pages = new Map<string, DrawnPage>();
  if (documents.size === 0) return pages;
  const { PDFiumLibrary } = await import('@hyzyla/pdfium');
  const library = await PDFiumLibrary.init();
  try {
    for (const [name, bytes] of documents) {
      const document = await library.loadDocument(bytes);
      const page = document.getPage(0);
      const { originalWidth, originalHeight } = page.getOriginalSize();
      const scale = Math.min(SCALE, Math.sqrt(MAX_PIXELS / (originalWidth * originalHeight)));
      const inner = page as unknown as { readonly module: PdfiumModule; readonly pageIdx: number };
      const glyphs = readGlyphs(inner.module, inner.pageIdx, originalHeight);
      // Drawing closes the page, so this comes last.
      const { width, height, data } = await page.render({ scale, render: 'bitmap', colorSpace: 'BGRA' });
      pages.set(name, { glyphs, scale, pixels: { width, height, channels: 4, data: new Uint8Array(data) } });
      document.destroy();
    }
    return pages;
  } finally {
    library.destroy();
  }
}

function readGlyphs(pdfium: PdfiumModule, page: number, height: number): Glyph[] {
  const text = pdfium['_FPDFText_LoadPage'](page);
  const room = pdfium.wasmExports.malloc(512);
  try {
    const count = pdfium['_FPDFText_CountChars'](text);
    if (count > MAX_GLYPHS) throw new FormatProblem('the page has too many characters');
    const glyphs: Glyph[] = [];
    const windows = new Map<number, Window>();
    for (let index = 0; index < count; index += 1) {
      if (pdfium['_FPDFText_IsGenerated'](text, index) === 1) continue;
      const object = pdfium['_FPDFText_GetTextObject'](text, index);
      const window = windows.get(object) ?? windowOf(pdfium, object, room, height);
      windows.set(object, window);
      const glyph = glyphAt(pdfium, text, index, room, height);
      if (isWithin(glyph, window)) glyphs.push(glyph);
    }
    return glyphs;
  } finally {
    pdfium.wasmExports.free(room);
    pdfium['_FPDFText_ClosePage'](text);
  }
}

type Window = Pick<Glyph, 'left' | 'top' | 'right' | 'bottom'>;

/** The clip box of an object: the intersection of the bounds of its clip paths. */
function windowOf(pdfium: PdfiumModule, object: number, room: number, height: number): Window {
  const clip = pdfium['_FPDFPageObj_GetClipPath'](object);
  let window: Window = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };
  const paths = clip === 0 ? 0 : pdfium['_FPDFClipPath_CountPaths'](clip);
  for (let path = 0; path < paths; path += 1) {
    const points = Array.from({ length: pdfium['_FPDFClipPath_CountPathSegments'](clip, path) }, (_, segment) => {
      pdfium['_FPDFPathSegment_GetPoint'](pdfium['_FPDFClipPath_GetPathSegment'](clip, path, segment), room, room + 4);
      const memory = new DataView(pdfium.HEAPU8.buffer, room, 8);
      return { x: memory.getFloat32(0, true), y: height - memory.getFloat32(4, true) };
    });
    const [across, down] = [points.map(({ x }) => x), points.map(({ y }) => y)];
    window = {
      left: Math.max(window.left, Math.min(...across)),
      top: Math.max(window.top, Math.min(...down)),
      right: Math.min(window.right, Math.max(...across)),
      bottom: Math.min(window.bottom, Math.max(...down)),
    };
  }
  return window;
}

/**
 * A text longer than its cell is written completely and clipped: a character is visible if its centre is inside the
 * clip box.
 */
function isWithin({ left, top, right, bottom }: Glyph, window: Window): boolean {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return x >= window.left && x <= window.right && y >= window.top && y <= window.bottom;
}

function glyphAt(pdfium: PdfiumModule, text: number, index: number, room: number, height: number): Glyph {
  const memory = () => new DataView(pdfium.HEAPU8.buffer, room, 512);
  pdfium['_FPDFText_GetCharBox'](text, index, room, room + 8, room + 16, room + 24);
  const [left = 0, right = 0, bottom = 0, top = 0] = [0, 8, 16, 24].map((at) => memory().getFloat64(at, true));
  const length = pdfium['_FPDFText_GetFontInfo'](text, index, room + 64, 256, room + 48);
  const font = Buffer.from(
    pdfium.HEAPU8.subarray(room + 64, room + 64 + Math.min(255, Math.max(0, length - 1))),
  ).toString();
  pdfium['_FPDFText_GetFillColor'](text, index, room, room + 4, room + 8, room + 12);
  const color = [0, 4, 8].map((at) => memory().getUint32(at, true));
  pdfium['_FPDFText_GetMatrix'](text, index, room);
  const [across = 0, slope = 0, skew = 0] = [0, 4, 8].map((at) => memory().getFloat32(at, true));
  // Without a bold or slanted face, the renderer outlines or skews the letters.
  const mode = pdfium['_FPDFTextObj_GetTextRenderMode'](pdfium['_FPDFText_GetTextObject'](text, index));
  return {
    text: String.fromCodePoint(Math.min(0x10_ff_ff, Math.max(0, pdfium['_FPDFText_GetUnicode'](text, index)))),
    left,
    right,
    top: height - top,
    bottom: height - bottom,
    bold: /bold|black|heavy|semib|demi/i.test(font) || mode === 2,
    italic: /italic|oblique/i.test(font) || (Math.abs(slope) < 1e-3 && Math.abs(skew) > 0.1 * Math.abs(across)),
    color: [color[0] ?? 0, color[1] ?? 0, color[2] ?? 0],
  };
}
