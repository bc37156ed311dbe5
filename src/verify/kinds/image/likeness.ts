// Compares a picture with the truth picture: as a whole, tile by tile, and for an animation shot by shot.
import {
  colorAt,
  cropPixels,
  detailOf,
  FormatProblem,
  lumaOf,
  lumaSsim,
  readPicture,
  shrinkPixels,
  type Pixels,
  type Region,
} from '../../../formats/index.ts';
import type { ImageLook, ImageLikeness } from './kind.ts';
import type { ShownPicture } from './shown.ts';
import { fail, pass, type CheckFinding } from '../../material.ts';

/** Tiles along the longer side. */
const TILES = 12;
/** Limit of the evidence, so that a report page can draw it. */
const MAX_EVIDENCE = 50;

type Like = Extract<ImageLook, { look: 'like' }>;
type Plays = Extract<ImageLook, { look: 'plays' }>;

export async function comparePicture({ picture, likeness, part }: Like, shown: ShownPicture): Promise<CheckFinding> {
  const truth = await truthOf(picture, likeness);
  const given = part ? cropPixels(shown, part) : shown;
  const found = differenceOf(sameScale(given, truth.small), truth.small, likeness);
  const problem = found.problem ?? detailProblem(given, truth.full, likeness);
  const more = {
    expected: bounds(likeness),
    actual: figures(found),
    evidence: { regions: regionsOf(found.tiles, given.width / truth.small.width, part) },
  };
  return problem ? fail(problem, more) : pass('it shows what it should', more);
}

interface Truth {
  readonly full: Pixels;
  /** Scaled to the size at which colours are compared. */
  readonly small: Pixels;
}

async function truthOf(picture: string, { times = 1 }: ImageLikeness): Promise<Truth> {
  const full = await truthPixels(picture);
  if (times === 1) return { full, small: full };
  return { full, small: shrinkPixels(full, Math.round(full.width / times), Math.round(full.height / times)) };
}

/** A shot of an animation: its picture, its duration, and its frames without exact repeats. */
interface Shot {
  readonly pixels: Pixels;
  ms: number;
  readonly frames: Pixels[];
}

export async function compareShots(
  { shots, likeness, within }: Plays,
  { stored }: ShownPicture,
): Promise<CheckFinding> {
  const pictures = new Map<string, Truth>();
  for (const { picture } of shots) if (!pictures.has(picture)) pictures.set(picture, await truthOf(picture, likeness));
  const truths = shots.map(({ picture }) => pictures.get(picture));
  const [first] = truths;
  if (!first) throw new Error('the check has no shots');
  const given = shotsOf(stored, first.small);
  const delays = { expected: shots.map(({ ms }) => ms), actual: given.map(({ ms }) => ms).slice(0, MAX_EVIDENCE) };
  if (given.length !== shots.length)
    return fail(`it shows ${given.length} pictures in turn, not ${shots.length}`, delays);
  const most = Math.max(1, Math.floor(MAX_DETAILED / shots.length));
  const problems = shots.flatMap(({ ms }, index) => {
    const [truth, shot] = [truths[index], given[index]];
    if (!truth || !shot) return [];
    const problem =
      firstProblem(
        (frame) => differenceOf(sameScale(frame, truth.small), truth.small, likeness).problem,
        shot.frames,
      ) ??
      firstProblem((frame) => detailProblem(frame, truth.full, likeness), sampled(shot.frames, most)) ??
      (Math.abs(shot.ms - ms) > within ? `${shot.ms} ms long, not ${ms} ms` : undefined);
    return problem === undefined ? [] : [{ shot: index + 1, problem }];
  });
  const evidence = { shots: problems.slice(0, MAX_EVIDENCE) };
  const [wrong] = problems;
  if (wrong) return fail(`picture ${wrong.shot} of ${shots.length}: ${wrong.problem}`, { ...delays, evidence });
  return pass(`it shows the ${shots.length} pictures in turn`, { ...delays, evidence });
}

