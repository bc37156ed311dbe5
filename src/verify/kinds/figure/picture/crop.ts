// Cuts a line of text out of a picture for OCR: rotated to horizontal, dark on white, and scaled to a given height.
import { colorOf, colourDistance, type Color, type PictureRaster } from './raster.ts';
import type { TextBox } from './lines.ts';

/** The empty margin around the line in the crop, in pixels. */
const MARGIN = 12;
const MAX_WIDTH = 1600;

export interface Crop {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

export function cropOf(raster: PictureRaster, box: TextBox, lineHeight: number): Crop {
  const turn = (box.angle * Math.PI) / 180;
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
  const [long, high] = [box.u[1] - box.u[0] + 1, box.v[1] - box.v[0] + 1];
  const scale = Math.min(lineHeight / high, (MAX_WIDTH - 2 * MARGIN) / long);
  const width = Math.max(1, Math.round(long * scale)) + 2 * MARGIN;
  const height = Math.max(1, Math.round(high * scale)) + 2 * MARGIN;
  const ground = groundOf(raster, box);
  const place = (u: number, v: number) => [u * cos + v * sin, v * cos - u * sin] as const;
  const distances = new Distances(
    raster,
    box.u.flatMap((u) => box.v.map((v) => place(u, v))),
    ground,
  );
  const far = new Float64Array(width * height);
  // Outside the box of the letters the crop has background, even if the picture has ink there.
  const slack = 1.2;
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1) {
      const u = box.u[0] + (column - MARGIN + 0.5) / scale - 0.5;
      const v = box.v[0] + (row - MARGIN + 0.5) / scale - 0.5;
      const outside = u < box.u[0] - slack || u > box.u[1] + slack || v < box.v[0] - slack || v > box.v[1] + slack;
      far[row * width + column] = outside ? 0 : distances.at(...place(u, v));
    }
  const sorted = far.toSorted();
  const most = Math.max(1, sorted[Math.floor(sorted.length * 0.985)] ?? 1);
  const data = new Uint8Array(width * height);
  for (let at = 0; at < data.length; at += 1) data[at] = 255 - Math.min(255, Math.round((255 * (far[at] ?? 0)) / most));
  return { width, height, data };
}

/** Extra pixels around the corners, for the bicubic interpolation and the slack around the letters. */
const REACH = 4;

/** The colour distances from the background in a box given by its corners. Outside the picture the distance is 0. */
class Distances {
  readonly #left: number;
  readonly #top: number;
  readonly #width: number;
  readonly #height: number;
  readonly #values: Float64Array;

  constructor(raster: PictureRaster, corners: readonly (readonly [number, number])[], ground: Color) {
    const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
    this.#left = Math.floor(Math.min(...xs)) - REACH;
    this.#top = Math.floor(Math.min(...ys)) - REACH;
    this.#width = Math.ceil(Math.max(...xs)) - this.#left + REACH + 1;
    this.#height = Math.ceil(Math.max(...ys)) - this.#top + REACH + 1;
    this.#values = new Float64Array(this.#width * this.#height);
    for (let row = 0; row < this.#height; row += 1)
      for (let column = 0; column < this.#width; column += 1) {
        const [x, y] = [this.#left + column, this.#top + row];
        if (x < 0 || y < 0 || x >= raster.width || y >= raster.height) continue;
        this.#values[row * this.#width + column] = colourDistance(colorOf(raster, x, y), ground);
      }
  }

  /** The distance at a position between pixels, by bicubic interpolation, which keeps edges sharp. */
  at(x: number, y: number): number {
    const [x0, y0] = [Math.floor(x), Math.floor(y)];
    const [column, row] = [x0 - this.#left, y0 - this.#top];
    if (column < 1 || row < 1 || column + 2 >= this.#width || row + 2 >= this.#height) return 0;
    const values = this.#values;
    const t = x - x0;
    const along = (from: number) =>
      cubic(t, values[from] ?? 0, values[from + 1] ?? 0, values[from + 2] ?? 0, values[from + 3] ?? 0);
    const first = (row - 1) * this.#width + column - 1;
    const [second, third, fourth] = [first + this.#width, first + 2 * this.#width, first + 3 * this.#width];
    return Math.max(0, cubic(y - y0, along(first), along(second), along(third), along(fourth)));
  }
}

/** Catmull-Rom interpolation of four neighbours; `t` is the position from the second (0) to the third (1). */
const cubic = (t: number, a: number, b: number, c: number, d: number) =>
  b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));

/** The background of the letters: the most frequent colour in the box. */
function groundOf(raster: PictureRaster, { left, right, top, bottom }: TextBox): Color {
  const counts = new Map<number, number>();
  const [x0, x1] = [Math.max(0, left - 1), Math.min(raster.width - 1, right + 1)];
  const [y0, y1] = [Math.max(0, top - 1), Math.min(raster.height - 1, bottom + 1)];
  for (let y = y0; y <= y1; y += 1)
    for (let x = x0; x <= x1; x += 1) {
      const [r, g, b] = colorOf(raster, x, y);
      const key = (r << 16) | (g << 8) | b;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  let [best, most] = [0xffffff, 0];
  for (const [key, count] of counts) if (count > most) [best, most] = [key, count];
  return [best >> 16, (best >> 8) & 255, best & 255];
}
