// Checks of a picture that need no truth picture: its form, its named regions, its codes, its mask.
import type { Json } from '../../../core/index.ts';
import {
  colorAt,
  inkOf,
  maskOverlap,
  readCodes,
  readPicture,
  regionColor,
  type Pixels,
  type Region,
} from '../../../formats/index.ts';
import type { ImageForm, ImageRegion } from './kind.ts';
import type { ShownPicture } from './shown.ts';
import { fail, pass, type CheckFinding } from '../../material.ts';

const MAX_EVIDENCE = 50;

export function compareForm(form: ImageForm, shown: ShownPicture): CheckFinding {
  const { stored, width, height } = shown;
  const transparent = isTransparent(shown);
  const { within = 0 } = form;
  const problems = [
    form.types && !form.types.includes(stored.type) && `it is a ${stored.type}, not a ${form.types.join(' or ')}`,
    ((form.width !== undefined && Math.abs(width - form.width) > within) ||
      (form.height !== undefined && Math.abs(height - form.height) > within)) &&
      `it has ${width} × ${height} pixels, not ${form.width ?? 'any'} × ${form.height ?? 'any'}`,
    form.transparent !== undefined &&
      form.transparent !== transparent &&
      (transparent ? 'some of it is transparent' : 'nothing in it is transparent'),
    form.grey === true && !isGrey(shown) && 'it is not grey',
    form.loop !== undefined &&
      form.loop !== (stored.loop ?? 1) &&
      `it plays ${stored.loop === 0 ? 'forever' : `${stored.loop ?? 1} times`}, not ${form.loop === 0 ? 'forever' : `${form.loop} times`}`,
  ].filter((problem) => typeof problem === 'string');
  const actual = { type: stored.type, width, height, mode: stored.mode, frames: stored.frames.length };
  const more = { expected: form as Json, actual };
  return problems.length > 0 ? fail(problems.join('; '), more) : pass(`${stored.type}, ${width} × ${height}`, more);
}

function isTransparent({ channels, data }: Pixels): boolean {
  return channels === 4 && data.some((level, at) => at % 4 === 3 && level < 255);
}

/** Tolerates a difference of one level, which conversions may cause. */
function isGrey({ channels, data }: Pixels): boolean {
  if (channels === 1) return true;
  for (let at = 0; at < data.length; at += channels) {
    const [red = 0, green = 0, blue = 0] = [data[at], data[at + 1], data[at + 2]];
    if (Math.max(red, green, blue) - Math.min(red, green, blue) > 1) return false;
  }
  return true;
}

/** Far more than lossless formats change a colour, and less than the distance to a colour with another name. */
const COLOR_WITHIN = 8;

export function compareRegions(regions: readonly ImageRegion[], shown: ShownPicture): CheckFinding {
  const colors = new Map(regions.map((region) => [region.name, regionColor(shown, region)]));
  const wrong = regions.flatMap((region) => {
    const problem = regionProblem(region, shown, colors);
    return problem === undefined ? [] : [{ ...boxOf(region), name: region.name, problem }];
  });
  const [first] = wrong;
  const more = { evidence: { regions: wrong.slice(0, MAX_EVIDENCE) } };
  if (!first) return pass(`all ${regions.length} parts are as they should be`, more);
  return fail(`${wrong.length} of ${regions.length} parts are wrong; ${first.name}: ${first.problem}`, more);
}

type Color = readonly [number, number, number];