/** Merges consecutive frames that look the same into one shot. */
function shotsOf({ width, height, channels, frames }: ShownPicture['stored'], size: Pixels): Shot[] {
  const shots: Shot[] = [];
  let before: Uint8Array | undefined;
  for (const { data, delayMs } of frames) {
    const last = shots.at(-1);
    const frame = { width, height, channels, data };
    if (last && before && Buffer.compare(data, before) === 0) last.ms += delayMs;
    else {
      const pixels = sameScale(frame, size);
      if (last && differenceOf(pixels, last.pixels, STILL).problem === undefined) {
        last.ms += delayMs;
        last.frames.push(frame);
      } else shots.push({ pixels, ms: delayMs, frames: [frame] });
    }
    before = data;
  }
  return shots;
}

function firstProblem(look: (frame: Pixels) => string | undefined, frames: readonly Pixels[]): string | undefined {
  for (const frame of frames) {
    const found = look(frame);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Limit of frames whose detail is compared, over all shots. */
const MAX_DETAILED = 40;

const sampled = <T>(items: readonly T[], most: number): T[] =>
  items.filter(
    (_, index) => Math.floor((index * most) / items.length) !== Math.floor(((index - 1) * most) / items.length),
  );

/** Larger tiles and a shorter search distance than for text, because pictures are not expected to be shifted. */
const DETAIL_TILES = { side: 32, reach: 2 };

function detailProblem(given: Pixels, truth: Pixels, { detail }: ImageLikeness): string | undefined {
  if (!detail) return undefined;
  const found = detailOf(lumaOf(sameScale(given, truth)), lumaOf(truth), DETAIL_TILES);
  const alike = quartile(found.tiles.map(({ likeness }) => likeness));
  const sharp = quartile(found.tiles.map(({ sharpness }) => sharpness));
  if (alike < detail.likeness)
    return `its edges are others: a quarter of its tiles are alike to ${alike.toFixed(2)} or less (at least ${detail.likeness})`;
  if (sharp < detail.sharpness)
    return `it is blurred or coarse: a quarter of its tiles have ${sharp.toFixed(2)} or less of their fine structure (at least ${detail.sharpness})`;
  return undefined;
}

/** Lower quartile: edges that happen to lie between blocks, such as those of a frame, do not compensate for others. */
function quartile(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 4)] ?? 1;
}

/** Bounds for frames of one shot: palettes and dithering may differ. Different photographs differ by 20 or more. */
const STILL: ImageLikeness = { meanError: 2.5, tileError: 10 };

export async function truthPixels(base64: string): Promise<Pixels> {
  try {
    return await readPicture(Buffer.from(base64, 'base64'));
  } catch (error) {
    throw new Error('the truth picture of the check cannot be read', { cause: error });
  }
}

/** Scales a picture down to the size of the truth picture. The aspect ratios may differ by 1 %. */
function sameScale(given: Pixels, truth: Pixels): Pixels {
  const [wide, high] = [given.width / truth.width, given.height / truth.height];
  if (wide < 1 || high < 1 || Math.abs(wide / high - 1) > 0.01)
    throw new FormatProblem(`${given.width} × ${given.height} pixels are not the size or shape asked for`);
  return wide === 1 && high === 1 ? given : shrinkPixels(given, truth.width, truth.height);
}

interface TileError extends Region {
  readonly error: number;
}

interface Difference {
  readonly mean: number;
  readonly worst: number;
  readonly ssim?: number;
  /** Tiles beyond the bound, in pixels of the truth picture. */
  readonly tiles: readonly TileError[];
  readonly problem?: string;
}

function differenceOf(given: Pixels, truth: Pixels, likeness: ImageLikeness): Difference {
  const all = tilesOf(truth).map((tile) => ({ ...tile, error: tileError(given, truth, tile, likeness.light ?? 0) }));
  const area = truth.width * truth.height;
  const mean = all.reduce((sum, { error, width, height }) => sum + error * width * height, 0) / area;
  const tiles = all.filter(({ error }) => error > likeness.tileError).toSorted((a, b) => b.error - a.error);
  const worst = Math.max(...all.map(({ error }) => error));
  const ssim = likeness.ssim === undefined ? undefined : lumaSsim(given, truth);
  const [first] = tiles;
  const problem = first
    ? `${tiles.length} of ${all.length} tiles differ, the worst by ${first.error.toFixed(1)} levels, ${regionPlace(first, truth)}`
    : mean > likeness.meanError
      ? `it differs by ${mean.toFixed(1)} levels in the mean (at most ${likeness.meanError})`
      : ssim !== undefined && ssim < (likeness.ssim ?? 0)
        ? `its structure differs: SSIM ${ssim.toFixed(3)} (at least ${likeness.ssim})`
        : undefined;
  return { mean, worst, tiles, ...(ssim !== undefined && { ssim }), ...(problem !== undefined && { problem }) };
}

