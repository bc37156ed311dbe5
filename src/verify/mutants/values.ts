// Typed values made wrong by the smallest amount that the words of the query call wrong.
import { dates, type ScalarType } from '../../core/index.ts';
import type { Tolerance } from '../values.ts';

/** A value without parts. */
export type Plain = string | number | boolean | null;

/** Words by which a query allows more room than its rounding does. A wider check without them is a weak check. */
const roomWords = /±|\bwithin\b|\boff by\b|\btoleran|\bgive or take\b|\baccurate to\b|误差|相差|偏差|以内|上下浮动/i;

/** How far a number may be off by the words of the query: its rounding, or what the check allows if they speak of it. */
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

/** Other values of the same type that are wrong where this one is right. `room` is how far a number may be off. */
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

/** A character too many at the end, one too few, one doubled, two exchanged. */
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

/** Whether two values of a type differ by more than the query lets pass. */
export function wrongValueDiffers(type: ScalarType, one: Plain, other: Plain, room: number): boolean {
  if (typeof one === 'number' && typeof other === 'number') return Math.abs(one - other) > 3 * room;
  if (type.type === 'boolean') return one !== other;
  return plain(String(one)) !== plain(String(other));
}

/** The same text in other letters and with space around it: by the rules of every task it is the same. */
export function dressed(text: string): string {
  const upper = text.toUpperCase();
  return `  ${upper === text ? text.toLowerCase() : upper} `;
}

function plain(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase();
}
