// Finds the ink of letters: the pixels of a picture that are neither background nor part of a filled surface.
import { piecesOf, type InkPiece } from './components.ts';
import { NONE, type Palette } from './palette.ts';
import { colourDistance, type Color, type PictureRaster } from './raster.ts';

/** Strokes of letters are thinner than this share of the picture's shorter side; bars and legends are thicker. */
const STROKE = 1 / 80;
const MIN_STROKE = 4;
/** Pixels that differ from the background by at most this are ignored: a grid below a legend's field, pale letters. */
const FAINT = 30;

/** A mask of all filled surfaces except the backgrounds, such as bars and the field of a legend. */
export function surfacesOf({ width, height }: PictureRaster, { classes, grounds }: Palette): Uint8Array {
  const least = Math.max(MIN_STROKE, Math.round(Math.min(width, height) * STROKE));
  const square = new Uint16Array(width * height);
  const surfaces = new Uint8Array(width * height);
  const open: number[] = [];
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x;
      const own = classes[at] ?? NONE;
      if (own === NONE || grounds.has(own)) continue;
      const [up, left, corner] = [at - width, at - 1, at - width - 1];
      const inner = x > 0 && y > 0 && classes[up] === own && classes[left] === own && classes[corner] === own;
      square[at] = inner ? 1 + Math.min(square[up] ?? 0, square[left] ?? 0, square[corner] ?? 0) : 1;
      if ((square[at] ?? 0) >= least) {
        surfaces[at] = 1;
        open.push(at);
      }
    }
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const x = at % width;
    for (const next of [x > 0 ? at - 1 : -1, x + 1 < width ? at + 1 : -1, at - width, at + width]) {
      if (next < 0 || next >= classes.length || surfaces[next] === 1 || classes[next] !== classes[at]) continue;
      surfaces[next] = 1;
      open.push(next);
    }
  }
  return surfaces;
}

export interface Ink {
  readonly letters: readonly InkPiece[];
  /** The approximate height of a capital letter. */
  readonly size: number;
}

/** The connected pieces that may be letters. Frames, grids and axes are too large to be letters, and are left out. */
export function pictureInk(raster: PictureRaster, { colors, grounds }: Palette, surfaces: Uint8Array): Ink {
  const { width, height, data } = raster;
  const behind = [...grounds].map((at) => colors[at] ?? ([255, 255, 255] as const));
  const isGround = (at: number) => {
    const color: Color = [data[at * 3] ?? 0, data[at * 3 + 1] ?? 0, data[at * 3 + 2] ?? 0];
    return behind.some((each) => colourDistance(each, color) <= FAINT);
  };
  const mask = new Uint8Array(width * height);
  for (let at = 0; at < mask.length; at += 1) mask[at] = surfaces[at] === 1 || isGround(at) ? 0 : 1;
  const lines = withoutLines(mask, width, height);
  const isTick = (piece: InkPiece) =>
    isThin(piece, width, height) && piece.pixels.some((at) => touches(lines, at, width));
  const pieces = piecesOf(mask, width).filter((piece) => {
    const [wide, high] = [piece.right - piece.left + 1, piece.bottom - piece.top + 1];
    return wide < width * 0.2 && high < height * 0.2 && Math.max(wide, high) >= 3 && !isTick(piece);
  });
  // Ink within a surface is more often a hatch than a text, so it is not used to estimate the size of letters.
  const free = pieces.filter(({ pixels }) => pixels.some((at) => isGround(at - 1) || isGround(at + 1)));
  const sides = (free.length > 0 ? free : pieces)
    .map(({ left, right, top, bottom }) => Math.min(right - left, bottom - top) + 1)
    .filter((each) => each >= 4 && each <= Math.min(width, height) * 0.06)
    .toSorted((one, other) => one - other);
  const side = middle(sides) ?? 6;
  const known = new Set(free);
  const letters = pieces.filter((piece) => {
    const isLarge = known.has(piece) || piece.bottom - piece.top + 1 >= side * 0.7;
    return isLarge && !isBlock(piece, side) && !isFrame(piece, width, 2.5 * side);
  });
  return { letters, size: Math.max(5, side * 1.3) };
}

