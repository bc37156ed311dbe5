// Checks what a person sees on the pages of a redacted PDF: kept text must be readable, and the entries must not be.
// A line must look as on the original page, or, if it was typeset again, must show the letters of its text.
import type { GreyPixels, PdfiumPage, PdfLetter } from '../../../formats/index.ts';
import { placeAround, likeness, type PlaceLikeness, type PagePlace } from './alike.ts';
import { handfuls, inReadingOrder, occurrences, sequenceOf, type LetterPiece } from './pieces.ts';
import type { RedactedEntry } from './leftovers.ts';

/** The longer side of a drawn page in pixels: an A4 page at 96 pixels per inch. */
const MAX_SIDE = 1123;
/** How many pixels a redrawn picture may be shifted. */
const REACH = 2;
/** Black letters on white have a strength of about 60. */
const READABLE = { correlation: 0.5, strength: 9 };
const GLYPHS = { correlation: 0.75, strength: 9 };
const TOLD = { correlation: 0.75, strength: 6 };
/** The least difference of ink and background for letters whose font is not embedded: they may be invisible here. */
const CONTRAST = 40;
const ENOUGH = 0.75;
const MAX_PICTURES = 5;
/** The least height of a letter in points. Smaller letters cannot be read without a magnifier. */
const MIN_POINTS = 2.2;

/** A page of the original, drawn once. */
export interface OriginalPage {
  readonly width: number;
  readonly height: number;
  readonly pixels: GreyPixels;
  readonly letters: readonly PdfLetter[];
  readonly pieces: readonly LetterPiece[];
}

export function pagePixels({ width, height }: { readonly width: number; readonly height: number }): [number, number] {
  const scale = MAX_SIDE / Math.max(width, height);
  return [Math.max(8, Math.round(width * scale)), Math.max(8, Math.round(height * scale))];
}

export interface Sight {
  /** Pieces of kept text that cannot be read on the page. */
  readonly unseen: readonly string[];
  /** Entries that can be read on the page, or in a picture that other content covers. */
  readonly seen: readonly string[];
  /** Whether the page's pictures alone show a piece. Its letters, if any, then only make the picture searchable. */
  readonly isPictured: (piece: LetterPiece) => boolean;
}

export function lookAtPages(page: PdfiumPage, original: OriginalPage, entries: readonly RedactedEntry[]): Sight {
  const { width, height } = original.pixels;
  const shown = page.draw(width, height, 'all');
  const pictures = page.pictures.length > 0 ? page.draw(width, height, 'pictures') : undefined;
  const glyphs = page.draw(width, height, 'text');
  const view = new View(page, original, shown, glyphs);
  const unseen = original.pieces.filter((piece) => !view.reads(piece)).map(({ letters }) => textOf(letters));
  const layers = [shown, ...(pictures ? [pictures] : [])];
  const seen = entries.filter((entry) => layers.some((layer) => view.tells(entry, layer)));
  const isPictured = (piece: LetterPiece) => pictures !== undefined && view.keeps(piece, pictures);
  return { unseen, seen: seen.map(({ text }) => text), isPictured };
}

const textOf = (letters: readonly PdfLetter[]) => letters.map(({ text }) => text).join('');
const isChinese = (letters: readonly PdfLetter[]) => /\p{Script=Han}/u.test(textOf(letters));
/** Groups of neighbouring letters that are compared as a unit. */
const handful = (letters: readonly PdfLetter[]) => handfuls(letters, isChinese(letters) ? 3 : 6);

class View {
  readonly #original: OriginalPage;
  readonly #shown: GreyPixels;
  readonly #glyphs: GreyPixels;
  readonly #orders: readonly ReturnType<typeof sequenceOf>[];
  readonly #scale: { readonly old: Scale; readonly now: Scale };
  /** Possible movements of the whole page: none, the movement of its text, and into each large picture. */
  readonly #moves: readonly Moved[];

