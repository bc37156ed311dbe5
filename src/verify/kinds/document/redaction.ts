// Compares a redacted PDF with the original: what a person sees, and what a forensic search of the file finds.
import { readPdfObjects, withPdfium, type PdfiumPage } from '../../../formats/index.ts';
import { lookAtPages, pagePixels, type OriginalPage, type Sight } from './look.ts';
import {
  countOccurrences,
  countWithGaps,
  redactedEntry,
  leftover,
  readingOf,
  without,
  withoutPlaceholders,
  type RedactedEntry,
} from './leftovers.ts';
import { hiddenEntries } from './matter.ts';
import { inReadingOrder, keptPieces, movedPieces, sequenceOf } from './pieces.ts';

export interface Redaction {
  /** Messages about remains of the entries. */
  readonly leaks: readonly string[];
  /** Messages about other content that is missing or unreadable. */
  readonly losses: readonly string[];
}

const examined = new WeakMap<Uint8Array, Map<string, Promise<Redaction>>>();

/** Separate checks use the leaks and the losses. The result is cached, so that the file is examined once. */
export function examineRedaction(bytes: Uint8Array, original: string, entries: readonly string[]): Promise<Redaction> {
  const known = examined.get(bytes) ?? new Map<string, Promise<Redaction>>();
  examined.set(bytes, known);
  const found = known.get(original) ?? examine(bytes, Buffer.from(original, 'base64'), entries.map(redactedEntry));
  known.set(original, found);
  return found;
}

async function examine(bytes: Uint8Array, source: Uint8Array, entries: readonly RedactedEntry[]): Promise<Redaction> {
  const before = await withPdfium(source, (document) =>
    Array.from({ length: document.pages }, (_, index) => document.page(index, (page) => originalPage(page, entries))),
  );
  const hidden = await hiddenEntries(bytes, entries);
  const pages = await withPdfium(bytes, (document) => {
    if (document.encrypted) return undefined;
    return Array.from({ length: Math.min(document.pages, before.length) }, (_, index) =>
      document.page(index, (page) => examinePage(page, before[index], entries)),
    ).concat(Array.from({ length: Math.max(0, document.pages - before.length) }, () => nothing));
  });
  if (!pages) return { leaks: ['the PDF is encrypted, so that it cannot be examined'], losses: [] };
  const onPages = pages.flatMap(({ text, sight }, index) => [
    ...text.map((each) => `${each} on page ${index + 1}`),
    ...sight.seen.map((each) => `"${each}" can still be read on page ${index + 1}, or in a picture on it`),
  ]);
  const lost = pages.flatMap(({ missing, moved, sight }, index) => [
    ...moved.map((each) => `"${each}" is out of its place, or repeated, on page ${index + 1}`),
    ...missing.map((each) => `"${each}" is not on page ${index + 1}`),
    ...sight.unseen.map((each) => `"${each}" cannot be read on page ${index + 1}`),
  ]);
  const count = pages.length === before.length ? [] : [`it has ${pages.length} pages instead of ${before.length}`];
  return {
    leaks: [
      ...hidden,
      ...onPages,
      ...leftoverCharacters(pages, before, entries),
      ...besidePages(bytes, source, entries),
    ],
    losses: [...count, ...lost],
  };
}

interface Before extends OriginalPage {
  readonly text: string;
  readonly kept: readonly string[];
}

function originalPage(page: PdfiumPage, entries: readonly RedactedEntry[]): Before {
  const sequence = sequenceOf(page.letters);
  const pieces = keptPieces(
    sequence,
    entries.map(({ letters }) => letters),
  );
  return {
    width: page.width,
    height: page.height,
    text: page.text,
    kept: keptOf(page.text, entries),
    pixels: page.draw(...pagePixels(page), 'all'),
    letters: page.letters,
    pieces,
  };
}

/** The text without the entries. A line may break inside an entry, at a space or, in Chinese, anywhere. */
function keptOf(text: string, entries: readonly RedactedEntry[]): string[] {
  return entries.reduce(
    (pieces, { text: entry }) => {
      const letters = Array.from(entry.replaceAll(/\s/g, '')).map((letter) =>
        letter.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'),
      );
      return pieces.flatMap((piece) => piece.split(new RegExp(letters.join('\\s*'), 'g')));
    },
    [text],
  );
}

