// Measures of how similar two pictures are and what a region contains, by plain arithmetic on decoded pixels.
import { FormatProblem } from '../problem.ts';
import type { Pixels } from './raster.ts';

export interface Region {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Grey levels from 0 to 255, row by row. */
export interface Luma {
  readonly width: number;
  readonly height: number;
  readonly data: Float64Array;
}

type Size = { readonly width: number; readonly height: number };

const sameSize = (a: Size, b: Size) => {
  if (a.width !== b.width || a.height !== b.height)
    throw new FormatProblem(`the sizes differ: ${a.width} × ${a.height} and ${b.width} × ${b.height}`);
};

/** Red, green and blue on a white background. */
export function colorAt({ width, channels, data }: Pixels, x: number, y: number): [number, number, number] {
  const at = (y * width + x) * channels;
  const red = data[at] ?? 0;
  if (channels === 1) return [red, red, red];
  const color: [number, number, number] = [red, data[at + 1] ?? 0, data[at + 2] ?? 0];
  if (channels === 3) return color;
  const alpha = (data[at + 3] ?? 0) / 255;
  return color.map((level) => level * alpha + 255 * (1 - alpha)) as [number, number, number];
}

export function lumaOf(pixels: Pixels): Luma {
  const { width, height } = pixels;
  const data = new Float64Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [red, green, blue] = colorAt(pixels, x, y);
      data[y * width + x] = 0.299 * red + 0.587 * green + 0.114 * blue;
    }
  }
  return { width, height, data };
}

/** The mean absolute difference over all pixels and channels, from 0 to 255. */
export function meanAbsoluteError(a: Pixels, b: Pixels): number {
  sameSize(a, b);
  let sum = 0;
  for (let y = 0; y < a.height; y += 1) {
    for (let x = 0; x < a.width; x += 1) {
      const [one, other] = [colorAt(a, x, y), colorAt(b, x, y)];
      sum += Math.abs(one[0] - other[0]) + Math.abs(one[1] - other[1]) + Math.abs(one[2] - other[2]);
    }
  }
  return sum / (3 * a.width * a.height);
}

/** Shrinks a plane: each target pixel is the mean of the pixels it covers. */
function shrink(luma: Luma, width: number, height: number): Luma {
  const data = new Float64Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const region = {
        x: Math.floor((x * luma.width) / width),
        y: Math.floor((y * luma.height) / height),
        width: Math.max(1, Math.floor(((x + 1) * luma.width) / width) - Math.floor((x * luma.width) / width)),
        height: Math.max(1, Math.floor(((y + 1) * luma.height) / height) - Math.floor((y * luma.height) / height)),
      };
      data[y * width + x] = meanOf(luma, region);
    }
  }
  return { width, height, data };
}

function meanOf({ width, data }: Luma, region: Region): number {
  let sum = 0;
  for (let y = region.y; y < region.y + region.height; y += 1) {
    for (let x = region.x; x < region.x + region.width; x += 1) sum += data[y * width + x] ?? 0;
  }
  return sum / (region.width * region.height);
}

/**
 * The mean difference of luma after both are shrunk to at most `side` pixels. Lossy compression and filters hardly
 * change it.
 */
export function coarseLumaError(a: Pixels, b: Pixels, side = 64): number {
  sameSize(a, b);
  const factor = Math.min(1, side / Math.max(a.width, a.height));
  const [width, height] = [a.width, a.height].map((length) => Math.max(1, Math.round(length * factor)));
  const [one, other] = [a, b].map((pixels) => shrink(lumaOf(pixels), width ?? 1, height ?? 1));
  if (!one || !other) return 0;
  return one.data.reduce((sum, level, index) => sum + Math.abs(level - (other.data[index] ?? 0)), 0) / one.data.length;
}

const SSIM_WINDOW = 8;
const SSIM_STEP = 4;
const C1 = (0.01 * 255) ** 2;
const C2 = (0.03 * 255) ** 2;

