// Finds lines of text in a picture: clusters letters that are close together, and gives each line its box and angle.
import type { InkPiece } from './components.ts';
import type { Ink } from './ink.ts';

/** Maximum gap between the letters and words of one name, as a share of the height of a capital letter. */
const NEAR = 0.85;
/** Minimum angle of a rotated name, in degrees. */
const TURNED = 8;
const MAX_LINES = 160;

/** A box in coordinates rotated counterclockwise by `angle`: u runs along the text, v runs down across it. */
export interface TextBox {
  readonly angle: number;
  readonly u: readonly [number, number];
  readonly v: readonly [number, number];
  /** Its bounding box in the picture. */
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Lines of one cluster are below each other, such as the parts of a name that is broken into two lines. */
  readonly cluster: number;
}

interface Cluster {
  readonly pieces: readonly InkPiece[];
  readonly points: readonly Point[];
  readonly angle: number;
  /** The ratio of its length to its width. */
  readonly stretch: number;
}

type Point = readonly [number, number];

export interface Lines {
  readonly boxes: readonly TextBox[];
  /** The median height of the lines of text. */
  readonly size: number;
}

/** Runs twice: the first pass only measures the size of the letters. */
export function textLines(ink: Ink, width: number): Lines {
  const rough = boxesOf(ink.letters, ink.size, width);
  const heights = rough.map(({ v }) => v[1] - v[0] + 1).toSorted((one, other) => one - other);
  const size = heights[heights.length >> 1] ?? ink.size;
  return { boxes: boxesOf(ink.letters, size, width), size };
}

function boxesOf(letters: readonly InkPiece[], size: number, width: number): TextBox[] {
  const groups = clustersOf(letters, size * NEAR).flatMap((pieces) => taken(pieces, size, NEAR, width));
  const slope = commonAngle(groups, size);
  const boxes = groups.flatMap((cluster, at) => {
    const angle = angleOf(cluster, slope, groups, size);
    return rowsOf(cluster.points, angle, size).map((points) => boxOf(points, angle, at));
  });
  return boxes.filter(({ v }) => v[1] - v[0] >= size * 0.4 && v[1] - v[0] < size * 4).slice(0, MAX_LINES);
}

/** Makes a cluster. If it does not consist of lines of text, splits it recursively with a smaller maximum gap. */
function taken(pieces: readonly InkPiece[], size: number, near: number, width: number): Cluster[] {
  const isSpeck = pieces.every(({ left, right, top, bottom }) => Math.max(right - left, bottom - top) + 1 < size * 0.4);
  const points = pieces.flatMap(({ pixels }) => pixels.map((at): Point => [at % width, Math.floor(at / width)]));
  if (isSpeck || points.length < 6 || pieces.every((piece) => isThin(piece, size))) return [];
  const cluster = { pieces, points, ...principal(points) };
  if (near < 0.25 || pieces.length < 2 || isLine(cluster, size)) return [cluster];
  return clustersOf(pieces, size * near * 0.7).flatMap((part) => taken(part, size, near * 0.7, width));
}

/** Whether a piece is as thin as a dash or a tick. A thin letter has broader letters in its cluster. */
function isThin({ left, right, top, bottom }: InkPiece, size: number): boolean {
  return Math.min(right - left, bottom - top) + 1 <= Math.max(2, size * 0.2);
}

/** Whether its ink forms rows of letter height: horizontal, vertical, or along its principal axis. */
function isLine({ points, angle, stretch }: Cluster, size: number): boolean {
  const own = stretch >= 1.9 ? [angle, angle - 3, angle + 3] : [];
  // Several vertical lines form a tall cluster; a number with an axis label beside it does not.
  const isUpright = Math.abs(angle) > 90 - TURNED || rowsOf(points, 90, size).length === 1;
  return [0, ...(isUpright ? [90] : []), ...own].some((turn) =>
    rowsOf(points, turn, size).every((row) => {
      const { v } = boxOf(row, turn, 0);
      return v[1] - v[0] < size * 1.75;
    }),
  );
}

