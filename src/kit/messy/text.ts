// Messy text: stray spaces, full-width characters, changed case, codes for missing values, wrong encodings.
import type { Draw, Language } from '../../core/index.ts';
import type { WrittenCell } from './written.ts';

/** Visible and invisible spaces. */
export const spaceKinds = {
  plain: ' ',
  double: '  ',
  tab: '\t',
  /** No-break space, from web pages. */
  hard: '\u00a0',
  /** As wide as a Chinese character. */
  wide: '\u3000',
  /** Zero-width, invisible. */
  hidden: '\u200b',
} as const;
export type SpaceKind = keyof typeof spaceKinds;

/** Space before, after or on both sides; doubled between words. `tidy` removes it all. */
export function spaces(
  draw: Draw,
  text: string,
  kinds: readonly SpaceKind[] = ['plain', 'double', 'hard', 'wide'],
): WrittenCell<string> {
  const stray = () => spaceKinds[draw.pick(kinds)];
  const places = draw.pick(text.includes(' ') ? ['before', 'after', 'both', 'inside'] : ['before', 'after', 'both']);
  if (places === 'inside') return { written: text.replace(' ', ` ${stray()}`), means: text };
  const before = places === 'after' ? '' : stray();
  return { written: `${before}${text}${places === 'before' ? '' : stray()}`, means: text };
}

/** Removes stray spaces of every kind: one plain space between words, none around them. */
export function tidy(text: string): string {
  return text
    .replaceAll('\u200b', '')
    .replaceAll(/[\s\u00a0\u3000]+/g, ' ')
    .trim();
}

/** Digits, letters and signs in full width: `ＡＢ－１２`. NFKC is the inverse. */
export function wide(text: string): WrittenCell<string> {
  const written = text.replaceAll(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0));
  return { written: written.replaceAll(' ', '\u3000'), means: text };
}

/** The inverse of `wide`. */
export function narrow(text: string): string {
  return text.normalize('NFKC');
}

/** Changes the case: upper, lower, or capitalised words. Compare such texts in lower case. */
export function cased(draw: Draw, text: string): WrittenCell<string> {
  const titled = text
    .toLowerCase()
    .replaceAll(/(^|\s)([a-z])/g, (_, space: string, letter: string) => space + letter.toUpperCase());
  const others = [text.toUpperCase(), text.toLowerCase(), titled].filter((each) => each !== text);
  return { written: others.length > 0 ? draw.pick(others) : text, means: text };
}

/** What people type for a missing value. The query must state which of them count as missing. */
export const missingCodes = {
  en: ['', '-', 'N/A', 'n/a', 'NA', 'none', '?', 'NULL', 'tbc', '--'],
  zh: ['', '-', '无', '暂无', '不详', '未填', '——', '/', 'N/A', '待定'],
} as const;

export function missing(draw: Draw, lang: Language, codes: readonly string[] = missingCodes[lang]): WrittenCell<null> {
  return { written: draw.pick(codes), means: null };
}

export interface MessyEncoding {
  /** The name in Python and iconv. */
  readonly name: string;
  /** Starts with a byte order mark. */
  readonly bom: boolean;
}

/** Encodings in which files of a language occur; the format writers accept the name. */
export const encodings: Readonly<Record<Language, readonly MessyEncoding[]>> = {
  en: [
    { name: 'utf-8', bom: false },
    { name: 'utf-8', bom: true },
    { name: 'cp1252', bom: false },
    { name: 'utf-16le', bom: true },
  ],
  zh: [
    { name: 'utf-8', bom: false },
    { name: 'utf-8', bom: true },
    { name: 'gbk', bom: false },
    { name: 'gb18030', bom: false },
    { name: 'utf-16le', bom: true },
  ],
};

/** UTF-8 that was read as Latin-1 and saved again: `cafÃ©`. */
export function garbled(text: string): WrittenCell<string> {
  return { written: Buffer.from(text, 'utf8').toString('latin1'), means: text };
}

/** The inverse of `garbled`. */
export function ungarbled(text: string): string {
  return Buffer.from(text, 'latin1').toString('utf8');
}

/** A typing error: one letter dropped, doubled or swapped with the next. Words of up to three letters do not change. */
export function typo(draw: Draw, text: string): WrittenCell<string> {
  const characters = Array.from(text);
  if (characters.length < 4) return { written: text, means: text };
  const at = draw.int(1, characters.length - 3);
  const [here = '', next = ''] = characters.slice(at, at + 2);
  const slips = [[next], [here, here, next], ...(here === next ? [] : [[next, here]])];
  return {
    written: [...characters.slice(0, at), ...draw.pick(slips), ...characters.slice(at + 2)].join(''),
    means: text,
  };
}
