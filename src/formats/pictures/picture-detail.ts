// Whether fine detail of one picture is in another: letters, strokes, edges. Compared tile by tile where the true picture
// has structure, whatever light, contrast and small shifts there are: a scan in grey or black and white has the same detail.
import type { Luma } from './picture-measures.ts';

export interface DetailTile {
  readonly x: number;
  readonly y: number;
  /** From -1 to 1: how alike the structure is at the best shift. */
  readonly likeness: number;
  /** How much of its fine structure is there, as a share of what there is of its coarse one. */
  readonly sharpness: number;
}

export interface Detail {
  /** Square tiles in which the true picture has structure. */
  readonly tiles: readonly DetailTile[];
  readonly side: number;
  /** Square tiles that are empty in the true picture, with how strong the structure in them is: 1 is as strong as elsewhere. */
  readonly empty: readonly { readonly x: number; readonly y: number; readonly strength: number }[];
  /** The same over all tiles: blurred or in blocks it is less. */
  readonly sharpness: number;
}

export interface DetailOptions {
  /** Of a tile, in pixels: about a letter wide. */
  readonly side: number;
  /** By how many pixels a tile may lie beside its place. */
  readonly reach: number;
}

/** A tile has structure when its band-passed levels are this far from zero (root mean square, of 255): text has 20 and more. */
const STRUCTURE = 12;
/** Less than this is paper or sky. */
const EMPTY = 1;

/** Both of one size. */
export function detailOf(given: Luma, truth: Luma, { side, reach }: DetailOptions): Detail {
  const [own, wanted] = [bands(given), bands(truth)];
  const tiles: DetailTile[] = [];
  const empty: { x: number; y: number; strength: number }[] = [];
  const sums = { fine: 0, fineTruth: 0, coarse: 0, coarseTruth: 0, own: 0 };
  // Half a side apart, so that a letter that one tile cuts through lies within the next one.
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
  /** Without the light, which changes slowly, and without the grain of single pixels. */
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

/** Binomial weights over five pixels both ways; beyond the border the picture goes on as it ends. */
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

/** The mean over 2·reach + 1 pixels both ways, by running sums. */
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

/** The sum of products within a tile, the second plane taken a few pixels beside. Beyond its border there is nothing. */
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

/** A tile that is as alike as this lies where it is found. */
const SURE = 0.85;

/** Near the shift of the tile before first; if that is nothing, every second shift and then those around the best. */
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