function clustersOf(pieces: readonly InkPiece[], reach: number): InkPiece[][] {
  const parent = pieces.map((_, at) => at);
  const root = (at: number): number => {
    let found = at;
    while (parent[found] !== found) found = parent[found] ?? found;
    parent[at] = found;
    return found;
  };
  const order = pieces
    .map((_, at) => at)
    .toSorted((one, other) => (pieces[one]?.left ?? 0) - (pieces[other]?.left ?? 0));
  order.forEach((one, place) => {
    const a = pieces[one];
    if (!a) return;
    for (const other of order.slice(place + 1)) {
      const b = pieces[other];
      if (!b || b.left - a.right > reach) break;
      const dy = Math.max(a.top - b.bottom - 1, b.top - a.bottom - 1, 0);
      const dx = Math.max(b.left - a.right - 1, 0);
      // Vertical gaps weigh more: gaps between words are wider than gaps between lines, and an axis label is still
      // further from the numbers beside it.
      if (Math.hypot(dx * 1.18, dy * 1.4) <= reach) parent[root(other)] = root(one);
    }
  });
  const groups = new Map<number, InkPiece[]>();
  pieces.forEach((piece, at) => {
    const own = root(at);
    groups.set(own, [...(groups.get(own) ?? []), piece]);
  });
  return [...groups.values()];
}

/** The principal axis of the points, in degrees counterclockwise, and how elongated they are along it. */
function principal(points: readonly Point[]): { angle: number; stretch: number } {
  const n = points.length;
  const [mx, my] = [0, 1].map((axis) => points.reduce((sum, point) => sum + (point[axis] ?? 0), 0) / n) as [
    number,
    number,
  ];
  let [xx, yy, xy] = [0, 0, 0];
  for (const [x, y] of points) {
    xx += (x - mx) ** 2;
    yy += (y - my) ** 2;
    xy += (x - mx) * (y - my);
  }
  const spread = Math.sqrt(((xx - yy) / 2) ** 2 + xy ** 2);
  const [most, least] = [(xx + yy) / 2 + spread, (xx + yy) / 2 - spread];
  const angle = (-Math.atan2(2 * xy, xx - yy) * 90) / Math.PI;
  return { angle, stretch: Math.sqrt((most + n / 6) / (Math.max(least, 0) + n / 6)) };
}

const isSlanted = ({ angle }: Cluster) => Math.abs(angle) >= TURNED && Math.abs(angle) <= 90 - TURNED;

/** The common angle of rotated names at an axis: the angle at which their ink separates best into rows. */
function commonAngle(clusters: readonly Cluster[], size: number): number | undefined {
  const slanted = clusters.filter((each) => {
    const { v } = boxOf(each.points, each.angle, 0);
    return isSlanted(each) && each.stretch >= 1.9 && v[1] - v[0] < size * 2;
  });
  if (slanted.length < 3) return undefined;
  // A weighted median: long names show their direction more reliably than short ones.
  const weighed = slanted
    .map(({ angle, points, stretch }) => ({ angle, weight: points.length * (stretch - 1) }))
    .toSorted((one, other) => one.angle - other.angle);
  const half = weighed.reduce((sum, { weight }) => sum + weight, 0) / 2;
  let sum = 0;
  const middle = weighed.find(({ weight }) => (sum += weight) >= half)?.angle ?? 0;
  const like = slanted.filter(({ angle }) => Math.abs(angle - middle) <= 15);
  if (like.length < 3) return undefined;
  let [best, most] = [middle, -1];
  for (let angle = middle - 3; angle <= middle + 3; angle += 1) {
    const sharp = like.reduce((total, { points }) => total + sharpness(points, angle), 0);
    if (sharp > most) [best, most] = [angle, sharp];
  }
  return best;
}

