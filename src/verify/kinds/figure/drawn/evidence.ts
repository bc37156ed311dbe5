// Checks in the pixels whether a text or a shape is visible at the position that the document declares.
import { boxOf, pointsOf, type PathOutline as Outline, type PathPoint } from '../../../../formats/index.ts';
import type { Rgb } from '../pixels.ts';
import { distance, hexOf, mostCommon, parseHex, type Shot } from './pixels.ts';
import type { Paint } from './outlines.ts';

/** Minimum colour distance, summed over three channels, that the eye can see in a picture without noise. */
const TELLS_APART = 30;
/** Minimum colour distance, summed over three channels, of legible text from what is behind it. */
const LEGIBLE = 60;
const GRID = 16;

type Quad = readonly [PathPoint, PathPoint, PathPoint, PathPoint];

const between = (one: PathPoint, other: PathPoint, share: number): PathPoint => [
  one[0] + (other[0] - one[0]) * share,
  one[1] + (other[1] - one[1]) * share,
];

/** Why a text cannot be read; undefined if it can. Its ink is where the pictures with and without all texts differ. */
export function unreadText(quad: Quad, letters: number, whole: Shot, without: Shot): string | undefined {
  const [a, b, c, d] = quad;
  const columns = Math.min(Math.max(Math.ceil(Math.hypot(b[0] - a[0], b[1] - a[1])), 3), 600);
  const rows = Math.min(Math.max(Math.ceil(Math.hypot(d[0] - a[0], d[1] - a[1])), 3), 100);
  const thirds = [0, 0, 0];
  let [outside, ink] = [0, 0];
  for (let column = 0; column < columns; column += 1) {
    const share = (column + 0.5) / columns;
    const [top, bottom] = [between(a, b, share), between(d, c, share)];
    for (let row = 0; row < rows; row += 1) {
      const [x, y] = between(top, bottom, (row + 0.5) / rows);
      const [one, other] = [whole.at(x, y), without.at(x, y)];
      if (!one || !other) outside += 1;
      else if (distance(one, other) >= LEGIBLE) {
        ink += 1;
        const third = Math.floor(share * 3);
        thirds[third] = (thirds[third] ?? 0) + 1;
      }
    }
  }
  const all = columns * rows;
  if (outside > all * 0.08) return 'runs out of the picture';
  if (rows < 5) return 'is too small to be read';
  if (ink < all * 0.02) return 'cannot be seen';
  if (letters > 2 && thirds.some((part) => part < (all / 3) * 0.01)) return 'is partly covered';
  return undefined;
}

/** Whether one text overlaps another by a large part of its area. */
export function overlaps(one: Quad, other: Quad): boolean {
  if (apart(one, other, 0) || apart(one, other, 1)) return false;
  let inside = 0;
  for (let column = 0; column < 8; column += 1)
    for (let row = 0; row < 4; row += 1) {
      const top = between(one[0], one[1], (column + 0.5) / 8);
      const bottom = between(one[3], one[2], (column + 0.5) / 8);
      if (isInside(between(top, bottom, (row + 0.5) / 4), other)) inside += 1;
    }
  return inside > 9;
}

/** Whether the extents on one axis are disjoint: a fast test, because most texts of a chart are far from each other. */
function apart(one: Quad, other: Quad, axis: 0 | 1): boolean {
  const [low, high] = spanOf(one, axis);
  const [otherLow, otherHigh] = spanOf(other, axis);
  return high < otherLow || otherHigh < low;
}

const spanOf = ([a, b, c, d]: Quad, axis: 0 | 1): readonly [number, number] => [
  Math.min(a[axis], b[axis], c[axis], d[axis]),
  Math.max(a[axis], b[axis], c[axis], d[axis]),
];

function isInside([x, y]: PathPoint, polygon: readonly PathPoint[]): boolean {
  let odd = false;
  for (let at = 0, before = polygon.length - 1; at < polygon.length; before = at, at += 1) {
    const [[x1, y1] = [0, 0], [x2, y2] = [0, 0]] = [polygon[at], polygon[before]];
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) odd = !odd;
  }
  return odd;
}

export interface Seen {
  readonly color: string;
  readonly seen: number;
  readonly edges: [number, number, number, number];
}

const NOTHING: Seen = { color: '#000000', seen: 0, edges: [0, 0, 0, 0] };

