// Mutants of the detail of a picture: coarse, blurred, or with some ink removed. Their thumbnails look right.
import type { Draw } from '../../../../core/index.ts';
import { lumaOf, type Luma, type Pixels, type Region } from '../../../../formats/index.ts';

/** Every block of four by four pixels has the colour of its mean. */
export function inBlocks(pixels: Pixels): Pixels {
  const { width, height, channels, data } = pixels;
  const out = Uint8Array.from(data);
  for (let top = 0; top < height; top += SIDE) {
    for (let left = 0; left < width; left += SIDE) {
      const places: number[] = [];
      for (let y = top; y < Math.min(height, top + SIDE); y += 1)
        for (let x = left; x < Math.min(width, left + SIDE); x += 1) places.push((y * width + x) * channels);
      for (let part = 0; part < channels; part += 1) {
        const mean = places.reduce((sum, at) => sum + (data[at + part] ?? 0), 0) / places.length;
        for (const at of places) out[at + part] = Math.round(mean);
      }
    }
  }
  return { ...pixels, data: out };
}
const SIDE = 4;

/** The mean of seven by seven pixels around each one. */
export function blurred(pixels: Pixels): Pixels {
  const { width, height, channels, data } = pixels;
  const across = meanAlong(data, { stride: channels, count: width });
  return { ...pixels, data: meanAlong(across, { stride: channels * width, count: height }) };
}
const REACH = 3;

function meanAlong(data: Uint8Array, { stride, count }: { stride: number; count: number }): Uint8Array {
  return data.map((_, at) => {
    const place = Math.floor(at / stride) % count;
    let [sum, found] = [0, 0];
    for (let off = Math.max(-REACH, -place); off <= Math.min(REACH, count - 1 - place); off += 1) {
      sum += data[at + off * stride] ?? 0;
      found += 1;
    }
    return Math.round(sum / found);
  });
}

/** Paints one letter, tick or stroke over with the colour of the paper around it; undefined if the picture has none. */
export function withoutInk(pixels: Pixels, draw: Draw): { what: string; pixels: Pixels } | undefined {
  const marks = marksOf(lumaOf(pixels));
  if (marks.length === 0) return undefined;
  const mark = draw.pick(marks);
  const { width, channels } = pixels;
  const data = Uint8Array.from(pixels.data);
  const paper = brightest(pixels, mark);
  for (let y = mark.y; y < mark.y + mark.height; y += 1)
    for (let x = mark.x; x < mark.x + mark.width; x += 1) data.set(paper, (y * width + x) * channels);
  return { what: `the ink at ${mark.x}, ${mark.y} is gone`, pixels: { ...pixels, data } };
}

/** The side of a letter or a tick in pixels. A box that is filled by more than this share is an area, not a stroke. */
const MARK = { least: 12, most: 60, filled: 0.6 };
/** Ink is darker than the mean around it by this many levels. */
const DARKER = 50;

/** The bounding boxes of connected strokes, enlarged by two pixels on every side. */
function marksOf(luma: Luma): Region[] {
  const ink = inkOf(luma);
  const marks: Region[] = [];
  for (let start = 0; start < ink.length; start += 1) {
    if (ink[start] !== 1) continue;
    const { left, right, top, bottom, count } = spread(ink, luma.width, start);
    const [wide, high] = [right - left + 1, bottom - top + 1];
    const fits = [wide, high].every((side) => side >= MARK.least && side <= MARK.most);
    const inside = left > 2 && top > 2 && right < luma.width - 3 && bottom < luma.height - 3;
    if (fits && inside && count < MARK.filled * wide * high)
      marks.push({ x: left - 2, y: top - 2, width: wide + 4, height: high + 4 });
  }
  return marks;
}

function inkOf({ width, height, data }: Luma): Uint8Array {
  const side = 32;
  const means = new Map<number, number>();
  const meanAt = (column: number, row: number) => {
    const key = row * width + column;
    const known = means.get(key);
    if (known !== undefined) return known;
    let [sum, count] = [0, 0];
    for (let y = row * side; y < Math.min(height, (row + 1) * side); y += 1)
      for (let x = column * side; x < Math.min(width, (column + 1) * side); x += 1) {
        sum += data[y * width + x] ?? 0;
        count += 1;
      }
    means.set(key, sum / count);
    return sum / count;
  };
  return Uint8Array.from(data, (level, at) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    return level < meanAt(Math.floor(x / side), Math.floor(y / side)) - DARKER ? 1 : 0;
  });
}

/** The bounding box of the connected component of a pixel (flood fill); marks all of it as visited. */
function spread(ink: Uint8Array, width: number, start: number) {
  const box = { left: Infinity, right: 0, top: Infinity, bottom: 0, count: 0 };
  const open = [start];
  ink[start] = 2;
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const [x, y] = [at % width, Math.floor(at / width)];
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
    box.count += 1;
    for (const next of [at - 1, at + 1, at - width, at + width]) {
      if (ink[next] !== 1) continue;
      ink[next] = 2;
      open.push(next);
    }
  }
  return box;
}

function brightest({ width, channels, data }: Pixels, { x, y, width: wide, height }: Region): Uint8Array {
  let [best, level] = [(y * width + x) * channels, -1];
  for (let row = y; row < y + height; row += 1) {
    for (let at = (row * width + x) * channels; at < (row * width + x + wide) * channels; at += channels) {
      const own = (data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0);
      if (own > level) [best, level] = [at, own];
    }
  }
  return data.subarray(best, best + channels);
}
