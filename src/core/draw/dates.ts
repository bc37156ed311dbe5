// Calendar days as ISO text (`2024-03-05`) and as day numbers: no time zone, no locale, no clock.
import type { Language } from '../ids.ts';
import type { Draw } from './draw.ts';

const DAY_MS = 86_400_000;
const monthNames = split('January February March April May June July August September October November December');

/** Days since 1970-01-01. */
export function dayNumber(iso: string): number {
  return Date.parse(`${iso}T00:00:00Z`) / DAY_MS;
}

export function isoDay(number: number): string {
  return new Date(number * DAY_MS).toISOString().slice(0, 10);
}

/** A day from the first to the last, both included. */
export function dayBetween(draw: Draw, from: string, to: string): string {
  return isoDay(draw.int(dayNumber(from), dayNumber(to)));
}

export function parts(iso: string): { year: number; month: number; dayOfMonth: number } {
  const [year = 0, month = 0, dayOfMonth = 0] = iso.split('-').map(Number);
  return { year, month, dayOfMonth };
}

/** The long form: `5 March 2024`, `2024年3月5日`. */
export function longDay(iso: string, lang: Language): string {
  const { year, month, dayOfMonth } = parts(iso);
  return lang === 'zh' ? `${year}年${month}月${dayOfMonth}日` : `${dayOfMonth} ${monthNames[month - 1]} ${year}`;
}

/**
 * The serial number of a day in a spreadsheet (1900 date system, which counts a 29 February 1900 that did not exist).
 */
export function spreadsheetSerial(iso: string): number {
  return dayNumber(iso) - dayNumber('1899-12-30');
}

function split(text: string): string[] {
  return text.split(' ');
}
