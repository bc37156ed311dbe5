// Money and quantities in the ways in which people type them. Money is in whole cents, quantities in whole smallest
// units.
import { amounts, type Draw } from '../../core/index.ts';
import type { WrittenCell } from './written.ts';

export const moneyStyles = [
  'plain',
  'grouped',
  'european',
  'accounting',
  'dollar',
  'pound',
  'yuan',
  'yuan-word',
  'wan',
  'thousands',
] as const;
export type MoneyStyle = (typeof moneyStyles)[number];

export interface WrittenMoney extends WrittenCell<number> {
  readonly style: MoneyStyle;
}

/**
 * Cents in the given style. `wan` (1.23万) and `thousands` (12.3k) round to the digits that they show, and `means` is
 * the rounded amount: compute the truth from `means`.
 */
export function money(draw: Draw, cents: number, style: MoneyStyle = draw.pick(moneyStyles)): WrittenMoney {
  // Both are rounded to hundreds: 1.23万, 12.3k.
  const step = style === 'wan' || style === 'thousands' ? 10_000 : 1;
  const means = Math.round(cents / step) * step;
  return { written: writeMoney(means, style), means, style };
}

export function writeMoney(cents: number, style: MoneyStyle): string {
  const sign = cents < 0 ? '-' : '';
  const size = Math.abs(cents);
  const [whole, rest] = [amounts.grouped(Math.floor(size / 100)), String(size % 100).padStart(2, '0')];
  switch (style) {
    case 'plain':
      return amounts.formatCents(cents);
    case 'grouped':
      return `${sign}${whole}.${rest}`;
    case 'european':
      return `${sign}${whole.replaceAll(',', '.')},${rest}`;
    case 'accounting':
      return cents < 0 ? `(${whole}.${rest})` : `${whole}.${rest}`;
    case 'dollar':
      return `${sign}$${whole}.${rest}`;
    case 'pound':
      return `${sign}£${whole}.${rest}`;
    case 'yuan':
      return rest === '00' ? `${sign}¥${whole}` : `${sign}¥${whole}.${rest}`;
    case 'yuan-word':
      return `${sign}${whole}.${rest}元`;
    case 'wan':
      return `${sign}${shortened(size / 10_000, 2)}万`;
    case 'thousands':
      return `${sign}${shortened(size / 10_000, 1)}k`;
  }
}

/** A whole number with the decimal point moved left, without zeros at the end: 125 with two decimals is 1.25. */
function shortened(steps: number, places: number): string {
  const digits = String(Math.round(steps)).padStart(places + 1, '0');
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`.replace(/\.?0+$/, '');
}

/** The inverse, in cents; a comma is a decimal point in the European style only. */
export function readMoney(written: string, style: MoneyStyle): number {
  const sign = /^\(|-/.test(written) ? -1 : 1;
  const bare = written.replaceAll(/[^\d.,]/g, '');
  const plain = style === 'european' ? bare.replaceAll('.', '').replace(',', '.') : bare.replaceAll(',', '');
  const factor = style === 'wan' ? 10_000 : style === 'thousands' ? 1000 : 1;
  return sign * Math.round(Number(plain) * factor * 100);
}

interface Unit {
  /** In the smallest unit of its kind. */
  readonly size: number;
  readonly written: readonly string[];
}

/** Kinds of quantities, counted in grams, millimetres, millilitres and minutes. */
export const units = {
  mass: [
    { size: 1, written: ['g', ' g', '克'] },
    { size: 1000, written: ['kg', ' kg', '千克', '公斤'] },
    { size: 500, written: ['斤'] },
    { size: 50, written: ['两'] },
  ],
  length: [
    { size: 1, written: ['mm', ' mm', '毫米'] },
    { size: 10, written: ['cm', ' cm', '厘米'] },
    { size: 1000, written: ['m', ' m', '米'] },
  ],
  volume: [
    { size: 1, written: ['ml', ' ml', '毫升'] },
    { size: 10, written: ['cl', ' cl'] },
    { size: 1000, written: ['l', ' L', '升'] },
  ],
  duration: [
    { size: 1, written: ['min', ' min', '分钟'] },
    { size: 60, written: ['h', ' h', '小时'] },
  ],
} as const satisfies Record<string, readonly Unit[]>;
export type QuantityKind = keyof typeof units;

export interface WrittenQuantity extends WrittenCell<number> {
  readonly unit: string;
}

/** An amount in the smallest unit, written in a unit that needs at most two decimals and gives no tiny fraction. */
export function quantity(draw: Draw, amount: number, kind: QuantityKind, latinOnly = false): WrittenQuantity {
  const kinds: readonly Unit[] = units[kind];
  const fitting = kinds.flatMap(({ size, written }) =>
    (amount * 100) % size === 0 && (size === 1 || amount * 2 >= size)
      ? written.filter((name) => !latinOnly || /^[ a-zA-Z]+$/.test(name)).map((name) => ({ size, name }))
      : [],
  );
  const { size, name } = draw.pick(fitting);
  return { written: `${amount / size}${name}`, means: amount, unit: name.trim() };
}

/** The inverse of `quantity`. */
export function readQuantity(written: string, kind: QuantityKind): number {
  const [, number = '', name = ''] = /^([\d.]+)(.*)$/.exec(written) ?? [];
  const kinds: readonly Unit[] = units[kind];
  const unit = kinds.find((each) => each.written.includes(name));
  if (!unit) throw new RangeError(`"${name}" is no unit of ${kind}`);
  return Math.round(Number(number) * unit.size);
}