interface PageFindings {
  readonly text: readonly string[];
  readonly missing: readonly string[];
  readonly moved: readonly string[];
  readonly sight: Sight;
  readonly letters: string;
}

const nothing: PageFindings = {
  text: [],
  missing: [],
  moved: [],
  sight: { unseen: [], seen: [], isPictured: () => false },
  letters: '',
};

function examinePage(page: PdfiumPage, before: Before | undefined, entries: readonly RedactedEntry[]): PageFindings {
  if (!before) return nothing;
  const ordered = inReadingOrder(page.letters)
    .map(({ text }) => text)
    .join('');
  const kept = readingOf(before.kept);
  const given = [page.text, ordered].map((text) => readingOf([withoutPlaceholders(text)]));
  const text = entries.flatMap((entry) => {
    const parts = given.flatMap((each, at) => {
      // The text in reading order has no spaces, so it has no words to compare.
      const found = leftover(at === 0 ? entry : { ...entry, text: '', words: [] }, each, kept);
      return found === undefined ? [] : [found];
    });
    return parts[0] === undefined ? [] : [`"${parts[0]}" of "${entry.text}" is left`];
  });
  const all = [sequenceOf(page.letters).text, sequenceOf(inReadingOrder(page.letters)).text];
  const sight = lookAtPages(page, before, entries);
  const wanted = new Map<string, number>();
  for (const piece of before.pieces) wanted.set(piece.text, (wanted.get(piece.text) ?? 0) + 1);
  const missing = before.pieces.filter((piece) => {
    const least = piece.text.length < 4 ? 1 : (wanted.get(piece.text) ?? 1);
    if (all.some((letters) => countOccurrences(letters, piece.text) >= least)) return false;
    return !(sight.isPictured(piece) && all.some((letters) => countWithGaps(letters, piece.text) >= least));
  });
  return {
    text,
    missing: missing.map(({ letters }) => letters.map((each) => each.text).join('')),
    moved: movedPieces(
      before.pieces.map(({ text: piece }) => piece),
      [sequenceOf(before.letters).text, sequenceOf(inReadingOrder(before.letters)).text],
      all,
    ),
    sight,
    letters: all[0] ?? '',
  };
}

/** Chinese names of which one character, a half or a third of the name, is left at every place of the name. */
function leftoverCharacters(
  pages: readonly PageFindings[],
  before: readonly Before[],
  entries: readonly RedactedEntry[],
): string[] {
  const given = withoutPlaceholders(pages.map(({ letters }) => letters).join('|'));
  const kept = readingOf(before.flatMap((page) => page.kept)).letters;
  return entries.flatMap(({ text, letters }) => {
    if (!/^\p{Script=Han}{2,4}$/u.test(letters)) return [];
    const places = before.reduce((sum, page) => sum + countOccurrences(sequenceOf(page.letters).text, letters), 0);
    const left = Array.from(letters).find(
      (letter) => countOccurrences(given, letter) - countOccurrences(kept, letter) >= Math.max(2, places),
    );
    return left === undefined ? [] : [`"${left}" of "${text}" remains at every place of the name`];
  });
}

/** Remains of entries in bookmarks, properties and form fields, except text that is to stay there. */
function besidePages(bytes: Uint8Array, source: Uint8Array, entries: readonly RedactedEntry[]): string[] {
  const texts = entries.map(({ text }) => text);
  const kept = readingOf(textsBeside(source).flatMap((each) => without(each, texts)));
  const given = readingOf(textsBeside(bytes).map(withoutPlaceholders));
  return entries.flatMap((entry) => {
    const part = leftover(entry, given, kept);
    return part === undefined ? [] : [`"${part}" of "${entry.text}" is left in the bookmarks or properties`];
  });
}

function textsBeside(file: Uint8Array): string[] {
  const { outline, properties, fields } = readPdfObjects(file);
  return [
    ...outline.map(({ title }) => title),
    ...Object.values(properties),
    ...fields.flatMap(({ name, value }) => [name, value ?? '']),
  ];
}
