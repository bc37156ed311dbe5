// Measures whether the fine detail of a picture (letters, strokes, edges) is in another. It compares the tiles in which
// the reference has structure. It ignores light, contrast and small shifts: a scan in grey has the same detail.
import type { Luma } from './picture-measures.ts';

interface DetailTile {
  readonly x: number;
  readonly y: number;
  /** The correlation of the structure at the best shift, from -1 to 1. */
  readonly likeness: number;
  /** The ratio of fine to coarse structure, relative to the reference. */
  readonly sharpness: number;
}

export interface Detail {
  /** Square tiles in which the reference has structure. */
  readonly tiles: readonly DetailTile[];
  readonly side: number;
  /**
   * Square tiles that are empty in the reference, with the strength of their structure; 1 is the strength of the other
   * tiles.
   */
  readonly empty: readonly { readonly x: number; readonly y: number; readonly strength: number }[];
  /** The ratio of fine to coarse structure over all tiles; blur and compression blocks reduce it. */
  readonly sharpness: number;
}

export interface DetailOptions {
  /** The side of a tile in pixels: about the width of a letter. */
  readonly side: number;
  /** The largest shift of a tile in pixels. */
  readonly reach: number;
}

/**
 * A tile has structure if the root mean square of its band-passed levels is at least this, of 255; text has 20 and
 * more.
 */
const STRUCTURE = 12;
/** A tile with less than this is empty, such as paper or sky. */
const EMPTY = 1;

/** Both pictures must have the same size. */
export function detailOf(given: Luma, truth: Luma, { side, reach }: DetailOptions): Detail {
  const [own, wanted] = [bands(given), bands(truth)];
  const tiles: DetailTile[] = [];
  const empty: { x: number; y: number; strength: number }[] = [];
  const sums = { fine: 0, fineTruth: 0, coarse: 0, coarseTruth: 0, own: 0 };
  // Tiles overlap by half, so that a letter that one tile cuts is complete in the next one.
  const step = Math.ceil(side / 2);
  let last = { dx: 0, dy: 0 };
  for (let y = 0; y + side <= truth.height; y += step) {
    for (let x = 0; x + side <= truth.width; x += step) {
      const here = { x, y, side, dx: 0, dy: 0 };
      const structure = Math.sqrt(product(wanted.coarse, wanted.coarse, here)) / side;
      if (structure < EMPTY) empty.push({ x, y, strength: Math.sqrt(energyAt(own.coarse, x, y, side)) });
      if (structure < STRUCTURE) continue;
      const { likeness, dx, dy } = bestShift(own.coarse, wanted.coarse, { x, y, side, reach }, last);
      last = { dx, dy };
      const there = { ...here, dx, dy };
      const [fine, fineTruth] = [product(wanted.fine, own.fine, there), product(wanted.fine, wanted.fine, here)];
      const [coarse, coarseTruth] = [
        product(wanted.coarse, own.coarse, there),
        product(wanted.coarse, wanted.coarse, here),
      ];
      tiles.push({ x, y, likeness, sharpness: share(fine / fineTruth, coarse / coarseTruth) });
      sums.fine += fine;
      sums.fineTruth += fineTruth;
      sums.coarse += coarse;
      sums.coarseTruth += coarseTruth;
      sums.own += energyAt(own.coarse, x, y, side);
    }
  }
  const usual = Math.sqrt(sums.own / (tiles.length || 1)) || 1;
  return {
    tiles,
    empty: empty.map((each) => ({ ...each, strength: each.strength / usual })),
    side,
    sharpness: share(sums.fine / sums.fineTruth, sums.coarse / sums.coarseTruth),
  };
}

const share = (fine: number, coarse: number) => (coarse > 0 && Number.isFinite(fine) ? fine / coarse : 0);

interface Plane {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array;
}

interface Bands {
  /** The levels without slow changes of light and without the noise of single pixels. */
  readonly coarse: Plane;
  readonly fine: Plane;
}

function bands({ width, height, data }: Luma): Bands {
  const plain: Plane = { width, height, data: Float32Array.from(data) };
  const soft = blurred(plain);
  const ground = boxed(boxed(plain, 4), 4);
  return { coarse: minus(soft, ground), fine: minus(plain, soft) };
}

function minus(one: Plane, other: Plane): Plane {
  const data = new Float32Array(one.data.length);
  for (let at = 0; at < data.length; at += 1) data[at] = (one.data[at] ?? 0) - (other.data[at] ?? 0);
  return { ...one, data };
}

/** Binomial weights over five pixels in both directions; the border pixels are repeated. */
function blurred({ width, height, data }: Plane): Plane {
  const across = new Float32Array(data.length);
  const line = new Float32Array(width + 4);
  for (let row = 0; row < data.length; row += width) {
    extend(line, data.subarray(row, row + width), 2);
    for (let x = 0; x < width; x += 1) across[row + x] = binomial(line, x, x + 1, x + 2, x + 3, x + 4);
  }
  const out = new Float32Array(data.length);
  for (let y = 0; y < height; y += 1) {
    const at = (row: number) => Math.min(height - 1, Math.max(0, row)) * width;
    const [a, b, c, d, e] = [at(y - 2), at(y - 1), at(y), at(y + 1), at(y + 2)];
    for (let x = 0; x < width; x += 1) out[c + x] = binomial(across, a + x, b + x, c + x, d + x, e + x);
  }
  return { width, height, data: out };
}

