// Makes typed values wrong by the smallest amount that is wrong according to the query.
import { dates, type ScalarType } from '../../core/index.ts';
import type { Tolerance } from '../values.ts';

/** A value without parts. */
export type Plain = string | number | boolean | null;

/**
 * Words with which a query allows more deviation than rounding. A check that allows more without such words is too
 * weak.
 */
const roomWords = /±|\bwithin\b|\boff by\b|\btoleran|\bgive or take\b|\baccurate to\b|误差|相差|偏差|以内|上下浮动/i;

/** Deviation of a number that the query allows: rounding, or the check's tolerance if the query mentions one. */
export function allowedDeviation(
  query: string,
  type: ScalarType,
  value: number,
  tolerance: Tolerance | undefined,
): number {
  const rounding = type.type === 'number' ? 0.501 * Number(`1e-${type.decimals}`) : 0;
  if (!tolerance || !roomWords.test(query)) return rounding;
  return Math.max(rounding, tolerance.absolute ?? 0, (tolerance.relative ?? 0) * Math.abs(value));
}

/** Wrong values of the same type. `room` is the allowed deviation of a number. */
export function wrongValues(type: ScalarType, value: Plain, room: number): Plain[] {
  switch (type.type) {
    case 'number':
    case 'integer': {
      if (typeof value !== 'number') return [];
      // Three times the allowed deviation: the reference's value may itself deviate by it.
      const step = type.type === 'integer' ? Math.max(1, Math.ceil(3 * room)) : 3 * room;
      const places = type.type === 'integer' ? 0 : Math.min(15, type.decimals + 3);
      return [value + step, value - step].map((moved) => Number(moved.toFixed(places)));
    }
    case 'boolean':
      return typeof value === 'boolean' ? [!value] : [];
    case 'choice':
      return type.options.filter((option) => plain(option) !== plain(String(value))).slice(0, 1);
    case 'date': {
      const day = dates.dayNumber(String(value));
      return Number.isNaN(day) ? [] : [dates.isoDay(day - 1), dates.isoDay(day + 1)];
    }
    case 'text':
      return misspelled(String(value)).filter((text) => plain(text) !== plain(String(value)));
  }
}

/** Misspellings: a character appended, the last one removed, one doubled, two neighbours swapped. */
function misspelled(text: string): string[] {
  const letters = Array.from(text);
  const isSolid = (at: number) => (letters[at] ?? '').trim() !== '';
  const doubled = letters.findIndex((_, at) => isSolid(at));
  const pair = letters.findIndex((letter, at) => isSolid(at) && isSolid(at - 1) && letter !== letters[at - 1]);
  return [
    `${text}x`,
    letters.slice(0, -1).join(''),
    ...(doubled < 0 ? [] : [letters.toSpliced(doubled, 0, letters[doubled] ?? '').join('')]),
    ...(pair < 0 ? [] : [letters.toSpliced(pair - 1, 2, letters[pair] ?? '', letters[pair - 1] ?? '').join('')]),
  ];
}

/** Whether two values of a type differ by clearly more than the query allows. */
export function valuesDiffer(type: ScalarType, one: Plain, other: Plain, room: number): boolean {
  if (typeof one === 'number' && typeof other === 'number') return Math.abs(one - other) > 3 * room;
  if (type.type === 'boolean') return one !== other;
  return plain(String(one)) !== plain(String(other));
}

/** The same text in another letter case and with spaces around it; every task accepts it as equal. */
export function inOtherCase(text: string): string {
  const upper = text.toUpperCase();
  return `  ${upper === text ? text.toLowerCase() : upper} `;
}

function plain(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase();
}
