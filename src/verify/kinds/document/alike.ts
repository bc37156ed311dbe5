// Compares a place in one picture with a place in another by the correlation of their grey values. The colours of ink
// and background and a little blur hardly affect it. The means of rows and columns are subtracted first, because
// otherwise the edge of a bar would look like a line of letters.
import type { GreyPixels } from '../../../formats/index.ts';

export interface PagePlace {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface PlaceLikeness {
  /** 1 for the same shapes, 0 for unrelated ones, at the best position nearby. */
  readonly correlation: number;
  /** Contrast of the shapes there: root mean square of the grey values (of 255) without row and column means. */
  readonly strength: number;
}

const MAX_SIDE = 400;
/** Smaller shapes all look alike. */
const MIN_SIDE = 3;
const none: PlaceLikeness = { correlation: 0, strength: 0 };

/** Scales `from` of one picture to the size of `at`; compares it with the other up to `reach` pixels around `at`. */
export function likeness(
  one: GreyPixels,
  from: PagePlace,
  other: GreyPixels,
  at: PagePlace,
  reach: number,
): PlaceLikeness {
  const [left, top] = [Math.floor(at.left), Math.floor(at.top)];
  const width = Math.min(MAX_SIDE, Math.ceil(at.right) - left);
  const height = Math.min(MAX_SIDE, Math.ceil(at.bottom) - top);
  if (!(width >= MIN_SIDE && height >= MIN_SIDE)) return none;
  // `at` grows to whole pixels, and `from` grows by the same margins.
  const [x, y] = [(from.right - from.left) / (at.right - at.left), (from.bottom - from.top) / (at.bottom - at.top)];
  const [fromLeft, fromTop] = [from.left - (at.left - left) * x, from.top - (at.top - top) * y];
  const whole = { left: fromLeft, top: fromTop, right: fromLeft + width * x, bottom: fromTop + height * y };
  const pattern = centred(sampled(one, whole, width, height), width, height);
  const spread = Math.sqrt(pattern.reduce((sum, value) => sum + value ** 2, 0));
  if (spread < 1) return none;
  let best = none;
  for (let down = -reach; down <= reach; down += 1)
    for (let across = -reach; across <= reach; across += 1) {
      const found = compared(pattern, spread, width, height, other, left + across, top + down);
      if (found.correlation > best.correlation) best = found;
    }
  return best;
}

/** The pattern is centred, so row and column means of the other picture matter only in its sum of squares. */
function compared(
  pattern: Float64Array,
  spread: number,
  width: number,
  height: number,
  { data, width: row, height: rows }: GreyPixels,
  left: number,
  top: number,
): PlaceLikeness {
  if (left < 0 || top < 0 || left + width > row || top + height > rows) return none;
  const columns = new Float64Array(width);
  let [squares, product, total, means] = [0, 0, 0, 0];
  for (let y = 0; y < height; y += 1) {
    const [here, there] = [y * width, (top + y) * row + left];
    let sum = 0;
    for (let x = 0; x < width; x += 1) {
      const value = data[there + x] ?? 0;
      sum += value;
      squares += value * value;
      product += value * (pattern[here + x] ?? 0);
      columns[x] = (columns[x] ?? 0) + value;
    }
    total += sum;
    means += (sum * sum) / width;
  }
  for (const sum of columns) means += (sum * sum) / height;
  const size = width * height;
  const own = squares - means + (total * total) / size;
  if (own < 1) return none;
  // Light letters on a dark background count as the same letters.
  return { correlation: Math.abs(product) / (Math.sqrt(own) * spread), strength: Math.sqrt(own / size) };
}

function centred(values: Float64Array, width: number, height: number): Float64Array {
  const [rows, columns] = [new Float64Array(height), new Float64Array(width)];
  let mean = 0;
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const value = values[y * width + x] ?? 0;
      rows[y] = (rows[y] ?? 0) + value / width;
      columns[x] = (columns[x] ?? 0) + value / height;
      mean += value / (width * height);
    }
  return values.map((value, at) => value - (rows[Math.floor(at / width)] ?? 0) - (columns[at % width] ?? 0) + mean);
}

function sampled(
  { data, width: row, height: rows }: GreyPixels,
  from: PagePlace,
  width: number,
  height: number,
): Float64Array {
  const out = new Float64Array(width * height);
  const [stepX, stepY] = [(from.right - from.left) / width, (from.bottom - from.top) / height];
  const pixel = (x: number, y: number) =>
    data[Math.min(rows - 1, Math.max(0, y)) * row + Math.min(row - 1, Math.max(0, x))] ?? 255;
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [fromX, fromY] = [from.left + (x + 0.5) * stepX - 0.5, from.top + (y + 0.5) * stepY - 0.5];
      const [left, top] = [Math.floor(fromX), Math.floor(fromY)];
      const [partX, partY] = [fromX - left, fromY - top];
      out[y * width + x] =
        (pixel(left, top) * (1 - partX) + pixel(left + 1, top) * partX) * (1 - partY) +
        (pixel(left, top + 1) * (1 - partX) + pixel(left + 1, top + 1) * partX) * partY;
    }
  return out;
}

/** The bounding box of all places. */
export function placeAround(places: readonly PagePlace[]): PagePlace {
  return {
    left: Math.min(...places.map(({ left }) => left)),
    top: Math.min(...places.map(({ top }) => top)),
    right: Math.max(...places.map(({ right }) => right)),
    bottom: Math.max(...places.map(({ bottom }) => bottom)),
  };
}
