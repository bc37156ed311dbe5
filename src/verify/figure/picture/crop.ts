// A line of text cut out of a picture: upright, dark on white, of the height that OCR reads best.
import { colorOf, distance, type Color, type Raster } from './raster.ts';
import type { TextBox } from './lines.ts';

/** The height of a line in the crop, and what is left free around it. */
const MARGIN = 12;
const MAX_WIDTH = 1600;

export interface Crop {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

export function cropOf(raster: Raster, box: TextBox, lineHeight: number): Crop {
  const turn = (box.angle * Math.PI) / 180;
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
  const [long, high] = [box.u[1] - box.u[0] + 1, box.v[1] - box.v[0] + 1];
  const scale = Math.min(lineHeight / high, (MAX_WIDTH - 2 * MARGIN) / long);
  const width = Math.max(1, Math.round(long * scale)) + 2 * MARGIN;
  const height = Math.max(1, Math.round(high * scale)) + 2 * MARGIN;
  const ground = groundOf(raster, box);
  const far = new Float64Array(width * height);
  // Beyond the letters is ground, whatever the picture has there.
  const slack = 1.2;
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1) {
      const u = box.u[0] + (column - MARGIN + 0.5) / scale - 0.5;
      const v = box.v[0] + (row - MARGIN + 0.5) / scale - 0.5;
      const outside = u < box.u[0] - slack || u > box.u[1] + slack || v < box.v[0] - slack || v > box.v[1] + slack;
      far[row * width + column] = outside ? 0 : distanceAt(raster, u * cos + v * sin, v * cos - u * sin, ground);
    }
  const sorted = far.toSorted();
  const most = Math.max(1, sorted[Math.floor(sorted.length * 0.985)] ?? 1);
  const data = new Uint8Array(width * height);
  for (let at = 0; at < data.length; at += 1) data[at] = 255 - Math.min(255, Math.round((255 * (far[at] ?? 0)) / most));
  return { width, height, data };
}

/** How far the colour at a place between pixels is from the ground: a cubic through sixteen of them keeps edges sharp. */
function distanceAt(raster: Raster, x: number, y: number, ground: Color): number {
  const [x0, y0] = [Math.floor(x), Math.floor(y)];
  const [along, down] = [weights(x - x0), weights(y - y0)];
  let sum = 0;
  for (let row = 0; row < 4; row += 1)
    for (let column = 0; column < 4; column += 1) {
      const [px, py] = [x0 + column - 1, y0 + row - 1];
      if (px < 0 || py < 0 || px >= raster.width || py >= raster.height) continue;
      sum += (along[column] ?? 0) * (down[row] ?? 0) * distance(colorOf(raster, px, py), ground);
    }
  return Math.max(0, sum);
}

/** Of the four neighbours, after Catmull and Rom. */
const weights = (t: number) => [
  -0.5 * t + t * t - 0.5 * t ** 3,
  1 - 2.5 * t * t + 1.5 * t ** 3,
  0.5 * t + 2 * t * t - 1.5 * t ** 3,
  -0.5 * t * t + 0.5 * t ** 3,
];

/** The commonest colour in the box is what the letters stand on. */
function groundOf(raster: Raster, { left, right, top, bottom }: TextBox): Color {
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
