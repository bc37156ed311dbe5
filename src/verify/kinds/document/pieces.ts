// Splits the letters of a page into lines and pieces, and locates the entries among them.
import type { PdfLetter } from '../../../formats/index.ts';
import { countOccurrences, lettersOf } from './leftovers.ts';

/** Letters with their normalized text; one glyph, such as a ligature, may stand for several characters. */
export interface Sequence {
  readonly text: string;
  /** For each character of the text, the index of its letter. */
  readonly from: readonly number[];
  readonly letters: readonly PdfLetter[];
}

export function sequenceOf(letters: readonly PdfLetter[]): Sequence {
  const folded = letters.map(({ text }) => lettersOf(text));
  return { text: folded.join(''), from: folded.flatMap((text, at) => Array.from(text, () => at)), letters };
}

/** Letters from top to bottom and left to right, regardless of the order of drawing. */
export function inReadingOrder(letters: readonly PdfLetter[]): PdfLetter[] {
  const lines: PdfLetter[][] = [];
  for (const letter of letters.toSorted((one, other) => middle(one) - middle(other))) {
    const line = lines.at(-1);
    const first = line?.[0];
    if (line && first && middle(letter) - middle(first) < 0.6 * Math.max(heightOf(first), heightOf(letter)))
      line.push(letter);
    else lines.push([letter]);
  }
  return lines.flatMap((line) => line.toSorted((one, other) => one.left - other.left));
}

const middle = ({ top, bottom }: PdfLetter) => (top + bottom) / 2;
const heightOf = ({ top, bottom }: PdfLetter) => bottom - top;

/** All places of a text in a sequence, as letters. */
export function occurrences({ text, from, letters }: Sequence, wanted: string): PdfLetter[][] {
  const found: PdfLetter[][] = [];
  for (let at = wanted === '' ? -1 : text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const indexes = new Set(from.slice(at, at + wanted.length));
    found.push([...indexes].flatMap((index) => letters[index] ?? []));
  }
  return found;
}

export interface LetterPiece {
  readonly text: string;
  readonly letters: readonly PdfLetter[];
}

/** The text of a page without the entries: pieces of lines, cut at each entry and at each wide gap. */
export function keptPieces(page: Sequence, entries: readonly string[]): LetterPiece[] {
  const gone = new Set(entries.flatMap((entry) => occurrences(page, entry).flat()));
  const runs: PdfLetter[][] = [];
  // Runs directly before an entry. If such a run has one letter, it is not required: the bar over the entry may cover
  // it.
  const besides = new Set<PdfLetter[]>();
  let open = false;
  for (const letter of page.letters) {
    if (gone.has(letter)) {
      const before = runs.at(-1);
      if (open && before) besides.add(before);
      open = false;
      continue;
    }
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (open && run && last && follows(last, letter)) run.push(letter);
    else runs.push([letter]);
    open = true;
  }
  return runs
    .filter((run) => run.length > 1 || !besides.has(run))
    .map((letters) => ({ text: lettersOf(letters.map(({ text }) => text).join('')), letters }))
    .filter(({ text }) => text !== '');
}

function follows(last: PdfLetter, next: PdfLetter): boolean {
  const height = Math.max(heightOf(last), heightOf(next), 6);
  return (
    Math.abs(last.bottom - next.bottom) < 0.7 * height &&
    next.left - last.right < 1.5 * height &&
    next.left > last.left - height
  );
}

/** Groups of neighbouring letters: large enough to be recognized, small enough to locate missing letters. */
export function handfuls(letters: readonly PdfLetter[], size: number): PdfLetter[][] {
  const out: PdfLetter[][] = [];
  for (const letter of letters) {
    const last = out.at(-1);
    const neighbour = last?.at(-1);
    if (last && neighbour && last.length < size && follows(neighbour, letter)) last.push(letter);
    else out.push([letter]);
  }
  return out;
}

/** Shorter pieces are ignored, because they occur inside others. */
const LONG_PIECE = 4;

/**
 * Pieces that occur more often than before, or whose order has changed. Texts are given in two orders, file order and
 * reading order; a page is right if it keeps one of them.
 */
export function movedPieces(
  pieces: readonly string[],
  before: readonly string[],
  now: readonly string[],
): readonly string[] {
  const known = [...new Set(pieces.filter(({ length }) => length >= LONG_PIECE))];
  const faults = now.map((text, at) => {
    const original = before[at] ?? '';
    const repeated = known.filter((piece) => countOccurrences(text, piece) > countOccurrences(original, piece));
    const single = known
      .filter((piece) => countOccurrences(original, piece) === 1 && countOccurrences(text, piece) === 1)
      .toSorted((one, other) => original.indexOf(one) - original.indexOf(other));
    const places = single.map((piece) => text.indexOf(piece));
    const late = single.filter((_, index) => (places[index] ?? 0) < (places[index - 1] ?? 0));
    return [...repeated, ...late];
  });
  return faults.some(({ length }) => length === 0) ? [] : (faults.at(-1) ?? []);
}