/** Samples a filled shape: its colour in the picture, and the share of each edge where the colour changes. */
export function seenArea(outlines: readonly Outline[], shot: Shot): Seen {
  const { x, y, width, height } = boxOf({ outlines });
  if (!(width > 0.2 && height > 0.2)) return NOTHING;
  const polygons = outlines.map((outline) => pointsOf({ outlines: [outline] }));
  const samples: Rgb[] = [];
  for (let column = 0; column < GRID; column += 1)
    for (let row = 0; row < GRID; row += 1) {
      const place: PathPoint = [x + ((column + 0.5) / GRID) * width, y + ((row + 0.5) / GRID) * height];
      const color = shot.at(...place);
      // A sample outside the picture has no colour; that part of the shape counts as not visible.
      if (polygons.filter((polygon) => isInside(place, polygon)).length % 2 === 1)
        samples.push(color ?? [-999, -999, -999]);
    }
  const { color, share } = mostCommon(samples);
  if (color[0] < 0) return NOTHING;
  const edge = (from: PathPoint, to: PathPoint, inward: PathPoint, depth: number) =>
    changesAlong(from, to, inward, depth, shot);
  const [right, bottom] = [x + width, y + height];
  return {
    color: hexOf(color),
    seen: round(share),
    edges: [
      edge([x, y], [right, y], [0, 1], height),
      edge([right, y], [right, bottom], [-1, 0], width),
      edge([x, bottom], [right, bottom], [0, -1], height),
      edge([x, y], [x, bottom], [1, 0], width),
    ],
  };
}

const round = (share: number) => Math.round(share * 1000) / 1000;

/** The share of an edge along which the colours inside and outside differ. */
function changesAlong(from: PathPoint, to: PathPoint, [dx, dy]: PathPoint, depth: number, shot: Shot): number {
  let changes = 0;
  for (let at = 0; at < GRID; at += 1) {
    const [x, y] = between(from, to, 0.1 + (0.8 * (at + 0.5)) / GRID);
    const differs = [1.5, 3].some((reach) => {
      const inner = Math.min(reach, depth / 2);
      const [inside, outside] = [shot.at(x + dx * inner, y + dy * inner), shot.at(x - dx * reach, y - dy * reach)];
      return inside !== undefined && (outside === undefined || distance(inside, outside) >= TELLS_APART);
    });
    if (differs) changes += 1;
  }
  return round(changes / GRID);
}

const STRETCHES = 12;
const MAX_SAMPLES = 1500;

/** Samples a stroke: the share of its stretches with its colour and a contrast. A stretch is longer than a dash gap. */
export function seenStroke(outlines: readonly Outline[], paint: Paint, width: number, shot: Shot): Seen {
  const wanted = paint.color === 'other' ? undefined : parseHex(paint.color);
  const places = outlines.flatMap((outline) => walk(pointsOf({ outlines: [outline] })));
  const step = Math.max(1, Math.ceil(places.length / MAX_SAMPLES));
  const hits: boolean[] = Array.from({ length: STRETCHES }, () => false);
  const found: Rgb[] = [];
  for (let at = 0; at < places.length; at += step) {
    const place = places[at];
    if (!place) continue;
    const { x, y, across } = place;
    const own = nearest(x, y, wanted, paint.alpha, shot);
    if (!own) continue;
    const beside = [1, -1].map((side) => {
      const reach = side * (width / 2 + 2.5);
      return shot.at(x + across[0] * reach, y + across[1] * reach);
    });
    if (!beside.some((color) => color === undefined || distance(color, own) >= TELLS_APART)) continue;
    hits[Math.floor((at / places.length) * STRETCHES)] = true;
    found.push(own);
  }
  if (found.length === 0) return NOTHING;
  const expected = Math.min(STRETCHES, Math.ceil(places.length / step));
  const { color } = mostCommon(found);
  const shown = paint.color === 'other' || paint.alpha < 0.9 ? hexOf(color) : paint.color;
  return { color: shown, seen: round(hits.filter(Boolean).length / expected), edges: [0, 0, 0, 0] };
}

const BESIDE = [[0, 0], [1, 0], [-1, 0], [0, 1], [0, -1]] as const; // prettier-ignore

/** The pixel at or beside a position that is closest to the paint, if it is close enough. */
function nearest(x: number, y: number, wanted: Rgb | undefined, alpha: number, shot: Shot): Rgb | undefined {
  let best: Rgb | undefined;
  for (const [dx, dy] of BESIDE) {
    const here = shot.at(x + dx, y + dy);
    if (here && wanted && (!best || distance(here, wanted) < distance(best, wanted))) best = here;
    if (here && !wanted) best ??= here;
  }
  if (!best || !wanted) return best;
  // Antialiasing mixes thin lines with the colours below them.
  return distance(best, wanted) <= (alpha < 0.9 ? 500 : 330) ? best : undefined;
}

/** Positions along a polyline, one pixel apart, with the unit normal. */
function walk(points: readonly PathPoint[]): { x: number; y: number; across: PathPoint }[] {
  const places: { x: number; y: number; across: PathPoint }[] = [];
  for (let at = 1; at < points.length && places.length < 20 * MAX_SAMPLES; at += 1) {
    const [from, to] = [points[at - 1], points[at]];
    if (!from || !to) continue;
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    if (!(length > 0) || length > 10_000) continue;
    const across: PathPoint = [(from[1] - to[1]) / length, (to[0] - from[0]) / length];
    for (let gone = 0.5; gone < length; gone += 1) {
      const [x, y] = between(from, to, gone / length);
      places.push({ x, y, across });
    }
  }
  return places;
}
