// Perspective: the homography that maps four points to four others, and pictures transformed by it.
import type { ScenePoint, SceneRaster } from './raster.ts';

/** Nine numbers, row by row; the last is 1. */
export type Homography = readonly number[];

/** The map from four points to four others. */
export function homography(from: readonly ScenePoint[], to: readonly ScenePoint[]): Homography {
  if (from.length !== 4 || to.length !== 4)
    throw new RangeError('a homography is given by four points and four others');
  const rows = from.flatMap(({ x, y }, index) => {
    const { x: u, y: v } = to[index] ?? { x: 0, y: 0 };
    return [
      [x, y, 1, 0, 0, 0, -u * x, -u * y, u],
      [0, 0, 0, x, y, 1, -v * x, -v * y, v],
    ];
  });
  return [...solve(rows), 1];
}

/** A turn by an angle in degrees, clockwise on the screen, about a point. */
export function turn(degrees: number, centre: ScenePoint): Homography {
  const angle = (degrees * Math.PI) / 180;
  // Rounded, so that the last bit of a sine has no effect.
  const cos = Math.round(Math.cos(angle) * 1e12) / 1e12;
  const sin = Math.round(Math.sin(angle) * 1e12) / 1e12;
  const { x, y } = centre;
  return [cos, -sin, x - cos * x + sin * y, sin, cos, y - sin * x - cos * y, 0, 0, 1];
}

/** The image of a point under the map. */
export function project(map: Homography, point: ScenePoint): ScenePoint {
  return projector(map)(point.x, point.y);
}

function projector(map: Homography): (x: number, y: number) => ScenePoint {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 1] = map;
  return (x, y) => {
    const depth = g * x + h * y + i;
    return { x: (a * x + b * y + c) / depth, y: (d * x + e * y + f) / depth };
  };
}

export function inverse(map: Homography): Homography {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 1] = map;
  const adjoint = [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ];
  const last = adjoint[8] ?? 1;
  return adjoint.map((value) => value / last);
}

/**
 * Transforms a picture to a canvas of the given size, with bilinear sampling. Pixel centres are at halves;
 * positions outside the picture are transparent, with soft edges.
 */
export function warp(raster: SceneRaster, map: Homography, width = raster.width, height = raster.height): SceneRaster {
  const back = projector(inverse(map));
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const source = back(x + 0.5, y + 0.5);
      sample(raster, source.x - 0.5, source.y - 0.5, data, (y * width + x) * 4);
    }
  }
  return { width, height, data };
}

/** Weights the four pixels around a position by distance and opacity. */
function sample({ width, height, data }: SceneRaster, x: number, y: number, into: Uint8ClampedArray, at: number): void {
  if (!(x > -1 && y > -1 && x < width && y < height)) return;
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [right, down] = [x - left, y - top];
  let [red, green, blue, opacity] = [0, 0, 0, 0];
  for (let corner = 0; corner < 4; corner += 1) {
    const [dx, dy] = [corner & 1, corner >> 1];
    const [px, py] = [left + dx, top + dy];
    if (px < 0 || py < 0 || px >= width || py >= height) continue;
    const from = (py * width + px) * 4;
    const weight = (dx ? right : 1 - right) * (dy ? down : 1 - down) * (data[from + 3] ?? 0);
    red += weight * (data[from] ?? 0);
    green += weight * (data[from + 1] ?? 0);
    blue += weight * (data[from + 2] ?? 0);
    opacity += weight;
  }
  if (opacity === 0) return;
  into[at] = red / opacity;
  into[at + 1] = green / opacity;
  into[at + 2] = blue / opacity;
  into[at + 3] = opacity;
}

/** Gaussian elimination with partial pivoting; the last element of each row is its right side. */
function solve(rows: number[][]): number[] {
  const size = rows.length;
  for (let step = 0; step < size; step += 1) {
    const pivot = rows.reduce(
      (best, row, index) => (index >= step && abs(row[step]) > abs(rows[best]?.[step]) ? index : best),
      step,
    );
    [rows[step], rows[pivot]] = [rows[pivot] ?? [], rows[step] ?? []];
    const lead = rows[step] ?? [];
    if (abs(lead[step]) < 1e-12) throw new RangeError('three of the four points lie on one line');
    for (const [index, row] of rows.entries()) {
      if (index === step) continue;
      const factor = (row[step] ?? 0) / (lead[step] ?? 1);
      for (let column = step; column <= size; column += 1)
        row[column] = (row[column] ?? 0) - factor * (lead[column] ?? 0);
    }
  }
  return rows.map((row, index) => (row[size] ?? 0) / (row[index] ?? 1));
}

function abs(value: number | undefined): number {
  return Math.abs(value ?? 0);
}
