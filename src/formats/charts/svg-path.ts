// The outlines of SVG shapes as points: curves and arcs are sampled, transforms are matrices.
import { FormatProblem } from '../problem.ts';

export type PathPoint = readonly [number, number];

/** A part of an outline: straight lines from point to point, or points on one curve. */
interface PathRun {
  readonly curve: boolean;
  readonly points: readonly PathPoint[];
}

export interface ShapeOutline {
  readonly closed: boolean;
  readonly runs: readonly PathRun[];
}

/** The SVG matrix a, b, c, d, e, f. */
export type Matrix = readonly [number, number, number, number, number, number];

const apply = ([a, b, c, d, e, f]: Matrix, [x, y]: PathPoint): PathPoint => [a * x + c * y + e, b * x + d * y + f];

const numbersOf = (text: string): number[] =>
  [...text.matchAll(/[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi)].map(([number]) => Number(number));

const ARGUMENTS: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 };
const SAMPLES = 16;
const MAX_SEGMENTS = 500_000;

/** Parses the `d` attribute of a path. */
export function parsePath(d: string): ShapeOutline[] {
  const pen = new Pen();
  let count = 0;
  for (const [, letter = '', list = ''] of d.matchAll(/([a-zA-Z])([^a-zA-Z]*(?:[eE][-+]?\d[^a-zA-Z]*)*)/g)) {
    const upper = letter.toUpperCase();
    const size = ARGUMENTS[upper];
    if (size === undefined) throw new FormatProblem(`the SVG has a path command "${letter}"`);
    const numbers = upper === 'A' ? arcNumbers(list) : numbersOf(list);
    if (size === 0 ? numbers.length > 0 : numbers.length === 0 || numbers.length % size !== 0)
      throw new FormatProblem(`a path of the SVG has ${numbers.length} numbers after "${letter}"`);
    count += Math.max(1, numbers.length / Math.max(1, size));
    if (count > MAX_SEGMENTS) throw new FormatProblem('a path of the SVG is too long');
    if (size === 0) pen.close();
    for (let at = 0; at < numbers.length; at += size) {
      // Further coordinate pairs after a move are lines.
      const command = upper === 'M' && at > 0 ? 'L' : upper;
      pen.draw(command, numbers.slice(at, at + size), letter !== upper);
    }
  }
  return pen.outlines();
}

/** The two flags of an arc are single digits, and no space needs to follow them. */
function arcNumbers(list: string): number[] {
  const number = String.raw`([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)`;
  const arc = new RegExp(
    `${Array(3)
      .fill(number)
      .join(String.raw`[\s,]*`)}[\\s,]*([01])[\\s,]*([01])[\\s,]*${number}[\\s,]*${number}`,
    'g',
  );
  return [...list.matchAll(arc)].flatMap(([, ...parts]) => parts.map(Number));
}

class Pen {
  #outlines: { closed: boolean; runs: { curve: boolean; points: PathPoint[] }[] }[] = [];
  #at: PathPoint = [0, 0];
  #start: PathPoint = [0, 0];
  /** The last control point and the type of its curve. */
  #control: { kind: string; at: PathPoint } | undefined;

  outlines(): ShapeOutline[] {
    return this.#outlines.filter(({ runs }) => runs.length > 0);
  }

  close(): void {
    const outline = this.#outlines.at(-1);
    if (outline) outline.closed = true;
    this.#at = this.#start;
    this.#control = undefined;
  }

  draw(command: string, numbers: readonly number[], relative: boolean): void {
    const [x0, y0] = relative ? this.#at : [0, 0];
    const point = (index: number): PathPoint => [(numbers[index] ?? 0) + x0, (numbers[index + 1] ?? 0) + y0];
    const before = this.#control;
    this.#control = undefined;
    if (command === 'M') {
      this.#at = this.#start = point(0);
      this.#outlines.push({ closed: false, runs: [] });
    } else if (command === 'L') this.#line(point(0));
    else if (command === 'H') this.#line([(numbers[0] ?? 0) + x0, this.#at[1]]);
    else if (command === 'V') this.#line([this.#at[0], (numbers[0] ?? 0) + y0]);
    else if (command === 'C') this.#cubic(point(0), point(2), point(4));
    else if (command === 'S') this.#cubic(this.#mirrored(before, 'C'), point(0), point(2));
    else if (command === 'Q') this.#quadratic(point(0), point(2));
    else if (command === 'T') this.#quadratic(this.#mirrored(before, 'Q'), point(0));
    else this.#curve(arcPoints(this.#at, numbers, point(5)));
  }

  #mirrored(control: { kind: string; at: PathPoint } | undefined, kind: string): PathPoint {
    if (control?.kind !== kind) return this.#at;
    return [2 * this.#at[0] - control.at[0], 2 * this.#at[1] - control.at[1]];
  }