const binomial = (of: Float32Array, a: number, b: number, c: number, d: number, e: number) =>
  ((of[a] ?? 0) + (of[e] ?? 0) + 4 * ((of[b] ?? 0) + (of[d] ?? 0)) + 6 * (of[c] ?? 0)) / 16;

/** The mean over 2·reach + 1 pixels in both directions, by running sums. */
function boxed({ width, height, data }: Plane, reach: number): Plane {
  const size = 2 * reach + 1;
  const across = new Float32Array(data.length);
  const line = new Float32Array(width + 2 * reach);
  for (let row = 0; row < data.length; row += width) {
    extend(line, data.subarray(row, row + width), reach);
    let sum = 0;
    for (let x = 0; x < size - 1; x += 1) sum += line[x] ?? 0;
    for (let x = 0; x < width; x += 1) {
      sum += line[x + size - 1] ?? 0;
      across[row + x] = sum / size;
      sum -= line[x] ?? 0;
    }
  }
  const out = new Float32Array(data.length);
  const sums = new Float64Array(width);
  const at = (row: number) => Math.min(height - 1, Math.max(0, row)) * width;
  const add = (row: number, sign: number) => {
    for (let x = 0; x < width; x += 1) sums[x] = (sums[x] ?? 0) + sign * (across[row + x] ?? 0);
  };
  for (let y = -reach; y < reach; y += 1) add(at(y), 1);
  for (let y = 0; y < height; y += 1) {
    add(at(y + reach), 1);
    for (let x = 0; x < width; x += 1) out[y * width + x] = (sums[x] ?? 0) / size;
    add(at(y - reach), -1);
  }
  return { width, height, data: out };
}

/** The row with its ends repeated on both sides. */
function extend(line: Float32Array, row: Float32Array, reach: number): void {
  line.set(row, reach);
  line.fill(row[0] ?? 0, 0, reach);
  line.fill(row.at(-1) ?? 0, reach + row.length);
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly side: number;
}

/** The sum of products within a tile, with the second plane shifted. Outside of its border the plane is zero. */
function product(one: Plane, other: Plane, { x, y, side, dx, dy }: Place & { dx: number; dy: number }): number {
  const { width, height, data } = one;
  const beside = other.data;
  const [left, right] = [Math.max(x, -dx), Math.min(x + side, width - dx)];
  const [top, bottom] = [Math.max(y, -dy), Math.min(y + side, height - dy)];
  let sum = 0;
  for (let row = top; row < bottom; row += 1) {
    const [here, there] = [row * width, (row + dy) * width + dx];
    for (let column = left; column < right; column += 1)
      sum += (data[here + column] ?? 0) * (beside[there + column] ?? 0);
  }
  return sum;
}

/** At this correlation or more, the search for the shift of a tile stops. */
const SURE = 0.85;

/**
 * Tries shifts near that of the previous tile first; without a match, every second shift and then those around the
 * best.
 */
function bestShift(given: Plane, truth: Plane, place: Place & { reach: number }, last: { dx: number; dy: number }) {
  const { x, y, side, reach } = place;
  const energy = product(truth, truth, { x, y, side, dx: 0, dy: 0 });
  let best = { likeness: -1, ...last };
  const look = (dx: number, dy: number) => {
    if (Math.abs(dx) > reach || Math.abs(dy) > reach) return;
    const own = energyAt(given, x + dx, y + dy, side);
    const likeness = product(truth, given, { x, y, side, dx, dy }) / Math.sqrt(energy * own || 1);
    if (likeness > best.likeness) best = { likeness, dx, dy };
  };
  const lookAround = ({ dx, dy }: { dx: number; dy: number }) => {
    for (let down = -1; down <= 1; down += 1) for (let right = -1; right <= 1; right += 1) look(dx + right, dy + down);
  };
  lookAround(last);
  if (best.likeness >= SURE) return best;
  for (let dy = -reach; dy <= reach; dy += 2) for (let dx = -reach; dx <= reach; dx += 2) look(dx, dy);
  lookAround(best);
  return best;
}

function energyAt({ width, height, data }: Plane, x: number, y: number, side: number): number {
  const [left, top] = [Math.max(0, x), Math.max(0, y)];
  const [right, bottom] = [Math.min(width, x + side), Math.min(height, y + side)];
  let sum = 0;
  for (let row = top; row < bottom; row += 1)
    for (let at = row * width + left; at < row * width + right; at += 1) {
      const value = data[at] ?? 0;
      sum += value * value;
    }
  return sum;
}
