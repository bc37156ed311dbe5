// A decoded picture for confirm.ts: colours at positions counted from the lower left corner.
import { readPicture, type Pixels } from '../../../formats/index.ts';

export type Rgb = readonly [number, number, number];

export class Canvas {
  readonly width: number;
  readonly height: number;
  readonly #pixels: Pixels;

  constructor(pixels: Pixels) {
    this.#pixels = pixels;
    this.width = pixels.width;
    this.height = pixels.height;
  }

  static async of(png: Uint8Array): Promise<Canvas> {
    return new Canvas(await readPicture(png));
  }

  /** The colour of a pixel, blended onto white; undefined outside the picture. */
  colorAt(x: number, y: number): Rgb | undefined {
    const [column, row] = [Math.floor(x), Math.floor(this.height - y)];
    if (!(column >= 0 && column < this.width && row >= 0 && row < this.height)) return undefined;
    const { channels, data } = this.#pixels;
    const at = (row * this.width + column) * channels;
    const level = (channel: number) => data[at + (channels === 1 ? 0 : channel)] ?? 0;
    const alpha = channels === 4 ? (data[at + 3] ?? 0) / 255 : 1;
    return [0, 1, 2].map((channel) => level(channel) * alpha + 255 * (1 - alpha)) as [number, number, number];
  }

  /** Whether the colour occurs within this number of pixels. */
  hasNear(x: number, y: number, color: Rgb, reach: number): boolean {
    for (let dy = -reach; dy <= reach; dy += 1)
      for (let dx = -reach; dx <= reach; dx += 1) {
        const found = this.colorAt(x + dx, y + dy);
        if (found && isLike(found, color)) return true;
      }
    return false;
  }

  /** Whether any pixel in the box has a colour other than `ground`. */
  hasInk(left: number, bottom: number, width: number, height: number, ground: Rgb): boolean {
    for (let y = Math.max(bottom, 0); y < Math.min(bottom + height, this.height); y += 1)
      for (let x = Math.max(left, 0); x < Math.min(left + width, this.width); x += 1) {
        const found = this.colorAt(x, y);
        if (found && !isLike(found, ground)) return true;
      }
    return false;
  }
}

/** Tolerance per channel for rounding and blending: except at antialiased edges, matplotlib paints the exact colour. */
const LIKE = 14;

export const isLike = (one: Rgb, other: Rgb) => one.every((level, at) => Math.abs(level - (other[at] ?? 0)) <= LIKE);

/** Parses "#rrggbb" or "#rrggbbaa", and blends it onto the ground colour. */
export function rgbOf(color: string, ground: Rgb = [255, 255, 255]): Rgb {
  const [r = 0, g = 0, b = 0, a = 255] = (color.slice(1).match(/../g) ?? []).map((pair) => parseInt(pair, 16));
  const mix = (level: number, below: number) => (level * a + below * (255 - a)) / 255;
  return [mix(r, ground[0]), mix(g, ground[1]), mix(b, ground[2])];
}

export const isSolid = (color: string) => color.length === 7;
