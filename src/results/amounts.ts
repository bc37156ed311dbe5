// Formats shares, tokens, money and time for tables.
import type { Interval } from '../stats/index.ts';

const UNKNOWN = '–';

/** `71.2 %`. */
export function percent(share: number | null): string {
  return share === null ? UNKNOWN : `${(share * 100).toFixed(1)} %`;
}

/** `71.2 % [62.1, 79.0]`. */
export function percentWithin(share: number | null, interval: Interval | null): string {
  return interval ? `${percent(share)} ${bracket(interval)}` : percent(share);
}

/** A signed difference: `+3.4 points [−1.0, 7.8]`. */
export function points(difference: number, interval: Interval | null): string {
  return `${Number((difference * 100).toFixed(1)) > 0 ? '+' : ''}${pointsText(difference)}${interval ? ` ${bracket(interval)}` : ''}`;
}

/** An unsigned difference: `8.5 points`. */
export function pointsText(difference: number): string {
  return `${signed(difference)} points`;
}

function bracket({ low, high }: Interval): string {
  return `[${signed(low)}, ${signed(high)}]`;
}

function signed(share: number): string {
  const text = (share * 100).toFixed(1);
  return Number(text) < 0 ? `−${text.slice(1)}` : text.replace('-', '');
}

/** `830`, `12.3k`, `4.1M`. */
export function compact(count: number | null): string {
  if (count === null) return UNKNOWN;
  if (count < 1000) return String(Math.round(count));
  return count < 1e6 ? `${(count / 1e3).toFixed(1)}k` : `${(count / 1e6).toFixed(1)}M`;
}

/** Two decimals; two significant digits below 10 cents. */
export function dollars(amount: number | null): string {
  if (amount === null) return UNKNOWN;
  return `$${amount === 0 || amount >= 0.1 ? amount.toFixed(2) : amount.toPrecision(2)}`;
}

/** `0.4 s`, `3 min 20 s`, `2 h 5 min`. */
export function duration(milliseconds: number | null): string {
  if (milliseconds === null) return UNKNOWN;
  const seconds = milliseconds / 1000;
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  const [minutes, hours] = [Math.floor(Math.round(seconds) / 60), Math.floor(Math.round(seconds / 60) / 60)];
  return hours > 0 ? `${hours} h ${Math.round(seconds / 60) % 60} min` : `${minutes} min ${Math.round(seconds) % 60} s`;
}
