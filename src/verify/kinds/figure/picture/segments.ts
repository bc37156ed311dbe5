// Measures vertical bars of one colour in a picture: their columns, their ends, and the share of background in them.
import { colourDistance, type Color, type PictureRaster } from './raster.ts';
import type { WordBox } from './words.ts';

/** Maximum distance of a pixel from the colour of its series: allows for rounding and blending with a grid below. */
const SAME = 30;
export interface MeasuredBar {
  readonly left: number;
  readonly right: number;
  /** The rows of its ends, with fractions: half the width of its outline belongs to the bar. */
  readonly top: number;
  readonly bottom: number;
  /** The share of background pixels within it. */
  readonly holes: number;
}

export interface BarSearch {
  readonly raster: PictureRaster;
  /** Colours behind the bars. */
  readonly grounds: readonly Color[];
  /** The colours of all series: a pixel belongs to the nearest. */
  readonly series: readonly Color[];
  /** Boxes that cannot be measured: the colour samples and texts of the legend cover them. */
  readonly hidden: readonly WordBox[];
  /** Boxes in which bars are visible through the translucent field of the legend. */
  readonly veiled: readonly WordBox[];
  /** Minimum thickness of a bar in pixels; thinner areas are lines and edges of letters. */
  readonly thin: number;
  /** The plot area; bars are searched only in it. */
  readonly area: WordBox;
}

const OTHER = 0;
const GROUND = 1;
const HIDDEN = 2;
const FIRST = 3;

/** The kind of each pixel: GROUND, HIDDEN, a series (FIRST plus its index), or OTHER. */
export interface PixelKinds {
  readonly kinds: Uint8Array;
  /** The series that is visible through the field of the legend; OTHER for all other pixels. */
  readonly veiled: Uint8Array;
}

export function shownIn(search: BarSearch): PixelKinds {
  const { raster, area } = search;
  const kinds = new Uint8Array(raster.width * raster.height).fill(HIDDEN);
  const veiled = new Uint8Array(raster.width * raster.height);
  paint(kinds, search, area, (color) => kindOf(color, search));
  for (const box of search.veiled) paint(veiled, search, box, (color) => veiledKind(color, search));
  for (const box of search.hidden) paint(kinds, search, box, () => HIDDEN);
  return { kinds, veiled };
}

/** Sets the kind of every pixel in a box, clipped to the plot area, by its colour. */
function paint(target: Uint8Array, { raster, area }: BarSearch, box: WordBox, kind: (color: Color) => number): void {
  const { width, height, data } = raster;
  const known = new Map<number, number>();
  const [left, right] = [Math.ceil(Math.max(box.left, area.left, 0)), Math.min(box.right, area.right, width - 1)];
  const [top, bottom] = [Math.ceil(Math.max(box.top, area.top, 0)), Math.min(box.bottom, area.bottom, height - 1)];
  for (let y = top; y <= bottom; y += 1)
    for (let x = left; x <= right; x += 1) {
      const at = y * width + x;
      const color: Color = [data[at * 3] ?? 0, data[at * 3 + 1] ?? 0, data[at * 3 + 2] ?? 0];
      const key = (color[0] << 16) | (color[1] << 8) | color[2];
      let found = known.get(key);
      if (found === undefined) {
        found = kind(color);
        known.set(key, found);
      }
      target[at] = found;
    }
}

function kindOf(color: Color, { series, grounds }: BarSearch): number {
  let [best, least] = [OTHER, SAME + 1];
  series.forEach((each, at) => {
    const far = colourDistance(each, color);
    if (far < least) [best, least] = [FIRST + at, far];
  });
  if (grounds.some((each) => colourDistance(each, color) < Math.min(least, SAME / 2))) return GROUND;
  return best;
}

/**
 * The series of a colour that is a blend of a series and a background, with at least 10 % of the series. A bar behind a
 * translucent field has such a colour.
 */
function veiledKind(color: Color, { series, grounds }: BarSearch): number {
  let best = OTHER;
  let least = 10;
  for (const ground of grounds)
    series.forEach((each, at) => {
      const along = each.map((level, channel) => level - (ground[channel] ?? 0));
      const off = color.map((level, channel) => level - (ground[channel] ?? 0));
      const length = along.reduce((sum, level) => sum + level * level, 0);
      const share = along.reduce((sum, level, channel) => sum + level * (off[channel] ?? 0), 0) / Math.max(length, 1);
      const rest = Math.max(...off.map((level, channel) => Math.abs(level - share * (along[channel] ?? 0))));
      if (share >= 0.1 && share <= 1 && rest < least && share * Math.sqrt(length) > 14)
        [best, least] = [FIRST + at, rest];
    });
  return best;
}

