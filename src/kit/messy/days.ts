// Days in the formats that people, offices and programs use.
import { dates, type Draw } from '../../core/index.ts';
import type { WrittenCell } from './written.ts';

export const dayStyles = [
  'iso',
  'slashed',
  'compact',
  'day-first',
  'month-first',
  'dotted',
  'long',
  'short',
  'chinese',
  'serial',
] as const;
export type DayStyle = (typeof dayStyles)[number];

export interface WrittenDay extends WrittenCell<string> {
  readonly style: DayStyle;
  /** Swapping day and month gives another valid day. */
  readonly ambiguous: boolean;
}

const months = 'January February March April May June July August September October November December'.split(' ');
const pad = (value: number) => String(value).padStart(2, '0');

/** An ISO day in the given style, or in any style. */
export function day(draw: Draw, iso: string, style: DayStyle = draw.pick(dayStyles)): WrittenDay {
  const { month, dayOfMonth } = dates.parts(iso);
  const swappable = ['day-first', 'month-first', 'dotted'].includes(style);
  return {
    written: writeDay(iso, style, draw.chance(0.5)),
    means: iso,
    style,
    ambiguous: swappable && dayOfMonth <= 12 && dayOfMonth !== month,
  };
}

/** `padded`: 05 instead of 5, in styles where both are usual. */
export function writeDay(iso: string, style: DayStyle, padded = true): string {
  const { year, month, dayOfMonth } = dates.parts(iso);
  const [m, d] = padded ? [pad(month), pad(dayOfMonth)] : [String(month), String(dayOfMonth)];
  const name = months[month - 1] ?? '';
  switch (style) {
    case 'iso':
      return iso;
    case 'slashed':
      return `${year}/${m}/${d}`;
    case 'compact':
      return iso.replaceAll('-', '');
    case 'day-first':
      return `${d}/${m}/${year}`;
    case 'month-first':
      return `${m}/${d}/${year}`;
    case 'dotted':
      return `${d}.${m}.${year}`;
    case 'long':
      return `${dayOfMonth} ${name} ${year}`;
    case 'short':
      return `${d}-${name.slice(0, 3)}-${String(year).slice(2)}`;
    case 'chinese':
      return `${year}年${m}月${d}日`;
    case 'serial':
      return String(dates.spreadsheetSerial(iso));
  }
}

/** The inverse for a known style; two-digit years are 20xx. */
export function readDay(written: string, style: DayStyle): string {
  if (style === 'serial') return dates.isoDay(Number(written) + dates.dayNumber('1899-12-30'));
  if (style === 'compact') return `${written.slice(0, 4)}-${written.slice(4, 6)}-${written.slice(6)}`;
  const pieces = written.split(/[^\p{L}\d]+|[年月日]/u).filter((piece) => piece !== '');
  const [one = '', two = '', three = ''] = pieces;
  if (style === 'iso' || style === 'slashed' || style === 'chinese') return join(one, two, three);
  if (style === 'month-first') return join(three, one, two);
  if (style === 'day-first' || style === 'dotted') return join(three, two, one);
  const month = months.findIndex((name) => name.startsWith(two.slice(0, 3))) + 1;
  return join(three.length === 2 ? `20${three}` : three, String(month), one);
}

function join(year: string, month: string, dayOfMonth: string): string {
  return `${year}-${month.padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`;
}
