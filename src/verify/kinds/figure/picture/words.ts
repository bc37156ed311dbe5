// Matches the words that OCR read to the known names. OCR misreads letters, so a word stands for the most similar name.
import { z } from 'zod';
import { fold } from '../../../values.ts';
import type { TextBox } from './lines.ts';

const pair = z.tuple([z.number(), z.number()]).readonly();
const boxSchema = z.object({
  angle: z.number(),
  u: pair,
  v: pair,
  left: z.number(),
  right: z.number(),
  top: z.number(),
  bottom: z.number(),
  cluster: z.int(),
});
const readingSchema = z.object({ text: z.string(), confidence: z.number() });
/** All words read in one picture. */
export const wordsSchema = z.object({
  size: z.number(),
  words: z.array(z.object({ box: boxSchema, readings: z.array(readingSchema) })),
});
export type PictureWords = z.infer<typeof wordsSchema>;

/** Limits the combinations of words in a picture that is full of text. */
const MAX_UNITS = 2000;

export type WordBox = Pick<TextBox, 'left' | 'right' | 'top' | 'bottom'>;

/** A piece of text that may be one name: a word, or several words below or beside each other. */
export interface Unit {
  readonly box: WordBox;
  readonly texts: readonly string[];
}

const plain = (text: string) => fold(text).replaceAll(/[\s.,'"‘’“”`´_|~—–-]+/g, '');

/** 1 minus the edit distance divided by the length of the longer text: from 0 to 1. */
export function similarity(one: string, other: string): number {
  const [a, b] = [Array.from(plain(one)), Array.from(plain(other))];
  const longer = Math.max(a.length, b.length);
  return longer === 0 ? 0 : 1 - edits(a, b) / longer;
}

function edits(a: readonly string[], b: readonly string[]): number {
  let row = b.map((_, at) => at + 1);
  a.forEach((letter, at) => {
    let diagonal = at;
    let left = at + 1;
    row = row.map((above, column) => {
      const cost = Math.min(above + 1, left + 1, diagonal + (letter === b[column] ? 0 : 1));
      diagonal = above;
      left = cost;
      return cost;
    });
  });
  return row.at(-1) ?? a.length;
}

export const wordLikeness = ({ texts }: Unit, name: string) =>
  Math.max(0, ...texts.map((text) => similarity(text, name)));

const isBelow = (upper: WordBox, lower: WordBox, size: number) => {
  const gap = lower.top - upper.bottom;
  const shared = Math.min(upper.right, lower.right) - Math.max(upper.left, lower.left);
  return (
    gap > -size * 0.4 && gap < size * 1.3 && shared > 0.4 * Math.min(upper.right - upper.left, lower.right - lower.left)
  );
};

export const boxAround = (boxes: readonly WordBox[]): WordBox => ({
  left: Math.min(...boxes.map(({ left }) => left)),
  right: Math.max(...boxes.map(({ right }) => right)),
  top: Math.min(...boxes.map(({ top }) => top)),
  bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
});

const isBeside = (one: WordBox, other: WordBox, size: number) => {
  const gap = other.left - one.right;
  const shared = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return gap > 0 && gap < size * 1.6 && shared > 0.5 * Math.min(one.bottom - one.top, other.bottom - other.top);
};

/** Every word, plus combinations of two or three horizontal words below or beside each other. */
export function unitsOf({ words, size }: PictureWords): Unit[] {
  const single = words.map(({ box, readings }): Unit => ({ box, texts: readings.map(({ text }) => text) }));
  const upright = single.filter((_, at) => words[at]?.box.angle === 0);
  const joined = (units: readonly Unit[], follows: typeof isBelow): Unit[] =>
    units.flatMap((unit) =>
      upright
        .filter(({ box }) => follows(unit.box, box, size))
        .map((next) => ({
          box: boxAround([unit.box, next.box]),
          texts: unit.texts.flatMap((text, at) => {
            const best = next.texts[Math.min(at, next.texts.length - 1)] ?? '';
            return at === 0 ? next.texts.map((each) => `${text} ${each}`) : [`${text} ${best}`];
          }),
        })),
    );
  const [below, beside] = [joined(upright, isBelow), joined(upright, isBeside)];
  return [...single, ...below, ...joined(below, isBelow), ...beside, ...joined(beside, isBeside)].slice(0, MAX_UNITS);
}

/** Assigns units to names greedily, the most similar pair first; skips a unit that fits another open name as well. */
export function namesFound(names: readonly string[], units: readonly Unit[], least: number): Map<string, Unit> {
  const pairs = names
    .flatMap((name) => units.map((unit) => ({ name, unit, like: wordLikeness(unit, name) })))
    .filter(({ like }) => like >= least)
    .toSorted((one, other) => other.like - one.like);
  const found = new Map<string, Unit>();
  for (const { name, unit, like } of pairs) {
    if (found.has(name) || [...found.values()].some((other) => shares(unit.box, other.box))) continue;
    // A tie between two names that are both unassigned is ambiguous.
    const rivals = pairs.filter((each) => each.unit === unit && each.name !== name && !found.has(each.name));
    if (rivals.every((rival) => rival.like < like)) found.set(name, unit);
  }
  return found;
}

const shares = (one: WordBox, other: WordBox) =>
  one === other ||
  (one.left === other.left && one.top === other.top) ||
  (one.right === other.right && one.bottom === other.bottom);
