// Writes PNG without zlib or sharp, whose bytes may depend on the processor.
import { crc32 } from '../archives/checksums.ts';
import { fflate } from '../load.ts';
import type { Pixels } from './raster.ts';

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const COLOR_TYPE = { 1: 0, 3: 2, 4: 6 } as const;
const PIXELS_PER_METER_AT_1_DPI = 1 / 0.0254;

export function writePng({ width, height, channels, data }: Pixels, options: { readonly dpi?: number } = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, COLOR_TYPE[channels], 0, 0, 0], 8);
  const chunks = [chunk('IHDR', header)];
  if (options.dpi !== undefined) {
    const density = Buffer.alloc(9);
    const perMeter = Math.round(options.dpi * PIXELS_PER_METER_AT_1_DPI);
    density.writeUInt32BE(perMeter, 0);
    density.writeUInt32BE(perMeter, 4);
    density[8] = 1;
    chunks.push(chunk('pHYs', density));
  }
  const rows = filterRows(data, width * channels, height, channels);
  chunks.push(chunk('IDAT', fflate().zlibSync(rows, { level: 6 })), chunk('IEND', new Uint8Array()));
  return Buffer.concat([SIGNATURE, ...chunks]);
}

function chunk(name: string, content: Uint8Array): Buffer {
  const bytes = Buffer.alloc(content.length + 12);
  bytes.writeUInt32BE(content.length, 0);
  bytes.write(name, 4, 'latin1');
  bytes.set(content, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, content.length + 8)), content.length + 8);
  return bytes;
}

/** Chooses the filter with the smallest sum for each row: none, the pixel to the left, or the pixel above. */
function filterRows(data: Uint8Array, stride: number, height: number, channels: number): Uint8Array {
  const out = new Uint8Array((stride + 1) * height);
  const tries = [0, 1, 2].map(() => new Uint8Array(stride));
  for (let row = 0; row < height; row += 1) {
    const start = row * stride;
    let best = 0;
    let least = Infinity;
    for (const [filter, line] of tries.entries()) {
      let sum = 0;
      for (let at = 0; at < stride; at += 1) {
        const left = filter === 1 && at >= channels ? (data[start + at - channels] ?? 0) : 0;
        const above = filter === 2 && row > 0 ? (data[start + at - stride] ?? 0) : 0;
        const value = ((data[start + at] ?? 0) - left - above) & 0xff;
        line[at] = value;
        sum += value < 128 ? value : 256 - value;
      }
      if (sum < least) [least, best] = [sum, filter];
    }
    out[row * (stride + 1)] = best;
    out.set(tries[best] ?? [], row * (stride + 1) + 1);
  }
  return out;
}
