// Writes QR codes and barcodes as dark and light modules; reads them from pixels.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { FormatProblem } from '../problem.ts';
import type { Pixels } from './raster.ts';

export interface Code {
  /** "QRCode", "EAN13", "Code128" … */
  readonly kind: string;
  readonly text: string;
  /** Its corners in pixels, starting at the code's own top left corner. */
  readonly corners: readonly (readonly [number, number])[];
}

/** By default the library downloads its WebAssembly binary; this loads it from the package. */
const wasm = async (path: string) => {
  const bytes = await readFile(fileURLToPath(import.meta.resolve(`zxing-wasm/${path}`)));
  return { overrides: { wasmBinary: new Uint8Array(bytes).buffer } };
};

const MAX_PIXELS = 50_000_000;

/** All codes in a picture, from top to bottom and from left to right. */
export async function readCodes({ width, height, channels, data }: Pixels): Promise<Code[]> {
  if (width * height > MAX_PIXELS) throw new FormatProblem('the picture is too large to look for codes in it');
  const zxing = await import('zxing-wasm/reader');
  zxing.prepareZXingModule(await wasm('reader/zxing_reader.wasm'));
  const rgba = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < width * height; at += 1) {
    for (let part = 0; part < 3; part += 1)
      rgba[at * 4 + part] = data[at * channels + (channels === 1 ? 0 : part)] ?? 0;
    rgba[at * 4 + 3] = channels === 4 ? (data[at * 4 + 3] ?? 0) : 255;
  }
  const image = { width, height, data: rgba, colorSpace: 'srgb' };
  const found = await zxing.readBarcodes(image, { tryHarder: true, maxNumberOfSymbols: 64 });
  return found
    .filter(({ isValid }) => isValid)
    .map(({ format, text, position: { topLeft, topRight, bottomRight, bottomLeft } }) => ({
      kind: format,
      text,
      corners: [topLeft, topRight, bottomRight, bottomLeft].map(({ x, y }) => [x, y] as const),
    }))
    .toSorted(
      (a, b) =>
        (a.corners[0]?.[1] ?? 0) - (b.corners[0]?.[1] ?? 0) || (a.corners[0]?.[0] ?? 0) - (b.corners[0]?.[0] ?? 0),
    );
}

/** The modules of a code without its quiet zone, row by row: true is dark. A barcode is one row. */
export async function writeCode(
  text: string,
  kind: 'QRCode' | 'EAN13' | 'Code128' | 'DataMatrix' = 'QRCode',
): Promise<boolean[][]> {
  const zxing = await import('zxing-wasm/writer');
  zxing.prepareZXingModule(await wasm('writer/zxing_writer.wasm'));
  const { error, symbol } = await zxing.writeBarcode(text, { format: kind });
  if (error) throw new Error(`a ${kind} of "${text}" cannot be made: ${error}`);
  const { width, height, data } = symbol;
  const rows = kind === 'QRCode' || kind === 'DataMatrix' ? height : 1;
  return Array.from({ length: rows }, (_, y) =>
    Array.from(data.subarray(y * width, (y + 1) * width), (level) => level === 0),
  );
}

/** A code as a picture: dark on light, with a quiet zone of four modules around it. */
export function paintCode(modules: readonly (readonly boolean[])[], scale: number, barHeight = 1): Pixels {
  const QUIET = 4;
  const columns = modules[0]?.length ?? 0;
  const [width, height] = [(columns + 2 * QUIET) * scale, (modules.length * barHeight + 2 * QUIET) * scale];
  const data = new Uint8Array(width * height).fill(255);
  for (let y = 0; y < height; y += 1) {
    const row = modules[Math.floor((Math.floor(y / scale) - QUIET) / barHeight)];
    for (let x = 0; x < width; x += 1) if (row?.[Math.floor(x / scale) - QUIET]) data[y * width + x] = 0;
  }
  return { width, height, channels: 1, data };
}