/** Structural similarity (SSIM) of luma, from -1 to 1: the mean over windows of 8 × 8, four pixels apart. */
export function lumaSsim(a: Pixels, b: Pixels): number {
  sameSize(a, b);
  const [one, other] = [lumaOf(a), lumaOf(b)];
  const window = Math.min(SSIM_WINDOW, a.width, a.height);
  let sum = 0;
  let count = 0;
  for (let y = 0; y + window <= a.height; y += SSIM_STEP) {
    for (let x = 0; x + window <= a.width; x += SSIM_STEP) {
      sum += windowSsim(one, other, { x, y, width: window, height: window });
      count += 1;
    }
  }
  return sum / count;
}

function windowSsim(a: Luma, b: Luma, region: Region): number {
  const n = region.width * region.height;
  let [sumA, sumB, sumAA, sumBB, sumAB] = [0, 0, 0, 0, 0];
  for (let y = region.y; y < region.y + region.height; y += 1) {
    for (let x = region.x; x < region.x + region.width; x += 1) {
      const one = a.data[y * a.width + x] ?? 0;
      const other = b.data[y * b.width + x] ?? 0;
      sumA += one;
      sumB += other;
      sumAA += one * one;
      sumBB += other * other;
      sumAB += one * other;
    }
  }
  const [meanA, meanB] = [sumA / n, sumB / n];
  const [varA, varB, cov] = [sumAA / n - meanA * meanA, sumBB / n - meanB * meanB, sumAB / n - meanA * meanB];
  return ((2 * meanA * meanB + C1) * (2 * cov + C2)) / ((meanA * meanA + meanB * meanB + C1) * (varA + varB + C2));
}

function checkWithin(pixels: Size, { x, y, width, height }: Region): void {
  if (x < 0 || y < 0 || width < 1 || height < 1 || x + width > pixels.width || y + height > pixels.height)
    throw new FormatProblem(`the picture has no part ${width} × ${height} at (${x}, ${y})`);
}

/** A region of a picture, which must be inside it. */
export function cropPixels(pixels: Pixels, region: Region): Pixels {
  checkWithin(pixels, region);
  const { x, y, width, height } = region;
  const data = new Uint8Array(width * height * pixels.channels);
  for (let row = 0; row < height; row += 1) {
    const start = ((y + row) * pixels.width + x) * pixels.channels;
    data.set(pixels.data.subarray(start, start + width * pixels.channels), row * width * pixels.channels);
  }
  return { width, height, channels: pixels.channels, data };
}

/** The mean colour of a region, which must be inside the picture. */
export function regionColor(pixels: Pixels, region: Region): [number, number, number] {
  const { x, y, width, height } = region;
  checkWithin(pixels, region);
  const sums: [number, number, number] = [0, 0, 0];
  for (let row = y; row < y + height; row += 1) {
    for (let column = x; column < x + width; column += 1) {
      const color = colorAt(pixels, column, row);
      for (const part of [0, 1, 2] as const) sums[part] += color[part];
    }
  }
  return sums.map((sum) => sum / (width * height)) as [number, number, number];
}

/** How far around a region its paper is sampled, and over how many pixels noise is averaged. */
const PAPER_REACH = 12;
const GRAIN = 2;

/**
 * The ink in a region, from 0 to 1: how much darker it is than the paper around it, on average. The paper is the upper
 * quartile of the region and its surroundings, without noise, so light, contrast and dithering hardly change the
 * result.
 */
export function inkOf(pixels: Pixels, region: Region): number {
  checkWithin(pixels, region);
  const [left, top] = [Math.max(0, region.x - PAPER_REACH), Math.max(0, region.y - PAPER_REACH)];
  const right = Math.min(pixels.width, region.x + region.width + PAPER_REACH);
  const bottom = Math.min(pixels.height, region.y + region.height + PAPER_REACH);
  const around = lumaOf(cropPixels(pixels, { x: left, y: top, width: right - left, height: bottom - top }));
  const { width, height } = around;
  const smooth = around.data.map((_, at) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    let [sum, count] = [0, 0];
    for (let row = Math.max(0, y - GRAIN); row <= Math.min(height - 1, y + GRAIN); row += 1) {
      for (let column = Math.max(0, x - GRAIN); column <= Math.min(width - 1, x + GRAIN); column += 1) {
        sum += around.data[row * width + column] ?? 0;
        count += 1;
      }
    }
    return sum / count;
  });
  const paper = Math.max(1, smooth.toSorted()[Math.floor(smooth.length * 0.75)] ?? 0);
  let ink = 0;
  for (let y = region.y; y < region.y + region.height; y += 1) {
    for (let x = region.x; x < region.x + region.width; x += 1)
      ink += 1 - (around.data[(y - top) * width + x - left] ?? 0) / paper;
  }
  return Math.max(0, ink / (region.width * region.height));
}