/**
 * Removes long thin lines (grids, axes, edges of bars below a legend) from a mask, because they would connect letters.
 * Returns a mask of the removed pixels.
 */
function withoutLines(mask: Uint8Array, width: number, height: number): Uint8Array {
  const long = Math.max(24, Math.round(Math.min(width, height) * 0.06));
  // Edges of bars are thicker than ticks; a run of `long` pixels is not the stroke of a letter.
  const thin = 2 * thinnest(width, height);
  const lines: number[] = [];
  for (const [count, length, step, across] of [
    [height, width, 1, width],
    [width, height, width, 1],
  ] as const)
    for (let line = 0; line < count; line += 1) {
      let start = 0;
      for (let at = 0; at <= length; at += 1) {
        const here = line * across + at * step;
        if (at < length && mask[here] === 1) continue;
        if (at - start >= long) {
          // Thick ink is kept: there, a letter touches the line.
          for (let on = start; on < at; on += 1) {
            const own = line * across + on * step;
            if (thickness(mask, own, across, line, count, thin) <= thin) lines.push(own);
          }
        }
        start = at + 1;
      }
    }
  const taken = new Uint8Array(mask.length);
  for (const at of lines) [mask[at], taken[at]] = [0, 1];
  return taken;
}

const thinnest = (width: number, height: number) => Math.max(2, Math.round(Math.min(width, height) / 250));

const isThin = ({ left, right, top, bottom }: InkPiece, width: number, height: number) =>
  Math.min(right - left, bottom - top) + 1 <= 2 * thinnest(width, height);

/** Whether a pixel touches a removed line: a tick touches its axis, and the side of a frame touches its top. */
const touches = (lines: Uint8Array, at: number, width: number) =>
  [at - 1, at + 1, at - width, at + width, at - width - 1, at - width + 1, at + width - 1, at + width + 1].some(
    (beside) => lines[beside] === 1,
  );

/** The number of ink pixels across a line at this position; counts at most `enough` on each side. */
function thickness(mask: Uint8Array, at: number, across: number, line: number, count: number, enough: number): number {
  let found = 1;
  for (let step = 1; step <= enough && line - step >= 0 && mask[at - step * across] === 1; step += 1) found += 1;
  for (let step = 1; step <= enough && line + step < count && mask[at + step * across] === 1; step += 1) found += 1;
  return found;
}

const middle = (sorted: readonly number[]) => sorted[sorted.length >> 1];

/** Whether a piece is a filled rectangle, such as a colour sample of a legend. */
function isBlock({ left, right, top, bottom, area }: InkPiece, side: number): boolean {
  const [wide, high] = [right - left + 1, bottom - top + 1];
  return high >= side * 0.5 && wide >= high * 1.3 && area >= wide * high * 0.85;
}

/** Whether a piece is the frame of a legend: larger than letters, with ink along at least three sides of its box. */
function isFrame({ left, right, top, bottom, pixels }: InkPiece, width: number, large: number): boolean {
  const [wide, high] = [right - left + 1, bottom - top + 1];
  if (wide < large || high < large) return false;
  const sides = [new Set<number>(), new Set<number>(), new Set<number>(), new Set<number>()];
  for (const at of pixels) {
    const [x, y] = [at % width, Math.floor(at / width)];
    if (y <= top + 2) sides[0]?.add(x);
    if (y >= bottom - 2) sides[1]?.add(x);
    if (x <= left + 2) sides[2]?.add(y);
    if (x >= right - 2) sides[3]?.add(y);
  }
  return sides.filter((side, at) => side.size >= 0.6 * (at < 2 ? wide : high)).length >= 3;
}
