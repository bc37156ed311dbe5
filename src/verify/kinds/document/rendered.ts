// Checks a text document as LibreOffice prints it: all expected text is present and readable, and there is no other
// text.
import { withPdfium, type PdfLetter } from '../../../formats/index.ts';
import { placeAround, likeness } from './alike.ts';
import { lettersOf } from './leftovers.ts';
import { pagePixels } from './look.ts';
import { handfuls, occurrences, sequenceOf } from './pieces.ts';

const GLYPHS = { correlation: 0.75, strength: 9 };
const ENOUGH = 0.75;
/** Lower letters, in points, count as unreadable. */
const MIN_HEIGHT = 2.2;
const HANDFUL = 6;
/** The least ratio of the letter height of a heading to the letter height of paragraphs. */
const LARGER = 1.04;

export interface Expected {
  readonly text: string;
  readonly heading: boolean;
}

export async function renderedProblems(pdf: Uint8Array, expected: readonly Expected[]): Promise<string[]> {
  const seen = new Set<PdfLetter>();
  const letters = await withPdfium(pdf, (document) =>
    Array.from({ length: document.pages }, (_, index) =>
      document.page(index, (page) => {
        const size = pagePixels(page);
        const [shown, glyphs] = [page.draw(...size, 'all'), page.draw(...size, 'text')];
        const [x, y] = [size[0] / page.width, size[1] / page.height];
        const isDrawn = (group: readonly PdfLetter[]) => {
          const { left, top, right, bottom } = placeAround(group);
          if (bottom - top < MIN_HEIGHT) return false;
          const place = { left: left * x - 1, top: top * y - 1, right: right * x + 1, bottom: bottom * y + 1 };
          const { correlation, strength } = likeness(glyphs, place, shown, place, 0);
          return correlation >= GLYPHS.correlation && strength >= GLYPHS.strength;
        };
        for (const group of handfuls(page.letters, HANDFUL))
          if (isDrawn(group)) for (const each of group) seen.add(each);
        return page.letters;
      }),
    ).flat(),
  );
  const sequence = sequenceOf(letters);
  const found = expected.map((each) => ({ ...each, places: occurrences(sequence, lettersOf(each.text)) }));
  const missing = found.filter(({ text, places }) => lettersOf(text) !== '' && places.length === 0);
  const unread = found.filter(
    ({ places }) =>
      places.length > 0 &&
      !places.some((place) => place.filter((each) => seen.has(each)).length >= ENOUGH * place.length),
  );
  const more = sequence.text.length - lettersOf(expected.map(({ text }) => text).join('')).length;
  return [
    ...missing.map(({ text }) => `"${text}" is not shown`),
    ...unread.map(({ text }) => `"${text}" cannot be read`),
    ...(missing.length === 0 && more > 0 ? ['it shows text that it should not have'] : []),
    ...smallHeadings(found).map((text) => `"${text}" does not look like a heading`),
  ];
}

/** The height of the tallest letter. */
const heightOf = (places: readonly (readonly PdfLetter[])[]) =>
  places.flat().reduce((most, { top, bottom }) => Math.max(most, bottom - top), 0);

function smallHeadings(
  found: readonly (Expected & { readonly places: readonly (readonly PdfLetter[])[] })[],
): string[] {
  const usual = found
    .filter(({ heading, places }) => !heading && places.length > 0)
    .map(({ places }) => heightOf(places))
    .toSorted((one, other) => one - other);
  const body = usual[usual.length >> 1] ?? 0;
  return found
    .filter(({ heading, places }) => heading && places.length > 0 && heightOf(places) < LARGER * body)
    .map(({ text }) => text);
}