/** The bars of a series: runs of columns that contain a solid area of its colour. */
export function segmentsOf(shown: PixelKinds, search: BarSearch, at: number, join: number): MeasuredBar[] {
  const { raster } = search;
  const { width, height } = raster;
  const own = solid(shown.kinds, width, FIRST + at, search.thin);
  const [tops, bottoms] = [new Int32Array(width).fill(height), new Int32Array(width).fill(-1)];
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      if (own[y * width + x] === 0) continue;
      if (y < (tops[x] ?? 0)) tops[x] = y;
      bottoms[x] = y;
    }
  const runs: [number, number][] = [];
  for (let x = 0; x < width; x += 1) {
    if ((bottoms[x] ?? -1) < 0) continue;
    const last = runs.at(-1);
    if (last && x - last[1] <= join) last[1] = x;
    else runs.push([x, x]);
  }
  return runs.map(([left, right]) => measured(shown, search, { left, right, tops, bottoms, own: FIRST + at }));
}

/** Pixels within a square of one colour (morphological opening): this removes lines and the edges of letters. */
function solid(kinds: Uint8Array, width: number, own: number, side: number): Uint8Array {
  const square = new Uint16Array(kinds.length);
  const kept = new Uint8Array(kinds.length);
  for (let at = 0; at < kinds.length; at += 1) {
    if (kinds[at] !== own) continue;
    const inner = at > width && at % width > 0;
    square[at] = inner ? 1 + Math.min(square[at - 1] ?? 0, square[at - width] ?? 0, square[at - width - 1] ?? 0) : 1;
    if ((square[at] ?? 0) < side) continue;
    for (let dy = 0; dy < side; dy += 1) for (let dx = 0; dx < side; dx += 1) kept[at - dy * width - dx] = 1;
  }
  return kept;
}

interface Run {
  readonly left: number;
  readonly right: number;
  readonly tops: Int32Array;
  readonly bottoms: Int32Array;
  readonly own: number;
}

function measured(
  { kinds, veiled }: PixelKinds,
  { raster }: BarSearch,
  { left, right, tops, bottoms, own }: Run,
): MeasuredBar {
  const { width, height } = raster;
  const columns = Array.from({ length: right - left + 1 }, (_, at) => left + at).filter((x) => (bottoms[x] ?? -1) >= 0);
  /** Scans up while the colour occurs, also through a hatch or the field of a legend; skips a thin line or a letter. */
  const climb = (x: number, from: number) => {
    let [top, between] = [from, 0];
    for (let y = from - 1; y >= 0 && between <= 4; y -= 1) {
      const at = y * width + x;
      if (kinds[at] === own || veiled[at] === own) [top, between] = [y, 0];
      else if (kinds[at] === GROUND) break;
      else if (kinds[at] !== HIDDEN) between += 1;
    }
    return top;
  };
  const inner = columns.filter((x) => x >= left + (right - left) * 0.15 && x <= right - (right - left) * 0.15);
  // A hatch or a text may cut some columns short, so the end is the row that a quarter of the columns reach.
  const seen = quantile(inner.map((x) => tops[x] ?? 0), 0.25); // prettier-ignore
  const top = Math.min(seen, quantile(inner.map((x) => climb(x, seen)), 0.4)); // prettier-ignore
  const bottom = quantile(inner.map((x) => bottoms[x] ?? 0), 0.75); // prettier-ignore
  const cap = Math.max(3, (right - left) * 0.2);
  const line = (from: number, step: number) =>
    quantile(
      inner.map((x) => {
        let long = 0;
        for (let y = from + step; y >= 0 && y < height && long < cap; y += step) {
          const kind = kinds[y * width + x];
          if (kind === GROUND || kind === own || kind === HIDDEN) break;
          long += 1;
        }
        // A run this long is not the outline of a bar.
        return long >= cap ? 0 : long;
      }),
      0.5,
    );
  let [holes, all] = [0, 0];
  for (let y = top; y <= bottom; y += 1)
    for (const x of inner) {
      const kind = kinds[y * width + x];
      if (kind === HIDDEN) continue;
      all += 1;
      if (kind === GROUND && veiled[y * width + x] === OTHER) holes += 1;
    }
  return {
    left,
    right: right + 1,
    top: top - line(top, -1) / 2,
    bottom: bottom + 1 + line(bottom, 1) / 2,
    holes: all === 0 ? 0 : holes / all,
  };
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Filled rectangles that stand on the baseline like bars, but in the colour of no series. */
export function unexplainedBars(
  { kinds }: PixelKinds,
  search: BarSearch,
  base: number,
  breadth: number,
  line: number,
): MeasuredBar[] {
  const { raster } = search;
  const { width, height } = raster;
  const bottom = Math.min(height - 1, Math.round(base - line));
  const runs: [number, number][] = [];
  const isOther = (x: number, y: number) => kinds[y * width + x] === OTHER;
  for (let x = Math.max(0, Math.ceil(search.area.left)); x <= Math.min(width - 1, search.area.right); x += 1) {
    if (![0, 1, 2].every((up) => isOther(x, bottom - up))) continue;
    const last = runs.at(-1);
    if (last && x - last[1] <= 1) last[1] = x;
    else runs.push([x, x]);
  }
  return runs
    .filter(([left, right]) => right - left + 1 >= breadth * 0.4 && right - left + 1 <= breadth * 1.6)
    .map(([left, right]) => {
      const middle = Math.round((left + right) / 2);
      let top = bottom;
      while (top > 0 && isOther(middle, top)) top -= 1;
      return { left, right: right + 1, top, bottom: base, holes: 0 };
    });
}
