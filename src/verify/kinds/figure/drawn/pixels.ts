// Decodes screenshots of a page to pixels, and compares colours.
import sharp from 'sharp';
import type { Rgb } from '../pixels.ts';

export class Shot {
  readonly width: number;
  readonly height: number;
  readonly #data: Uint8Array;

  private constructor(width: number, height: number, data: Uint8Array) {
    this.width = width;
    this.height = height;
    this.#data = data;
  }

  static async of(png: Uint8Array): Promise<Shot> {
    const { data, info } = await sharp(png, { limitInputPixels: 1e7 })
      .removeAlpha()
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    return new Shot(info.width, info.height, data);
  }

  /** The colour of a pixel; undefined outside the picture. */
  at(x: number, y: number): Rgb | undefined {
    const [column, row] = [Math.floor(x), Math.floor(y)];
    if (!(column >= 0 && column < this.width && row >= 0 && row < this.height)) return undefined;
    const at = (row * this.width + column) * 3;
    return [this.#data[at] ?? 0, this.#data[at + 1] ?? 0, this.#data[at + 2] ?? 0];
  }
}

/** The sum of the differences in the three channels. */
export const distance = (one: Rgb, other: Rgb) =>
  Math.abs(one[0] - other[0]) + Math.abs(one[1] - other[1]) + Math.abs(one[2] - other[2]);

export const hexOf = (color: Rgb) =>
  `#${color.map((level) => Math.round(level).toString(16).padStart(2, '0')).join('')}`;

/** The channels of `#rrggbb`. */
export function parseHex(hex: string): Rgb {
  const [r = 0, g = 0, b = 0] = (hex.slice(1, 7).match(/../g) ?? []).map((pair) => parseInt(pair, 16));
  return [r, g, b];
}

/** The mean of the largest group of similar samples, and the share of all samples that are close to it. */
export function mostCommon(samples: readonly Rgb[]): { readonly color: Rgb; readonly share: number } {
  const bins = new Map<number, Rgb[]>();
  for (const sample of samples) {
    const key = ((sample[0] >> 4) << 8) | ((sample[1] >> 4) << 4) | (sample[2] >> 4);
    const bin = bins.get(key);
    if (bin) bin.push(sample);
    else bins.set(key, [sample]);
  }
  const best = [...bins.values()].reduce<Rgb[]>((most, each) => (each.length > most.length ? each : most), []);
  const sum: [number, number, number] = [0, 0, 0];
  for (const each of best) for (const channel of [0, 1, 2] as const) sum[channel] += each[channel];
  const mean = sum.map((each) => each / Math.max(best.length, 1)) as [number, number, number];
  const like = samples.filter((each) => distance(each, mean) <= 24).length;
  return { color: mean, share: samples.length === 0 ? 0 : like / samples.length };
}
