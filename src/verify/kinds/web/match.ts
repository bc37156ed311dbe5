// Compares observations of a page with the expected values. Only the grader does this: the browser's side has no such
// values.
import { canonicalJson, type Json } from '../../../core/index.ts';
import { expectedOf, type Expectation } from './script.ts';

/** Tolerance for antialiasing and colour profiles; colours with different names differ by far more than 16 of 255. */
const COLOUR_ROOM = 16;

/** `seen` is null if the element does not exist. */
export function matches(step: Expectation, seen: Json): boolean {
  switch (step.see) {
    case 'text':
    case 'title':
      return typeof seen === 'string' && squeezeSpace(seen) === squeezeSpace(step.is);
    case 'texts':
      return alike(seen, step.are, step.around === 'free' ? contains : equals);
    case 'each':
      return alike(seen, step.are, equals);
    case 'mentions':
      return mentions(textsOf(seen), step.are);
    case 'options': {
      const fixed = step.fixed ?? step.are.length;
      const arranged = (list: readonly string[]) => [...list.slice(0, fixed), ...list.slice(fixed).toSorted()];
      return alike(arranged(textsOf(seen)), arranged(step.are.map(squeezeSpace)), equals);
    }
    case 'pixel':
      return typeof seen === 'string' && distance(step.is, seen) <= (step.within ?? COLOUR_ROOM);
    case 'download':
      return Array.isArray(seen) && seen.some((each) => isDownload(each, step));
    case 'storage':
      return same(seen, step.is) || (typeof seen === 'string' && step.is !== null && spells(seen, step.is));
    default:
      return same(seen, expectedOf(step));
  }
}

const equals = (seen: string, expected: string) => seen === expected;
const contains = (seen: string, expected: string) => seen.includes(expected);

function alike(seen: Json, expected: readonly string[], compare: (one: string, other: string) => boolean): boolean {
  const texts = textsOf(seen);
  return (
    Array.isArray(seen) &&
    texts.length === seen.length &&
    texts.length === expected.length &&
    texts.every((each, index) => compare(each, squeezeSpace(expected[index] ?? '')))
  );
}

function textsOf(seen: Json): string[] {
  return Array.isArray(seen) ? seen.flatMap((each) => (typeof each === 'string' ? [squeezeSpace(each)] : [])) : [];
}

/** Whether the words occur in this order, each in a different text. */
function mentions(texts: readonly string[], words: readonly string[]): boolean {
  let next = 0;
  for (const text of texts) {
    const word = words[next];
    if (word !== undefined && text.toLowerCase().includes(squeezeSpace(word).toLowerCase())) next += 1;
  }
  return next === words.length;
}

const same = (one: Json, other: Json) => canonicalJson(one) === canonicalJson(other);

function squeezeSpace(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function spells(text: string, value: Json): boolean {
  try {
    return same(JSON.parse(text) as Json, value);
  } catch {
    return false; // The text is not JSON.
  }
}

function isDownload(seen: Json, { name, text }: { name: string; text?: string | undefined }): boolean {
  if (seen === null || typeof seen !== 'object' || Array.isArray(seen) || seen['name'] !== name) return false;
  return text === undefined || (typeof seen['text'] === 'string' && lines(seen['text']) === lines(text));
}

/** A text without byte order mark and final line breaks, with LF line ends. */
function lines(text: string): string {
  return text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n/g, '\n')
    .replace(/\n+$/, '');
}

function distance(one: string, other: string): number {
  const there = channels(other);
  return Math.max(...channels(one).map((value, index) => Math.abs(value - (there[index] ?? Number.NaN))));
}

function channels(hex: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}
