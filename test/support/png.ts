// The pixels of a PNG as matplotlib writes it: eight bits a channel, with or without alpha, not interlaced.
import { inflateSync } from 'node:zlib';

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** "#rrggbb" at a position measured from the lower left corner, as in a figure capture. */
  readonly colorAt: (x: number, y: number) => string;
}

export function readPng(bytes: Uint8Array): Picture {
  const png = Buffer.from(bytes);
  if (png.toString('latin1', 1, 4) !== 'PNG') throw new Error('not a PNG');
  const [width, height, depth, kind] = [png.readUInt32BE(16), png.readUInt32BE(20), png[24], png[25]];
  const channels = kind === 6 ? 4 : kind === 2 ? 3 : undefined;
  if (depth !== 8 || channels === undefined) throw new Error(`a PNG of kind ${kind} and depth ${depth}`);
  const packed: Buffer[] = [];
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12) {
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      packed.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  const rows = unfilter(inflateSync(Buffer.concat(packed)), width * channels, height, channels);
  return {
    width,
    height,
    colorAt: (x, y) => {
      const start = Math.floor(height - y) * width * channels + Math.floor(x) * channels;
      return `#${rows.subarray(start, start + 3).toString('hex')}`;
    },
  };
}

/** Undoes the five filters of PNG, each of which predicts a byte from its neighbours to the left and above. */
function unfilter(raw: Buffer, stride: number, height: number, channels: number): Buffer {
  const out = Buffer.alloc(stride * height);
  for (let row = 0; row < height; row += 1) {
    const filter = raw[row * (stride + 1)];
    for (let at = 0; at < stride; at += 1) {
      const place = row * stride + at;
      const left = at >= channels ? (out[place - channels] ?? 0) : 0;
      const up = row > 0 ? (out[place - stride] ?? 0) : 0;
      const corner = at >= channels && row > 0 ? (out[place - stride - channels] ?? 0) : 0;
      out[place] = (raw[row * (stride + 1) + 1 + at] ?? 0) + predict(filter, left, up, corner);
    }
  }
  return out;
}

function predict(filter: number | undefined, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  return filter === 4 ? paeth(left, up, corner) : 0;
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner;
  const [a, b, c] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}
