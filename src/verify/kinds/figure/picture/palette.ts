// Assigns pixels to the flat colours of a picture: backgrounds, bars, legend samples. The rest is letters and lines.
import { colourDistance, type Color, type PictureRaster } from './raster.ts';

/** Maximum distance of a pixel from the palette colour that it is assigned to. */
const SAME = 20;
/** Maximum difference between neighbouring pixels of a flat area. */
const EVEN = 3;
const MAX_COLORS = 30;

export interface Palette {
  readonly colors: readonly Color[];
  /** The index in `colors` of each pixel; NONE for a pixel of another colour. */
  readonly classes: Uint8Array;
  /** The background colours: the most frequent one at the border of the picture, and the one with the largest area. */
  readonly grounds: ReadonlySet<number>;
}

export const NONE = 255;

export function paletteOf(raster: PictureRaster): Palette {
  const colors = flatColors(raster);
  const classes = classify(raster, colors);
  return { colors, classes, grounds: groundsOf(raster, classes, colors.length) };
}

function flatColors({ width, height, data }: PictureRaster): Color[] {
  const counts = new Map<number, number>();
  for (let y = 0; y + 1 < height; y += 1)
    for (let x = 0; x + 1 < width; x += 1) {
      const at = (y * width + x) * 3;
      let even = true;
      for (let channel = 0; channel < 3 && even; channel += 1) {
        const level = data[at + channel] ?? 0;
        even =
          Math.abs(level - (data[at + 3 + channel] ?? 0)) <= EVEN &&
          Math.abs(level - (data[at + width * 3 + channel] ?? 0)) <= EVEN;
      }
      if (!even) continue;
      const key = ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  const least = Math.max(12, width * height * 0.0001);
  const sorted = [...counts].filter(([, count]) => count >= least).toSorted((one, other) => other[1] - one[1]);
  const colors: Color[] = [];
  for (const [key] of sorted) {
    const color: Color = [key >> 16, (key >> 8) & 255, key & 255];
    if (colors.length < MAX_COLORS && colors.every((each) => colourDistance(each, color) > SAME / 2))
      colors.push(color);
  }
  return colors;
}

function classify({ width, height, data }: PictureRaster, colors: readonly Color[]): Uint8Array {
  const classes = new Uint8Array(width * height);
  const known = new Map<number, number>();
  for (let at = 0; at < classes.length; at += 1) {
    const [r, g, b] = [data[at * 3] ?? 0, data[at * 3 + 1] ?? 0, data[at * 3 + 2] ?? 0];
    const key = (r << 16) | (g << 8) | b;
    let found = known.get(key);
    if (found === undefined) {
      found = nearest(colors, [r, g, b]);
      known.set(key, found);
    }
    classes[at] = found;
  }
  return classes;
}

function nearest(colors: readonly Color[], color: Color): number {
  let [best, least] = [NONE, SAME + 1];
  colors.forEach((each, at) => {
    const far = colourDistance(each, color);
    if (far < least) [best, least] = [at, far];
  });
  return best;
}

function groundsOf({ width, height }: PictureRaster, classes: Uint8Array, count: number): Set<number> {
  const [border, area] = [new Float64Array(count), new Float64Array(count)];
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const found = classes[y * width + x] ?? NONE;
      if (found === NONE) continue;
      area[found] = (area[found] ?? 0) + 1;
      if (x === 0 || y === 0 || x === width - 1 || y === height - 1) border[found] = (border[found] ?? 0) + 1;
    }
  return new Set(count === 0 ? [] : [most(border), most(area)]);
}

const most = (counts: Float64Array) => counts.reduce((best, each, at) => (each > (counts[best] ?? 0) ? at : best), 0);
