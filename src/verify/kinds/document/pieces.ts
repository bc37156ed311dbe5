// The letters of a page as lines and pieces: what stays, and where the entries are.
import type { PdfLetter } from '../../../formats/index.ts';
import { countOccurrences, lettersOf } from './leftovers.ts';

/** Letters by what they read as; one letter of a font may read as several. */
export interface Sequence {
  readonly text: string;
  /** For each character of the text, which letter it comes from. */
  readonly from: readonly number[];
  readonly letters: readonly PdfLetter[];
}

export function sequenceOf(letters: readonly PdfLetter[]): Sequence {
  const folded = letters.map(({ text }) => lettersOf(text));
  return { text: folded.join(''), from: folded.flatMap((text, at) => Array.from(text, () => at)), letters };
}

/** From top to bottom and left to right, whatever the order of drawing is. */
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

/** What is left of a page without the entries: pieces of lines, cut where an entry or a wide gap is. */
export function keptPieces(page: Sequence, entries: readonly string[]): LetterPiece[] {
  const gone = new Set(entries.flatMap((entry) => occurrences(page, entry).flat()));
  const runs: PdfLetter[][] = [];
  // A single letter beside an entry goes under with its bar.
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

/** Neighbours by the handful: enough letters to be told from others, few enough to say which are gone. */
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

/** Shorter pieces stand inside of others. */
const LONG_PIECE = 4;

/**
 * Pieces that stand more often than before, or after others that they stood before. Texts are given in two orders, that of
 * the file and that of reading; a page that keeps either of them is in order.
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
