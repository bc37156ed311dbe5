// PNG from pixels: colour without opacity where all is opaque, every row as differences to the row above.
import { crc32 } from 'node:zlib';
import { zlibSync } from 'fflate';
import type { Pixels } from './picture.ts';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** Compressed by fflate, which is plain JavaScript: the same bytes on every machine. */
export function writePng({ width, height, data }: Pixels): Uint8Array {
  const channels = isOpaque(data) ? 3 : 4;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, channels === 3 ? 2 : 6], 8);
  const stride = width * channels + 1;
  const rows = new Uint8Array(stride * height);
  for (let y = 0; y < height; y += 1) {
    rows[y * stride] = 2; // filter "up"
    for (let x = 0; x < width; x += 1) {
      for (let channel = 0; channel < channels; channel += 1) {
        const at = (y * width + x) * 4 + channel;
        const above = y === 0 ? 0 : (data[at - width * 4] ?? 0);
        rows[y * stride + 1 + x * channels + channel] = (data[at] ?? 0) - above;
      }
    }
  }
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('IDAT', zlibSync(rows)),
    chunk('IEND', new Uint8Array()),
  ]);
}

function isOpaque(data: Uint8ClampedArray): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false;
  return true;
}

function chunk(type: string, content: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
