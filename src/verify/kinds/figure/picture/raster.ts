// Decodes a picture to RGB on a white background, in one flat array: the input of all pixel analysis in this folder.
import { readPicture, type Pixels } from '../../../../formats/index.ts';

/** Larger pictures are halved until they fit: letters of 10 points at 300 dpi are still 20 pixels high. */
const MAX_PIXELS = 5_000_000;

export interface PictureRaster {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue, row by row from the top. */
  readonly data: Uint8Array;
}

export type Color = readonly [number, number, number];

export async function readRaster(png: Uint8Array): Promise<PictureRaster> {
  let raster = onWhite(await readPicture(png));
  while (raster.width * raster.height > MAX_PIXELS) raster = halved(raster);
  return raster;
}

function onWhite({ width, height, channels, data }: Pixels): PictureRaster {
  const out = new Uint8Array(width * height * 3);
  for (let at = 0; at < width * height; at += 1) {
    const from = at * channels;
    const alpha = channels === 4 ? (data[from + 3] ?? 0) / 255 : 1;
    for (let channel = 0; channel < 3; channel += 1) {
      const level = data[from + (channels === 1 ? 0 : channel)] ?? 0;
      out[at * 3 + channel] = Math.round(level * alpha + 255 * (1 - alpha));
    }
  }
  return { width, height, data: out };
}

function halved({ width, height, data }: PictureRaster): PictureRaster {
  const [w, h] = [width >> 1, height >> 1];
  const out = new Uint8Array(w * h * 3);
  for (let y = 0; y < h; y += 1)
    for (let x = 0; x < w; x += 1)
      for (let channel = 0; channel < 3; channel += 1) {
        const at = (2 * y * width + 2 * x) * 3 + channel;
        const sum =
          (data[at] ?? 0) + (data[at + 3] ?? 0) + (data[at + width * 3] ?? 0) + (data[at + width * 3 + 3] ?? 0);
        out[(y * w + x) * 3 + channel] = Math.round(sum / 4);
      }
  return { width: w, height: h, data: out };
}

/** Rotates a picture by 90° counterclockwise: horizontal bars become vertical. */
export function turned({ width, height, data }: PictureRaster): PictureRaster {
  const out = new Uint8Array(data.length);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const from = (y * width + x) * 3;
      const to = ((width - 1 - x) * height + y) * 3;
      out[to] = data[from] ?? 0;
      out[to + 1] = data[from + 1] ?? 0;
      out[to + 2] = data[from + 2] ?? 0;
    }
  return { width: height, height: width, data: out };
}

/** The largest difference in any channel. */
export function colourDistance(one: Color, other: Color): number {
  return Math.max(Math.abs(one[0] - other[0]), Math.abs(one[1] - other[1]), Math.abs(one[2] - other[2]));
}

export function colorOf({ width, data }: PictureRaster, x: number, y: number): Color {
  const at = (y * width + x) * 3;
  return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
}
