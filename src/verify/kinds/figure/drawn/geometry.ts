// Converts the texts and shapes of a drawing to bounding boxes, positions and directions.
import { boxOf, pointsOf, type PathBox, type PathPoint } from '../../../../formats/index.ts';
import type { DrawnShape, DrawnText } from './drawing.ts';

export type AxisSide = 'x' | 'y';

const middle = (one: PathPoint, other: PathPoint): PathPoint => [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2];

export interface PlacedText {
  readonly text: string;
  readonly box: PathBox;
  readonly center: PathPoint;
  /** The midpoints of the edges at which reading starts and ends. */
  readonly start: PathPoint;
  readonly end: PathPoint;
  /** The height of its letters. */
  readonly height: number;
  readonly isTurned: boolean;
  readonly panel: string;
  readonly legend: boolean;
}

export function placeText({ text, quad, panel, legend }: DrawnText): PlacedText {
  const [a, b, c, d] = quad;
  const [start, end] = [middle(a, d), middle(b, c)];
  const xs = quad.map(([x]) => x);
  const ys = quad.map(([, y]) => y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return {
    text,
    box: { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y },
    center: middle(start, end),
    start,
    end,
    height: Math.hypot(a[0] - d[0], a[1] - d[1]),
    isTurned: Math.abs(end[1] - start[1]) > 0.05 * Math.abs(end[0] - start[0]) + 1,
    panel,
    legend,
  };
}

export interface PlacedShape extends DrawnShape {
  readonly box: PathBox;
  readonly points: readonly PathPoint[];
  /** The index in the order of painting. */
  readonly order: number;
}

export function placeShape(shape: DrawnShape, order: number): PlacedShape {
  return { ...shape, order, box: boxOf(shape), points: pointsOf(shape) };
}

export const rightEdge = ({ x, width }: PathBox) => x + width;
export const bottom = ({ y, height }: PathBox) => y + height;
export const centerOf = ({ x, y, width, height }: PathBox): PathPoint => [x + width / 2, y + height / 2];

export function union(boxes: readonly PathBox[]): PathBox {
  if (boxes.length === 0) return { x: 0, y: 0, width: 0, height: 0 };
  let [left, top, far, low] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const box of boxes) {
    [left, top] = [Math.min(left, box.x), Math.min(top, box.y)];
    [far, low] = [Math.max(far, rightEdge(box)), Math.max(low, bottom(box))];
  }
  return { x: left, y: top, width: far - left, height: low - top };
}

export const isWithin = ([x, y]: PathPoint, box: PathBox, room = 0) =>
  x >= box.x - room && x <= rightEdge(box) + room && y >= box.y - room && y <= bottom(box) + room;

/** A straight stroke or very thin box parallel to an axis: `at` is its position on the axis `side`. */
export function ruleOf({
  points,
  box,
  fill,
  stroke,
}: PlacedShape): { side: AxisSide; at: number; from: number; to: number } | undefined {
  const thin = Math.min(box.width, box.height);
  const isStroke = fill === null && stroke !== null && points.length === 2 && thin < 0.3;
  if (!isStroke && !(fill !== null && thin <= 1.6 && Math.max(box.width, box.height) > 3)) return undefined;
  if (Math.max(box.width, box.height) === 0) return undefined;
  return box.width >= box.height
    ? { side: 'y', at: box.y + box.height / 2, from: box.x, to: rightEdge(box) }
    : { side: 'x', at: box.x + box.width / 2, from: box.y, to: bottom(box) };
}

/** Whether a filled shape covers its bounding box, except for rounded corners. */
export function isBoxLike({ fill, outlines, points, box }: PlacedShape): boolean {
  if (fill === null || outlines.length !== 1 || points.length < 4) return false;
  let area = 0;
  for (let at = 0; at < points.length; at += 1) {
    const [[x1, y1] = [0, 0], [x2, y2] = [0, 0]] = [points[at], points[(at + 1) % points.length]];
    area += (x1 * y2 - x2 * y1) / 2;
  }
  const straight = points.filter(
    ([x, y]) =>
      Math.min(Math.abs(x - box.x), Math.abs(x - rightEdge(box)), Math.abs(y - box.y), Math.abs(y - bottom(box))) < 0.6,
  ).length;
  return Math.abs(area) > 0.9 * box.width * box.height && straight >= 4;
}