  constructor(page: PdfiumPage, original: OriginalPage, shown: GreyPixels, glyphs: GreyPixels) {
    this.#original = original;
    this.#shown = shown;
    this.#glyphs = glyphs;
    this.#orders = [sequenceOf(page.letters), sequenceOf(inReadingOrder(page.letters))];
    this.#scale = { old: scaleOf(original, shown), now: scaleOf(page, shown) };
    const byText = movedBy(original.pieces.flatMap((piece) => this.#pairs(piece)));
    const pictures = page.pictures.slice(0, MAX_PICTURES).flatMap((picture) => {
      const [at, whole] = [this.#scaled(picture, 'now'), { left: 0, top: 0, right: shown.width, bottom: shown.height }];
      const isPage = at.right - at.left > shown.width / 3 && at.bottom - at.top > shown.height / 3;
      return isPage && !isNear(at, whole) ? [into(whole, at)] : [];
    });
    this.#moves = [(place) => place, ...(byText ? [byText] : []), ...pictures];
  }

  /** Whether a piece looks as before at its old place, or is drawn at the place where the new text has it. */
  reads(piece: LetterPiece): boolean {
    if (this.keeps(piece, this.#shown)) return true;
    return this.#orders.some((order) =>
      occurrences(order, piece.text).some((found) => share(found, (group) => this.#isDrawn(group)) >= ENOUGH),
    );
  }

  /** Whether the layer shows a piece at its old place, after one of the movements, as it looked before. */
  keeps({ letters }: LetterPiece, layer: GreyPixels): boolean {
    const asBefore = (move: Moved) => (group: readonly PdfLetter[]) => {
      const place = this.#place(group, 'old');
      return reaches(likeness(this.#original.pixels, place, layer, move(place), REACH), READABLE);
    };
    return this.#moves.some((move) => share(letters, asBefore(move)) >= ENOUGH);
  }

  /** Whether the page shows the letters of the text at their place. */
  #isDrawn(group: readonly PdfLetter[]): boolean {
    if (Math.max(...group.map(({ top, bottom }) => bottom - top)) < MIN_POINTS) return false;
    const place = this.#place(group, 'now');
    if (reaches(likeness(this.#glyphs, place, this.#shown, place, 0), GLYPHS)) return true;
    const { data, width, height } = this.#shown;
    const inside = place.left >= 0 && place.top >= 0 && place.right <= width && place.bottom <= height;
    const ground = data[Math.round(place.top + 1) * width + Math.round(place.left + 1)] ?? 0;
    return (
      inside && group.every(({ unembedded }) => unembedded !== undefined && Math.abs(unembedded - ground) >= CONTRAST)
    );
  }

  /**
   * Whether some letters of the entry look as before at their old place, or at that place after one of the movements.
   * In Latin text two groups in a row must match: the corner of a bar may resemble one group, but not the next one,
   * too.
   */
  tells({ letters: wanted }: RedactedEntry, layer: GreyPixels): boolean {
    return occurrences(sequenceOf(this.#original.letters), wanted).some((letters) => {
      const size = isChinese(letters) ? 2 : 4;
      const inRow = isChinese(letters) ? 1 : 2;
      const groups = letters.flatMap((_, at) => {
        const [group = []] = handfuls(letters.slice(at, at + size), size);
        return group.length < Math.min(size, letters.length) ? [] : [this.#place(group, 'old')];
      });
      return this.#moves.some((move) => {
        let row = 0;
        return groups.some((old) => {
          const found = likeness(this.#original.pixels, old, layer, move(old), REACH);
          row = reaches(found, TOLD) ? row + 1 : 0;
          return row >= inRow;
        });
      });
    });
  }

  #place(letters: readonly PdfLetter[], when: 'old' | 'now'): PagePlace {
    const { left, top, right, bottom } = this.#scaled(placeAround(letters), when);
    return { left: left - 1, top: top - 1, right: right + 1, bottom: bottom + 1 };
  }

  #scaled({ left, top, right, bottom }: PagePlace, when: 'old' | 'now'): PagePlace {
    const { x, y } = this.#scale[when];
    return { left: left * x, top: top * y, right: right * x, bottom: bottom * y };
  }

  /** The old place of a long piece, and its place in the new text. */
  #pairs({ text, letters }: LetterPiece): [old: PagePlace, now: PagePlace][] {
    const [order] = this.#orders;
    const [found] = text.length < 8 || !order ? [] : occurrences(order, text);
    return found ? [[this.#place(letters, 'old'), this.#place(found, 'now')]] : [];
  }
}

type Scale = { readonly x: number; readonly y: number };
const scaleOf = (page: { readonly width: number; readonly height: number }, pixels: GreyPixels): Scale => ({
  x: pixels.width / page.width,
  y: pixels.height / page.height,
});

const reaches = (found: PlaceLikeness, bar: PlaceLikeness) =>
  found.correlation >= bar.correlation && found.strength >= bar.strength;

/** The share of letters that are seen. In a group that is not seen, for example partly covered, each one is tested. */
function share(letters: readonly PdfLetter[], isSeen: (group: readonly PdfLetter[]) => boolean): number {
  let seen = 0;
  for (const group of handful(letters)) {
    if (isSeen(group)) seen += group.length;
    else if (group.length > 1) seen += group.filter((letter) => isSeen([letter])).length;
  }
  return seen / letters.length;
}

type Moved = (place: PagePlace) => PagePlace;

const isNear = (one: PagePlace, other: PagePlace) =>
  Math.abs(one.left - other.left) + Math.abs(one.top - other.top) + Math.abs(one.right - other.right) < 4;

/** The movement that scales and shifts the place `whole` into the place `at`. */
function into(whole: PagePlace, at: PagePlace): Moved {
  const x = (at.right - at.left) / (whole.right - whole.left);
  const y = (at.bottom - at.top) / (whole.bottom - whole.top);
  return ({ left, top, right, bottom }) => ({
    left: at.left + left * x,
    top: at.top + top * y,
    right: at.left + right * x,
    bottom: at.top + bottom * y,
  });
}

const usual = (values: readonly number[]) => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;

/** The scaling and shift of the whole page that fits the pairs; undefined if none fits or the page did not move. */
function movedBy(pairs: readonly (readonly [old: PagePlace, now: PagePlace])[]): Moved | undefined {
  if (pairs.length < 3) return undefined;
  const across = lineOf(
    pairs.flatMap(([old, now]) => [[old.left, now.left] as const, [old.right, now.right] as const]),
  );
  const down = lineOf(pairs.map(([old, now]) => [old.bottom, now.bottom]));
  const move = ({ left, top, right, bottom }: PagePlace) => ({
    left: across(left),
    top: down(top),
    right: across(right),
    bottom: down(bottom),
  });
  const off = pairs.map(([old, now]) => Math.abs(move(old).bottom - now.bottom) + Math.abs(move(old).left - now.left));
  const far = pairs.map(([old, now]) => Math.abs(old.bottom - now.bottom) + Math.abs(old.left - now.left));
  const [stretchX, stretchY] = [across(1) - across(0), down(1) - down(0)];
  const isPlain = [stretchX, stretchY].every((stretch) => stretch > 0.3 && stretch < 3);
  return isPlain && usual(off) < 3 && usual(far) > 1 ? move : undefined;
}

/** The straight line through pairs of numbers, by least squares. */
function lineOf(pairs: readonly (readonly [number, number])[]): (x: number) => number {
  const [midX, midY] = [mean(pairs.map(([x]) => x)), mean(pairs.map(([, y]) => y))];
  const spread = pairs.reduce((sum, [x]) => sum + (x - midX) ** 2, 0);
  const slope = spread < 1 ? 1 : pairs.reduce((sum, [x, y]) => sum + (x - midX) * (y - midY), 0) / spread;
  return (x) => midY + slope * (x - midX);
}