function regionProblem(region: ImageRegion, shown: Pixels, colors: ReadonlyMap<string, Color>): string | undefined {
  const { name, color, within = COLOR_WITHIN, flat, darkerThan, ink, hue } = region;
  const actual = colors.get(name) ?? [0, 0, 0];
  if (color !== undefined) {
    if (colorOf(color).some((part, at) => Math.abs(part - (actual[at] ?? 0)) > within))
      return `${hexOf(actual)}, not ${color}`;
  }
  if (flat !== undefined) {
    const spread = spreadOf(region, shown, actual);
    if (spread > flat) return `not of one colour: ${spread.toFixed(1)} levels from its mean`;
  }
  if (darkerThan) {
    const other = colors.get(darkerThan.region);
    if (!other) throw new Error(`the check has no region "${darkerThan.region}"`);
    const by = luma(other) - luma(actual);
    if (by < darkerThan.by)
      return `darker than ${darkerThan.region} by ${by.toFixed(0)} levels, not by ${darkerThan.by}`;
  }
  if (ink) {
    const { least = 0, most = 1 } = ink;
    const share = inkOf(shown, region);
    if (share < least) return `${percent(share)} of it are ink, should be at least ${percent(least)}`;
    if (share > most) return `${percent(share)} of it are ink, should be at most ${percent(most)}`;
  }
  if (hue !== undefined && !isOfHue(actual, hue))
    return `${hexOf(actual)}, which is neither of the hue of ${hue} nor grey`;
  return undefined;
}

const percent = (share: number) => `${(100 * share).toFixed(0)} %`;

/** Hues may differ by 40°: lamps and cameras shift them by 20° or less, exchanging red and blue by 60° or more. */
const SAME_HUE = Math.cos((40 * Math.PI) / 180);
/** A chroma below this share of the expected one counts as grey. */
const GREY_SHARE = 0.15;

function isOfHue(actual: Color, hex: string): boolean {
  const [one, other] = [chromaOf(actual), chromaOf(colorOf(hex))];
  const [length, wanted] = [Math.hypot(...one), Math.hypot(...other)];
  if (length < GREY_SHARE * wanted) return true;
  return one[0] * other[0] + one[1] * other[1] > SAME_HUE * length * wanted;
}

const chromaOf = ([red, green, blue]: Color): readonly [number, number] => [
  red - (green + blue) / 2,
  (Math.sqrt(3) / 2) * (green - blue),
];

function colorOf(hex: string): Color {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

function spreadOf({ x, y, width, height }: Region, shown: Pixels, mean: Color): number {
  let sum = 0;
  for (let row = y; row < y + height; row += 1) {
    for (let column = x; column < x + width; column += 1) {
      const color = colorAt(shown, column, row);
      for (const part of [0, 1, 2] as const) sum += Math.abs(color[part] - mean[part]);
    }
  }
  return sum / (3 * width * height);
}

const luma = ([red, green, blue]: Color) => 0.299 * red + 0.587 * green + 0.114 * blue;
const hexOf = (color: Color) => `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
const boxOf = ({ x, y, width, height }: Region) => ({ x, y, width, height });

export async function compareCodes(codes: readonly { kind?: string | undefined; text: string }[], shown: ShownPicture) {
  const found = await readCodes(shown);
  const left = [...found];
  const missing = codes.filter(({ kind, text }) => {
    const at = left.findIndex((each) => each.text === text && (kind === undefined || each.kind === kind));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  const more = {
    expected: codes.map(({ text }) => text),
    actual: found.map(({ text }) => text).slice(0, MAX_EVIDENCE),
    evidence: {
      codes: found
        .slice(0, MAX_EVIDENCE)
        .map(({ kind, text, corners }) => ({ kind, text, corners: corners.map((each) => [...each]) })),
    },
  };
  const [lost, surplus] = [missing[0], left[0]];
  if (lost) return fail(`${missing.length} of ${codes.length} codes cannot be read, such as "${lost.text}"`, more);
  if (surplus) return fail(`it has a code that should not be there: "${surplus.text.slice(0, 100)}"`, more);
  return pass(`all ${codes.length} codes can be read`, more);
}

export async function compareMask(
  { mask, overlap }: { mask: string; overlap: number },
  shown: ShownPicture,
): Promise<CheckFinding> {
  const actual = maskOverlap(shown, await readPicture(Buffer.from(mask, 'base64')));
  const more = { expected: overlap, actual: Math.round(actual * 1000) / 1000 };
  const told = `covers the mask to ${(100 * actual).toFixed(1)} %`;
  return actual < overlap ? fail(`it ${told}, not to ${100 * overlap} %`, more) : pass(`it ${told}`, more);
}
