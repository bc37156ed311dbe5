// Decides whether the characters in a box of a drawn page are visible: their colour differs from the background, and
// there is ink at their position.
import type { DrawnPage, Glyph } from '../../formats/index.ts';

export interface PageBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Smallest difference in a colour channel (0 to 255) between characters and background that a person can see. */
const CONTRAST = 40;
/** Smallest readable size of the largest character, in points: about the letter height of a font of three points. */
const TINY = 2.2;

type Color = readonly [number, number, number];

/** The most frequent colour of the box, which is in points. */
export function backgroundOf({ pixels, scale }: DrawnPage, box: PageBox): Color {
  const counts = new Map<number, number>();
  // The inset excludes the borders of the cell.
  const inset = Math.min(1.5, (box.bottom - box.top) / 6, (box.right - box.left) / 6);
  each(pixels, scale, box, -inset, ([red, green, blue]) => {
    const key = (red << 16) | (green << 8) | blue;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  });
  let [best, most] = [0xff_ff_ff, 0];
  for (const [key, count] of counts) if (count > most) [best, most] = [key, count];
  return [best >> 16, (best >> 8) & 255, best & 255];
}

/** Why the characters cannot be read, if so. With `all` every character must be visible, otherwise 60 % of them. */
export function unreadable(page: DrawnPage, glyphs: readonly Glyph[], ground: Color, all: boolean): string | undefined {
  const solid = glyphs.filter(({ text }) => text.trim() !== '');
  if (solid.length === 0) return 'cannot be seen';
  if (Math.max(...solid.map(({ top, bottom, left, right }) => Math.max(bottom - top, right - left))) < TINY)
    return 'is written too small to be read';
  const seen = solid.filter((glyph) => isSeen(page, glyph, ground));
  if (seen.length < (all ? solid.length : 0.6 * solid.length))
    return solid.every(({ color }) => distance(color, ground) < CONTRAST)
      ? `cannot be seen: its letters have the colour of the cell`
      : 'cannot be seen: something covers it';
  return undefined;
}

/** Whether the two colours differ, and some pixel's colour lies between them or near the character's colour. */
function isSeen({ pixels, scale }: DrawnPage, glyph: Glyph, ground: Color): boolean {
  if (distance(glyph.color, ground) < CONTRAST) return false;
  const way = glyph.color.map((value, at) => value - (ground[at] ?? 0));
  const length = way.reduce((sum, value) => sum + value * value, 0);
  let inked = false;
  each(pixels, scale, glyph, 0.5, (color) => {
    const along = way.reduce((sum, value, at) => sum + value * ((color[at] ?? 0) - (ground[at] ?? 0)), 0) / length;
    if (along >= 0.35 && along <= 1.3) inked = true;
  });
  return inked;
}

const distance = (one: Color, other: Color) => Math.max(...one.map((value, at) => Math.abs(value - (other[at] ?? 0))));

function each(
  { width, height, channels, data }: DrawnPage['pixels'],
  scale: number,
  box: PageBox,
  margin: number,
  visit: (color: Color) => void,
): void {
  const left = Math.max(0, Math.floor((box.left - margin) * scale));
  const right = Math.min(width - 1, Math.ceil((box.right + margin) * scale));
  const top = Math.max(0, Math.floor((box.top - margin) * scale));
  const bottom = Math.min(height - 1, Math.ceil((box.bottom + margin) * scale));
  for (let y = top; y <= bottom; y += 1)
    for (let x = left; x <= right; x += 1) {
      const at = (y * width + x) * channels;
      visit([data[at] ?? 255, data[at + 1] ?? 255, data[at + 2] ?? 255]);
    }
}
