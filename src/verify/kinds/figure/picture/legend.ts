// Finds the legend entry of a name in a picture: the colour beside its text.
import { NONE, type Palette } from './palette.ts';
import type { Color, PictureRaster } from './raster.ts';
import { wordLikeness, type WordBox, type Unit } from './words.ts';

export interface PictureLegendEntry {
  readonly name: string;
  readonly color: Color;
  readonly text: WordBox;
  /** The box beside the text in which the colour was found. */
  readonly swatch: WordBox;
}

/** Maximum distance of a colour sample from its text, in text heights. */
const REACH = 4.6;
const GAP = 0.25;

/** A name with digits must equal the OCR text; for any other name, the most similar text counts. */
export function legendEntry(
  name: string,
  all: readonly string[],
  units: readonly Unit[],
  raster: PictureRaster,
  palette: Palette,
): PictureLegendEntry | undefined {
  const least = /\d/.test(name) ? 1 : 0.5;
  const fitting = units
    .map((unit) => ({ unit, like: wordLikeness(unit, name) }))
    .filter(
      ({ unit, like }) => like >= least && all.every((other) => other === name || wordLikeness(unit, other) < like),
    )
    .toSorted((one, other) => other.like - one.like);
  for (const { unit } of fitting)
    for (const side of ['left', 'right'] as const) {
      const swatch = beside(unit.box, side);
      const color = colorIn(swatch, unit.box, raster, palette);
      if (color) return { name, color, text: unit.box, swatch };
    }
  return undefined;
}

function beside({ left, right, top, bottom }: WordBox, side: 'left' | 'right'): WordBox {
  const high = bottom - top + 1;
  const middle = (top + bottom) / 2;
  const [from, to] = side === 'left' ? [left - REACH * high, left - GAP * high] : [right + GAP * high, right + REACH * high]; // prettier-ignore
  return { left: from, right: to, top: middle - high * 0.45, bottom: middle + high * 0.45 };
}

/**
 * The most frequent colour in a box, without the backgrounds and the field behind the text. If it is also the colour of
 * the letters, a frequent second colour is preferred.
 */
function colorIn(box: WordBox, text: WordBox, raster: PictureRaster, palette: Palette): Color | undefined {
  const counts = countsIn(box, raster, palette);
  const own = countsIn(text, raster, palette);
  const [ground] = own.toSorted((one, other) => other.count - one.count);
  const all = (box.right - box.left) * (box.bottom - box.top);
  const open = counts
    .filter(({ found, count }) => !palette.grounds.has(found) && found !== ground?.found && count >= all * 0.08)
    .toSorted((one, other) => other.count - one.count);
  const [most, next] = open;
  if (!most) return undefined;
  // The lines of a hatch, or the letters of another text, have the colour of letters.
  const isLetters = own.some(({ found }) => found === most.found);
  const chosen = isLetters && next && next.count > most.count * 0.25 ? next : most;
  return palette.colors[chosen.found];
}

function countsIn(
  box: WordBox,
  { width, height }: PictureRaster,
  { classes }: Palette,
): { found: number; count: number }[] {
  const counts = new Map<number, number>();
  for (let y = Math.max(0, Math.round(box.top)); y <= Math.min(height - 1, Math.round(box.bottom)); y += 1)
    for (let x = Math.max(0, Math.round(box.left)); x <= Math.min(width - 1, Math.round(box.right)); x += 1) {
      const found = classes[y * width + x] ?? NONE;
      if (found !== NONE) counts.set(found, (counts.get(found) ?? 0) + 1);
    }
  return [...counts].map(([found, count]) => ({ found, count }));
}