function tilesOf({ width, height }: Pixels): Region[] {
  const side = Math.max(1, Math.ceil(Math.max(width, height) / TILES));
  const [columns, rows] = [Math.max(1, Math.round(width / side)), Math.max(1, Math.round(height / side))];
  return Array.from({ length: columns * rows }, (_, index) => {
    const [column, row] = [index % columns, Math.floor(index / columns)];
    const [x, y] = [Math.floor((column * width) / columns), Math.floor((row * height) / rows)];
    return {
      x,
      y,
      width: Math.floor(((column + 1) * width) / columns) - x,
      height: Math.floor(((row + 1) * height) / rows) - y,
    };
  });
}

/** The mean difference within a tile, including transparency, after the best brightness gain in the allowed range. */
function tileError(given: Pixels, truth: Pixels, tile: Region, light: number): number {
  const gain = light === 0 ? 1 : bestGain(given, truth, tile, light);
  let [error, opacity] = [0, 0];
  for (let y = tile.y; y < tile.y + tile.height; y += 1) {
    for (let x = tile.x; x < tile.x + tile.width; x += 1) {
      const [one, other] = [colorAt(given, x, y), colorAt(truth, x, y)];
      for (const part of [0, 1, 2] as const) error += Math.abs(one[part] * gain - other[part]);
      opacity += Math.abs(alphaAt(given, x, y) - alphaAt(truth, x, y));
    }
  }
  const area = tile.width * tile.height;
  return Math.max(error / (3 * area), opacity / area);
}

function bestGain(given: Pixels, truth: Pixels, tile: Region, light: number): number {
  let [both, own] = [0, 0];
  for (let y = tile.y; y < tile.y + tile.height; y += 1) {
    for (let x = tile.x; x < tile.x + tile.width; x += 1) {
      const [one, other] = [colorAt(given, x, y), colorAt(truth, x, y)];
      for (const part of [0, 1, 2] as const) {
        both += one[part] * other[part];
        own += one[part] * one[part];
      }
    }
  }
  return Math.min(1 + light, Math.max(1 - light, own === 0 ? 1 : both / own));
}

function alphaAt({ width, channels, data }: Pixels, x: number, y: number): number {
  return channels === 4 ? (data[(y * width + x) * 4 + 3] ?? 0) : 255;
}

const thirds = (at: number, of: number, names: readonly [string, string, string]) =>
  names[Math.min(2, Math.floor((3 * at) / of))] ?? names[1];

export function regionPlace(
  tile: Region,
  { width, height }: { readonly width: number; readonly height: number },
): string {
  const row = thirds(tile.y + tile.height / 2, height, ['top', 'middle', 'bottom']);
  return `${row} ${thirds(tile.x + tile.width / 2, width, ['left', 'centre', 'right'])}`;
}

function regionsOf(tiles: readonly TileError[], scale: number, part?: Region) {
  return tiles.slice(0, MAX_EVIDENCE).map(({ x, y, width, height, error }) => ({
    x: Math.round(x * scale) + (part?.x ?? 0),
    y: Math.round(y * scale) + (part?.y ?? 0),
    width: Math.round(width * scale),
    height: Math.round(height * scale),
    error: Math.round(error * 10) / 10,
  }));
}

const bounds = ({ meanError, tileError: worst, ssim }: ImageLikeness) => ({
  'mean error at most': meanError,
  'in a tile at most': worst,
  ...(ssim !== undefined && { 'SSIM at least': ssim }),
});

const figures = ({ mean, worst, ssim }: Difference) => ({
  'mean error': Math.round(mean * 100) / 100,
  'in the worst tile': Math.round(worst * 100) / 100,
  ...(ssim !== undefined && { SSIM: Math.round(ssim * 1000) / 1000 }),
});
