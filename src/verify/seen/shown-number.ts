// Decides whether the displayed text of a cell states its value. A number format may round, group digits, or add a
// currency, a percent sign or a stated unit; it may not show another number.

export interface ShownNumber {
  readonly value: number;
  /** Place value of the last digit shown. */
  readonly unit: number;
  readonly decimals: number;
  readonly percent: boolean;
}

/** Words after a number that multiply it and have no other meaning. */
const multipliers: readonly (readonly [RegExp, number])[] = [
  [/^(?:k|thousand|tsd|千)/i, 1e3],
  [/^(?:万|萬)/, 1e4],
  [/^(?:million|mio|mn|百万)/i, 1e6],
  [/^(?:亿|億)/, 1e8],
  [/^(?:billion|bn|十亿)/i, 1e9],
];
/** These may also be units of measure. */
const doubtful: readonly (readonly [RegExp, number])[] = [
  [/^m(?![a-z])/i, 1e6],
  [/^b(?![a-z])/i, 1e9],
];

/** All readings of the text as one number; empty if it holds no number or several. */
function readShown(text: string): ShownNumber[] {
  const plain = text
    .normalize('NFKC')
    .replaceAll(/[\u2212\u2012\u2013]/g, '-')
    .trim();
  const found = [...plain.matchAll(/(?:\d[\d.,'’\s]*\d|\d|(?<!\d)[.,]\d+)(?:e[+-]?\d+)?/gi)];
  const [match] = found;
  if (!match || found.length > 1) return [];
  const before = plain.slice(0, match.index);
  const after = plain.slice(match.index + match[0].length).trim();
  const negative = /-/.test(before) || /^-|^\s*-$/.test(after) || (/\(/.test(before) && /\)/.test(after));
  const percent = /[%％]/.test(before + after);
  const [, mantissa = '', exponent = '0'] = /^(.*?)(?:e([+-]?\d+))?$/is.exec(match[0]) ?? [];
  const power = Number(exponent);
  return spellings(mantissa).flatMap(({ digits, decimals }) =>
    factors(after, percent).map((factor) => ({
      value: (negative ? -1 : 1) * Number(`${digits}e${power}`) * factor,
      unit: Number(`1e${power - decimals}`) * factor,
      decimals,
      percent,
    })),
  );
}

function factors(after: string, percent: boolean): number[] {
  if (percent) return [0.01];
  const sure = multipliers.find(([word]) => word.test(after));
  if (sure) return [sure[1]];
  const maybe = doubtful.find(([word]) => word.test(after));
  return maybe ? [1, maybe[1]] : [1];
}

/** Reads the text with a decimal point, and with a decimal comma if the comma cannot be a thousands separator. */
function spellings(text: string): { digits: string; decimals: number }[] {
  const compact = text.replaceAll(/['’\s]/g, '');
  const read = (point: string, group: string) => {
    const parts = compact.replaceAll(group, '').split(point);
    if (parts.length > 2) return [];
    const [whole = '', fraction = ''] = parts;
    return [{ digits: `${whole || '0'}.${fraction || '0'}`, decimals: fraction.length }];
  };
  const grouped = /^\d{1,3}(?:,\d{3})+$/.test(compact);
  return [...read('.', ','), ...(compact.includes(',') && !grouped ? read(',', '.') : [])];
}

/** The reading of the text that equals the value within the shown precision, if there is one. */
export function agreeing(text: string, value: number): ShownNumber | undefined {
  return readShown(text).find((shown) => Math.abs(shown.value - value) <= 0.5001 * shown.unit + 1e-9 * Math.abs(value));
}

/** Whether the text is only a dash, which is how accounting formats show zero. */
export const isDash = (text: string) => /^[^\d\p{L}]*[-–—][^\d\p{L}]*$/u.test(text.trim());

/** A date may be shown in part, but every number in the text must be a part of the date. */
export function showsDate(text: string, iso: string): boolean {
  const [date = '', time = ''] = iso.split('T');
  const own = [...date.split('-'), ...time.split(/[:.]/)].filter(Boolean).map(Number);
  const [year = 0] = own;
  const hour = own[3];
  const allowed = new Set([...own, year % 100, ...(hour === undefined ? [] : [hour % 12 || 12])]);
  const numbers = [...text.normalize('NFKC').matchAll(/\d+/g)].map(([digits]) => Number(digits));
  return numbers.length > 0 && numbers.every((each) => allowed.has(each));
}