/**
 * A difference hash of 64 bits: whether each of 8 × 8 cells is brighter than its left neighbour. Scale and light
 * hardly change it.
 */
export function differenceHash(pixels: Pixels): bigint {
  const { data } = shrink(lumaOf(pixels), 9, 8);
  let hash = 0n;
  for (let y = 0; y < 8; y += 1) {
    for (let x = 0; x < 8; x += 1) {
      hash = (hash << 1n) | ((data[y * 9 + x + 1] ?? 0) > (data[y * 9 + x] ?? 0) ? 1n : 0n);
    }
  }
  return hash;
}

/** How many of 64 bits differ. */
export function hashDistance(a: bigint, b: bigint): number {
  return (a ^ b).toString(2).replaceAll('0', '').length;
}

/** Shrinks a picture: each new pixel is the weighted mean of the pixels it covers, partial ones included. */
export function shrinkPixels(
  { width: wide, height: high, channels, data }: Pixels,
  width: number,
  height: number,
): Pixels {
  if (width > wide || height > high || width < 1 || height < 1)
    throw new RangeError(`${wide} × ${high} cannot be shrunk to ${width} × ${height}`);
  const rows = shares(high, height);
  const columns = shares(wide, width);
  // Rows first; values are rounded only at the end.
  const narrow = new Float64Array(width * high * channels);
  for (let y = 0, at = 0; y < high; y += 1) {
    for (const { first, weights } of columns) {
      const start = (y * wide + first) * channels;
      for (let part = 0; part < channels; part += 1, at += 1) {
        let sum = 0;
        for (let index = 0; index < weights.length; index += 1)
          sum += (weights[index] ?? 0) * (data[start + index * channels + part] ?? 0);
        narrow[at] = sum;
      }
    }
  }
  const small = new Float64Array(width * height * channels);
  const stride = width * channels;
  for (const [y, { first, weights }] of rows.entries()) {
    for (const [index, weight] of weights.entries()) {
      const start = (first + index) * stride;
      for (let at = 0; at < stride; at += 1)
        small[y * stride + at] = (small[y * stride + at] ?? 0) + weight * (narrow[start + at] ?? 0);
    }
  }
  return { width, height, channels, data: Uint8Array.from(small, (level) => Math.round(level)) };
}

/** The old positions that a new position covers, from `first` on. Their weights add up to one. */
interface Share {
  readonly first: number;
  readonly weights: readonly number[];
}

function shares(from: number, to: number): Share[] {
  const size = from / to;
  return Array.from({ length: to }, (_, index) => {
    const [start, end] = [index * size, Math.min(from, (index + 1) * size)];
    const first = Math.floor(start);
    const count = Math.ceil(end - 1e-9) - first;
    const weightAt = (place: number) => (Math.min(end, place + 1) - Math.max(start, place)) / size;
    return { first, weights: Array.from({ length: count }, (__, at) => weightAt(first + at)) };
  });
}

/** Intersection over union of the bright pixels of two pictures; 1 if both are empty. */
export function maskOverlap(a: Pixels, b: Pixels, threshold = 128): number {
  sameSize(a, b);
  const [one, other] = [lumaOf(a).data, lumaOf(b).data];
  let [both, either] = [0, 0];
  for (const [index, level] of one.entries()) {
    const [inOne, inOther] = [level >= threshold, (other[index] ?? 0) >= threshold];
    if (inOne && inOther) both += 1;
    if (inOne || inOther) either += 1;
  }
  return either === 0 ? 1 : both / either;
}
