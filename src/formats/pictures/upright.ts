// Rotates and mirrors a picture as its EXIF orientation requires.
import type { Pixels } from './raster.ts';

/**
 * The stored position of the pixel that is displayed at (x, y), for orientations 1 to 8 of a stored width and height.
 */
const sources: Record<number, (x: number, y: number, width: number, height: number) => readonly [number, number]> = {
  1: (x, y) => [x, y],
  2: (x, y, width) => [width - 1 - x, y],
  3: (x, y, width, height) => [width - 1 - x, height - 1 - y],
  4: (x, y, _, height) => [x, height - 1 - y],
  5: (x, y) => [y, x],
  6: (x, y, _, height) => [y, height - 1 - x],
  7: (x, y, width, height) => [width - 1 - y, height - 1 - x],
  8: (x, y, width) => [width - 1 - y, x],
};

export function upright(pixels: Pixels & { readonly orientation?: number }): Pixels {
  const { width, height, channels, data, orientation = 1 } = pixels;
  const source = sources[orientation];
  if (!source || orientation === 1) return { width, height, channels, data };
  const [wide, high] = orientation > 4 ? [height, width] : [width, height];
  const out = new Uint8Array(data.length);
  for (let y = 0; y < high; y += 1) {
    for (let x = 0; x < wide; x += 1) {
      const [fromX, fromY] = source(x, y, width, height);
      const from = (fromY * width + fromX) * channels;
      out.set(data.subarray(from, from + channels), (y * wide + x) * channels);
    }
  }
  return { width: wide, height: high, channels, data: out };
}