/** How unevenly the ink is distributed over rows at an angle: the mean number of points in the row of a point. */
function sharpness(points: readonly Point[], angle: number): number {
  const rows = new Map<number, number>();
  const turn = (angle * Math.PI) / 180;
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
  for (const [x, y] of points) {
    const row = Math.round(y * cos + x * sin);
    rows.set(row, (rows.get(row) ?? 0) + 1);
  }
  let sum = 0;
  for (const count of rows.values()) sum += count * count;
  return sum / points.length;
}

function angleOf(cluster: Cluster, slope: number | undefined, clusters: readonly Cluster[], size: number): number {
  const { angle, stretch } = cluster;
  const [top, bottom] = extent(cluster);
  const isUpright = stretch >= 1.5 && Math.abs(angle) > 90 - TURNED && bottom - top > 1.6 * size;
  if (slope !== undefined) {
    const near = (other: Cluster) => Math.abs(other.angle - slope) <= 15 && other.stretch >= 1.9;
    if (near(cluster)) return slope;
    // A short name has no reliable direction: it gets the angle of the names beside it.
    const beside = clusters.filter((other) => near(other) && overlap(cluster, other));
    if (stretch < 1.9 && !isUpright && beside.length >= 2) return slope;
  }
  if (isUpright) return 90;
  // Two characters below each other have no clear direction: they are vertical if the texts beside them are.
  const [left, right] = [Math.min(...cluster.pieces.map((each) => each.left)), Math.max(...cluster.pieces.map((each) => each.right))]; // prettier-ignore
  const isTall = bottom - top > 1.6 * size && bottom - top > 1.5 * (right - left);
  const upright = clusters.filter((other) => other.stretch >= 1.5 && Math.abs(other.angle) > 90 - TURNED && overlap(cluster, other)); // prettier-ignore
  return isTall && upright.length >= 2 ? 90 : 0;
}

const extent = ({ pieces }: Cluster) => [
  Math.min(...pieces.map(({ top }) => top)),
  Math.max(...pieces.map(({ bottom }) => bottom)),
] as const; // prettier-ignore

function overlap(one: Cluster, other: Cluster): boolean {
  const [[a, b], [c, d]] = [extent(one), extent(other)];
  return Math.min(b, d) - Math.max(a, c) >= 0.5 * (b - a);
}

/** Splits the ink into rows of the rotated frame, at empty rows. */
function rowsOf(points: readonly Point[], angle: number, size: number): Point[][] {
  const turn = (angle * Math.PI) / 180;
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
  const across = ([x, y]: Point) => Math.round(y * cos + x * sin);
  const filled = new Set(points.map(across));
  const sorted = [...filled].toSorted((one, other) => one - other);
  const starts: number[] = [];
  sorted.forEach((row, at) => {
    // The dot of an i, or the strokes of one character, do not form a separate row.
    if (at === 0 || row - (sorted[at - 1] ?? row) > Math.max(2, size * 0.2)) starts.push(row);
  });
  const rows = starts.map((start, at) =>
    points.filter((point) => across(point) >= start && across(point) < (starts[at + 1] ?? Infinity)),
  );
  return rows.filter((row) => row.length >= 6);
}

function boxOf(points: readonly Point[], angle: number, cluster: number): TextBox {
  const turn = (angle * Math.PI) / 180;
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
  const range = (of: (point: Point) => number): [number, number] => {
    let [least, most] = [Infinity, -Infinity];
    for (const point of points) {
      const value = of(point);
      if (value < least) least = value;
      if (value > most) most = value;
    }
    return [least, most];
  };
  const [left, right] = range(([x]) => x);
  const [top, bottom] = range(([, y]) => y);
  return {
    angle,
    u: range(([x, y]) => x * cos - y * sin),
    v: range(([x, y]) => y * cos + x * sin),
    left,
    right,
    top,
    bottom,
    cluster,
  };
}
