// Finds remains of a redacted entry in a text: the whole entry, a long part, one of its words, or its letters
// backwards. A part counts only if it occurs more often than in the text that is to stay.

/** Cyrillic and Greek letters, with the Latin letters that they look like. */
const lookAlikes: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from('аaеeоoрpсcхxуyіiѕsјjһhԁdвbкkмmнhтtαaοoρpνvκkιiτt').flatMap((letter, at, all) =>
    at % 2 === 0 ? [[letter, all[at + 1] ?? '']] : [],
  ),
);

/** Only the letters and digits of a text, without accents, case, character width and zero-width characters. */
export function lettersOf(text: string): string {
  return plain(text).replaceAll(/[^\p{Letter}\p{Number}]/gu, '');
}

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{Mark}|\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase()
    .replaceAll(/[\u0370-\u04ff]/g, (letter) => lookAlikes[letter] ?? letter);

const wordsOf = (text: string) => plain(text).match(/[\p{Letter}\p{Number}]+/gu) ?? [];

const isChinese = (text: string) => /\p{Script=Han}/u.test(text);

/** Words that people put in the place of an entry. They may share letters with it. */
const placeholders =
  /redact(?:ed|ion)?|removed?|delet(?:ed|ion)|hidden|withheld|omitted|blacked|censored|anonymi[sz]ed|masked|erased|confidential|private|classified|unknown|e-?mail|address|telephone|phone|number|mobile|account|iban|bank|person|people|name|contact|party|witness|employee|entry|item|text|example|已删除|已遮盖|已隐去|已脱敏|已涂黑|删除|遮盖|隐去|脱敏|涂黑|打码|保密|隐私|姓名|人名|名字|电话|手机|邮箱|邮件|账户|账号|某某|某/gi;

/** The shortest part of a word that reveals an entry, in Latin letters and digits. For Chinese it is two characters. */
const RUN = 4;
/** The same for text without word boundaries, such as text that is drawn letter by letter. */
const LONG_RUN = 7;

export interface RedactedEntry {
  readonly text: string;
  readonly letters: string;
  /** The words of a name or address that reveal the entry by themselves. */
  readonly words: readonly string[];
}

const common = new Set(['com', 'org', 'net', 'example', 'cn', 'uk', 'de', 'www', 'the', 'of', 'and']);

export function redactedEntry(text: string): RedactedEntry {
  const words = wordsOf(text).filter((word) => /^\p{Letter}{2,}$/u.test(word) && !isChinese(word) && !common.has(word));
  return { text, letters: lettersOf(text), words };
}

/** Texts in the forms that are compared: letters without gaps, and words. */
export interface LeftoverReading {
  readonly letters: string;
  /** Like `letters`, but without separators: the text on both sides of a removed entry may now be adjacent. */
  readonly joined: string;
  /** All words, with separators between them. */
  readonly apart: string;
  readonly words: ReadonlyMap<string, number>;
}

export function readingOf(texts: readonly string[]): LeftoverReading {
  const all = texts.flatMap(wordsOf);
  const words = new Map<string, number>();
  for (const word of all) words.set(word, (words.get(word) ?? 0) + 1);
  const letters = texts.map(lettersOf);
  return { letters: letters.join('|'), joined: letters.join(''), apart: all.join('|'), words };
}

/** The text without words that replace an entry. */
export const withoutPlaceholders = (text: string) => text.replaceAll(placeholders, ' ');

export function countOccurrences(text: string, part: string): number {
  return part === '' ? 0 : text.split(part).length - 1;
}

/**
 * Counts occurrences of a part, of which about one letter in fifteen may be missing: PDFium drops a letter that
 * overlaps an equal one, as happens in an invisible layer of text that is wider than the scan below it.
 */
export function countWithGaps(text: string, part: string): number {
  if (part === '') return 0;
  const most = Math.floor(part.length / 15) + (part.length >= 8 ? 1 : 0);
  let count = 0;
  for (let at = 0; at < text.length;) {
    const end = endOf(text, at, part, most);
    if (end !== undefined) count += 1;
    at = end ?? at + 1;
  }
  return count;
}

function endOf(text: string, start: number, part: string, most: number): number | undefined {
  let [at, missing] = [start, 0];
  for (let index = 0; index < part.length; index += 1) {
    if (text[at] === part[index]) at += 1;
    else if (missing === most) return undefined;
    else missing += 1;
  }
  return at;
}

/** A part of an entry that `given` holds more often than `kept` (the text that is to stay) and that reveals it. */
export function leftover(
  { text, letters, words }: RedactedEntry,
  given: LeftoverReading,
  kept: LeftoverReading,
): string | undefined {
  const more = (part: string) =>
    countOccurrences(given.letters, part) >
    Math.max(countOccurrences(kept.letters, part), countOccurrences(kept.joined, part));
  if (more(letters)) return letters;
  const backwards = Array.from(letters).toReversed().join('');
  if (letters.length >= 2 && backwards !== letters && more(backwards)) return backwards;
  const run = longestOf(letters, isChinese(letters) ? 2 : LONG_RUN, more);
  if (run !== undefined || isChinese(letters)) return run;
  // A few letters count only inside one word, not across the boundary of two words.
  const inWord = (part: string) => countOccurrences(given.apart, part) > countOccurrences(kept.apart, part);
  for (const word of wordsOf(text)) {
    if (common.has(word)) continue;
    const found = longestOf(word, RUN, inWord);
    if (found !== undefined) return found;
  }
  return words.find((word) => (given.words.get(word) ?? 0) > (kept.words.get(word) ?? 0));
}

/** The first part of at least `least` letters that is there, extended as far as possible. */
function longestOf(letters: string, least: number, isThere: (part: string) => boolean): string | undefined {
  for (let at = 0; at + least <= letters.length; at += 1) {
    if (!isThere(letters.slice(at, at + least))) continue;
    let end = at + least;
    while (end < letters.length && isThere(letters.slice(at, end + 1))) end += 1;
    return letters.slice(at, end);
  }
  return undefined;
}

/** Forms that no stream of a file may hold: the entry, also without its first or last letter, and backwards. */
export function revealingForms({ letters }: RedactedEntry): string[] {
  const forms = letters.length < 6 ? [letters] : [letters, letters.slice(1), letters.slice(0, -1)];
  return letters.length < 4 ? forms : [...forms, Array.from(letters).toReversed().join('')];
}

/** The pieces of a text between the entries. */
export function without(text: string, entries: readonly string[]): string[] {
  return entries.reduce((pieces, entry) => pieces.flatMap((piece) => piece.split(entry)), [text]);
}
