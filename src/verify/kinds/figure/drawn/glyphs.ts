// Letters that are drawn as paths, as matplotlib writes them: the id of an outline names its character. The id is only
// a claim, so each outline is compared with the same character drawn in the harness's own fonts.
import type { Browser } from 'playwright-core';
import type { RawGlyph } from './in-page.ts';
import { Shot } from './pixels.ts';

const CELL = 72;
const EM = 48;
const COLUMNS = 20;
/** Maximum number of outlines compared at once: more than the different letters of a chart. */
const MAX_LETTERS = 480;
/**
 * Minimum likeness: the share of the ink of one glyph that is within one pixel of the ink of the other, in the worse of
 * both directions. Measured: 1.000 for the same character in the same font, hinted by matplotlib or not; at most 0.93
 * for different characters (i and l).
 */
const ALIKE = 0.975;
const MAX_KNOWN = 20_000;

/** A cache of the results of comparisons, by character, font and path. */
const known = new Map<string, boolean>();

interface Letter {
  readonly key: string;
  readonly character: string;
  readonly style: string;
  readonly glyph: RawGlyph;
}

const FAMILIES: readonly [RegExp, string][] = [
  [/^DejaVuSansMono/i, 'DejaVu Sans Mono'],
  [/^DejaVuSerif/i, 'DejaVu Serif'],
  [/^DejaVuSans/i, 'DejaVu Sans'],
  [/^NotoSansMonoCJK(\w\w)/i, 'Noto Sans Mono CJK $1'],
  [/^NotoSansCJK(\w\w)/i, 'Noto Sans CJK $1'],
  [/^NotoSerifCJK(\w\w)/i, 'Noto Serif CJK $1'],
  [/^LiberationSerif/i, 'Liberation Serif'],
  [/^LiberationMono/i, 'Liberation Mono'],
  [/^(?:LiberationSans|Arimo|Arial|Helvetica)/i, 'Liberation Sans'],
];

function letterOf(glyph: RawGlyph): Letter {
  const [, font = '', code = ''] = /^(.*)-([0-9a-f]{1,6})$/.exec(glyph.id) ?? [];
  const point = parseInt(code, 16);
  const character = point > 0 && point < 0x11_0000 ? String.fromCodePoint(point) : '';
  const [pattern, name] = FAMILIES.find(([each]) => each.test(font)) ?? [/^$/, 'DejaVu Sans'];
  const found = pattern.exec(font);
  const family = name.replace('$1', (found?.[1] ?? '').toUpperCase());
  const weight = /bold|black/i.test(font) ? 700 : 400;
  const slant = /oblique|italic/i.test(font) ? 'italic' : 'normal';
  const style = `font-family: '${family}'; font-weight: ${weight}; font-style: ${slant}`;
  return { key: `${character} ${style} ${glyph.own.join(' ')} ${glyph.d}`, character, style, glyph };
}

/** The text that a row of outlines spells; undefined if an outline does not match the character that its id names. */
export function spelled(glyphs: readonly RawGlyph[]): string | undefined {
  const row = glyphs.toSorted((one, other) => one.placed[4] - other.placed[4]);
  const size = Math.max(...row.map(({ placed }) => Math.abs(placed[3])));
  let [text, raised] = ['', false];
  for (const glyph of row) {
    const { key, character } = letterOf(glyph);
    if (glyph.d !== '' && known.get(key) !== true) return undefined;
    // A smaller letter above the baseline is an exponent.
    const small = Math.abs(glyph.placed[3]) < 0.85 * size && glyph.placed[5] > 0;
    if (small !== raised) text += small ? '^{' : '}';
    raised = small;
    text += glyph.d === '' ? ' ' : character;
  }
  return `${text}${raised ? '}' : ''}`.replaceAll(/\s+/g, ' ').trim();
}

/** Compares the outlines that are not in the cache. */
export async function learn(browser: Browser, glyphs: readonly RawGlyph[]): Promise<void> {
  if (known.size > MAX_KNOWN) known.clear();
  const letters = new Map(glyphs.filter(({ d }) => d !== '').map((glyph) => [letterOf(glyph).key, letterOf(glyph)]));
  const open = [...letters.values()].filter(({ key }) => !known.has(key)).slice(0, MAX_LETTERS);
  if (open.length === 0) return;
  const height = Math.ceil(open.length / COLUMNS) * CELL;
  const context = await browser.newContext({ viewport: { width: COLUMNS * CELL, height: 2 * height } });
  try {
    const page = await context.newPage();
    await page.setContent(sheet(open, height));
    const shot = await Shot.of(await page.screenshot());
    open.forEach(({ key }, at) => known.set(key, likeness(shot, cellOf(at), height) >= ALIKE));
  } finally {
    await context.close();
  }
}

const cellOf = (at: number): readonly [number, number] => [(at % COLUMNS) * CELL, Math.floor(at / COLUMNS) * CELL];
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (letter) => `&#${letter.codePointAt(0)};`);

/** A page with the outlines above the same characters in our fonts. In matplotlib's outlines an em is 100, y is up. */
function sheet(letters: readonly Letter[], height: number): string {
  const parts = letters.map(({ character, style, glyph }, at) => {
    const [x, y] = cellOf(at);
    const [left, base] = [x + 10, y + 54];
    const scale = EM / 100;
    return `<path transform="translate(${left} ${base}) scale(${scale} ${-scale}) matrix(${glyph.own.join(' ')})" d="${escaped(glyph.d)}"/><text x="${left}" y="${base + height}" style="${style}; font-size: ${EM}px">${escaped(character)}</text>`;
  });
  return `<!doctype html><body style="margin: 0"><svg width="${COLUMNS * CELL}" height="${2 * height}">${parts.join('')}</svg>`;
}

function likeness(shot: Shot, [x, y]: readonly [number, number], below: number): number {
  const inkOf = (offset: number) =>
    Array.from({ length: CELL * CELL }, (_, at) => {
      const color = shot.at(x + (at % CELL), y + offset + Math.floor(at / CELL));
      return 255 - (color?.[1] ?? 255);
    });
  const [one, other] = [inkOf(0), inkOf(below)];
  return Math.min(covered(one, widened(other)), covered(other, widened(one)));
}

/** The share of `ink` that is covered by `ground`. */
function covered(ink: readonly number[], ground: readonly number[]): number {
  const all = ink.reduce((sum, each) => sum + each, 0);
  return all === 0 ? 0 : ink.reduce((sum, each, at) => sum + Math.min(each, ground[at] ?? 0), 0) / all;
}

const spread = (ink: readonly number[], step: number) =>
  ink.map((each, at) => Math.max(each, ink[at - step] ?? 0, ink[at + step] ?? 0));

const widened = (ink: readonly number[]) => spread(spread(ink, 1), CELL);
