// BMP: written with 24 or 32 bits; read with 1, 4, 8, 24 or 32 bits, uncompressed, as Pillow and OpenCV write it.
import { FormatProblem } from '../problem.ts';
import type { Pixels } from './raster.ts';

const HEADER = 54;

export function writeBmp({ width, height, channels, data }: Pixels): Buffer {
  const bytesPerPixel = channels === 4 ? 4 : 3;
  const stride = Math.ceil((width * bytesPerPixel) / 4) * 4;
  const bytes = Buffer.alloc(HEADER + stride * height);
  bytes.write('BM', 0);
  bytes.writeUInt32LE(bytes.length, 2);
  bytes.writeUInt32LE(HEADER, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(width, 18);
  bytes.writeInt32LE(height, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(bytesPerPixel * 8, 28);
  bytes.writeUInt32LE(stride * height, 34);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const from = (y * width + x) * channels;
      const to = HEADER + (height - 1 - y) * stride + x * bytesPerPixel;
      for (let part = 0; part < 3; part += 1) bytes[to + 2 - part] = data[channels === 1 ? from : from + part] ?? 0;
      if (channels === 4) bytes[to + 3] = data[from + 3] ?? 0;
    }
  }
  return bytes;
}

export interface BmpHeader {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly topDown: boolean;
  readonly pixelsAt: number;
  readonly paletteAt: number;
  readonly paletteSize: number;
  readonly perMeter: number;
}

export function readBmpHeader(bytes: Uint8Array): BmpHeader {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.length < HEADER) throw new FormatProblem('the BMP ends within its header');
  const headerSize = view.readUInt32LE(14);
  const height = view.readInt32LE(22);
  const bits = view.readUInt16LE(28);
  const compression = view.readUInt32LE(30);
  if (headerSize < 40) throw new FormatProblem('a BMP with an OS/2 header is not supported');
  // 3: masks give the order of the channels; 32-bit files all use the usual order.
  if (compression !== 0 && !(compression === 3 && bits === 32))
    throw new FormatProblem('a compressed BMP is not supported');
  if (![1, 4, 8, 24, 32].includes(bits)) throw new FormatProblem(`a BMP of ${bits} bits a pixel is not supported`);
  return {
    width: view.readInt32LE(18),
    height: Math.abs(height),
    bits,
    topDown: height < 0,
    pixelsAt: view.readUInt32LE(10),
    paletteAt: 14 + headerSize,
    paletteSize: bits <= 8 ? view.readUInt32LE(46) || 1 << bits : 0,
    perMeter: view.readInt32LE(38),
  };
}

/** The pixels, row by row from the top. A grey palette gives one channel. */
export function readBmp(bytes: Uint8Array, header: BmpHeader): Pixels & { palette: boolean } {
  const { width, height, bits, pixelsAt, paletteAt, paletteSize } = header;
  const stride = Math.ceil((width * bits) / 32) * 4;
  if (pixelsAt + stride * height > bytes.length) throw new FormatProblem('the BMP is cut short');
  const at = (place: number) => bytes[place] ?? 0;
  const entries = Math.min(paletteSize, 256);
  const grey = bits <= 8 && Array.from({ length: entries }, (_, index) => paletteAt + index * 4).every(isGrey);
  const channels = grey ? 1 : bits === 32 && hasAlpha() ? 4 : 3;
  const data = new Uint8Array(width * height * channels);
  for (let y = 0; y < height; y += 1) {
    const row = pixelsAt + (header.topDown ? y : height - 1 - y) * stride;
    for (let x = 0; x < width; x += 1) {
      const from = bits >= 24 ? row + (x * bits) / 8 : paletteAt + 4 * indexAt(row, x);
      const to = (y * width + x) * channels;
      if (channels === 1) data[to] = at(from);
      else for (let part = 0; part < 3; part += 1) data[to + part] = at(from + 2 - part);
      if (channels === 4) data[to + 3] = at(from + 3);
    }
  }
  return { width, height, channels, data, palette: bits <= 8 && !grey };

  function isGrey(place: number): boolean {
    return at(place) === at(place + 1) && at(place) === at(place + 2);
  }
  function indexAt(row: number, x: number): number {
    if (bits === 8) return at(row + x);
    return bits === 4 ? (at(row + (x >> 1)) >> (x % 2 ? 0 : 4)) & 15 : (at(row + (x >> 3)) >> (7 - (x % 8))) & 1;
  }
  /** Most writers leave the fourth byte empty: if all are zero, there is no alpha. */
  function hasAlpha(): boolean {
    for (let place = pixelsAt + 3; place < pixelsAt + stride * height; place += 4) if (at(place) !== 0) return true;
    return false;
  }
}