  #cubic(first: PathPoint, second: PathPoint, end: PathPoint): void {
    const start = this.#at;
    this.#curve(
      sampled((t) => {
        const [a, b, c, d] = [(1 - t) * (1 - t) * (1 - t), 3 * t * (1 - t) * (1 - t), 3 * t * t * (1 - t), t * t * t];
        return [0, 1].map(
          (axis) => a * (start[axis] ?? 0) + b * (first[axis] ?? 0) + c * (second[axis] ?? 0) + d * (end[axis] ?? 0),
        );
      }),
    );
    this.#control = { kind: 'C', at: second };
  }

  #quadratic(middle: PathPoint, end: PathPoint): void {
    const start = this.#at;
    this.#curve(
      sampled((t) =>
        [0, 1].map(
          (axis) =>
            (1 - t) * (1 - t) * (start[axis] ?? 0) + 2 * t * (1 - t) * (middle[axis] ?? 0) + t * t * (end[axis] ?? 0),
        ),
      ),
    );
    this.#control = { kind: 'Q', at: middle };
  }

  #line(to: PathPoint): void {
    this.#run(false).push(to);
    this.#at = to;
  }

  #curve(points: readonly PathPoint[]): void {
    this.#run(true).push(...points);
    this.#at = points.at(-1) ?? this.#at;
  }

  /** The current run, or a new one that starts at the pen's position. */
  #run(curve: boolean): PathPoint[] {
    let outline = this.#outlines.at(-1);
    if (!outline || outline.closed) this.#outlines.push((outline = { closed: false, runs: [] }));
    const last = outline.runs.at(-1);
    if (last?.curve === curve) return last.points;
    const points = [this.#at];
    outline.runs.push({ curve, points });
    return points;
  }
}

const sampled = (at: (t: number) => number[]): PathPoint[] =>
  Array.from({ length: SAMPLES }, (_, index) => at((index + 1) / SAMPLES) as unknown as PathPoint);

/** Points on an elliptical arc, by the conversion in the SVG standard. */
function arcPoints(from: PathPoint, numbers: readonly number[], to: PathPoint): PathPoint[] {
  const [givenX = 0, givenY = 0, degrees = 0, large = 0, sweep = 0] = numbers;
  if (givenX === 0 || givenY === 0 || (from[0] === to[0] && from[1] === to[1])) return [to];
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const [dx, dy] = [(from[0] - to[0]) / 2, (from[1] - to[1]) / 2];
  const [x, y] = [cos * dx + sin * dy, cos * dy - sin * dx];
  const stretch = Math.sqrt(Math.max(1, (x / givenX) ** 2 + (y / givenY) ** 2));
  const [rx, ry] = [Math.abs(givenX) * stretch, Math.abs(givenY) * stretch];
  const inner = (rx * ry) ** 2 - (rx * y) ** 2 - (ry * x) ** 2;
  const factor = Math.sqrt(Math.max(0, inner / ((rx * y) ** 2 + (ry * x) ** 2))) * (large === sweep ? -1 : 1);
  const [cx, cy] = [(factor * rx * y) / ry, (-factor * ry * x) / rx];
  const start = Math.atan2((y - cy) / ry, (x - cx) / rx);
  let turn = Math.atan2((-y - cy) / ry, (-x - cx) / rx) - start;
  if (sweep && turn < 0) turn += 2 * Math.PI;
  if (!sweep && turn > 0) turn -= 2 * Math.PI;
  const [midX, midY] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  return sampled((t) => {
    const [px, py] = [rx * Math.cos(start + turn * t) + cx, ry * Math.sin(start + turn * t) + cy];
    return [cos * px - sin * py + midX, sin * px + cos * py + midY];
  });
}

/** Outlines transformed by a matrix. */
export const transformed = (outlines: readonly ShapeOutline[], matrix: Matrix): ShapeOutline[] =>
  outlines.map(({ closed, runs }) => ({
    closed,
    runs: runs.map(({ curve, points }) => ({ curve, points: points.map((point) => apply(matrix, point)) })),
  }));

export interface PathBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** All points of an outline in order. */
export const pointsOf = ({ outlines }: { readonly outlines: readonly ShapeOutline[] }): PathPoint[] =>
  outlines.flatMap(({ runs }) => runs.flatMap(({ points }, index) => (index === 0 ? points : points.slice(1))));

export function boxOf(shape: { readonly outlines: readonly ShapeOutline[] }): PathBox {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of pointsOf(shape)) {
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  return left > right
    ? { x: 0, y: 0, width: 0, height: 0 }
    : { x: left, y: top, width: right - left, height: bottom - top };
}
