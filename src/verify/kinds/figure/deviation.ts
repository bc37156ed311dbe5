// Where a chart deviates from what is expected, and how far values may be off before they do.
import type { Json } from '../../../core/index.ts';
import { fold } from '../../values.ts';
import type { Axis } from './chart.ts';

export interface Deviation {
  readonly message: string;
  readonly series?: string;
  readonly label?: string;
  readonly expected?: Json;
  readonly actual?: Json;
}

/** Line breaks in labels are spaces. */
export const squeeze = (text: string) => fold(text).replaceAll(/\s+/g, ' ');
export const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`;

/** Numbers as labels may be written in several ways. */
export function keyOf(label: string): string {
  const text = squeeze(label);
  return text !== '' && Number.isFinite(Number(text)) ? String(Number(text)) : text;
}

export const shown = (value: number) => (Number.isFinite(value) ? String(Number(value.toPrecision(6))) : 'nowhere');

export type Allowance = (expected: number, actual: number) => boolean;

/** Within the tolerance, as a share of what the axis shows or, where that is open, of the expected values with zero. */
export function allowanceOf(axis: Axis, expected: readonly number[], tolerance: number): Allowance {
  const [low, high] = axis.limits ?? [Math.min(0, ...expected), Math.max(0, ...expected)];
  const at = (value: number) => (axis.scale === 'log' ? Math.log(Math.max(value, Number.MIN_VALUE)) : value);
  const room = axis.scale === 'log' && !axis.limits ? tolerance : tolerance * Math.abs(at(high) - at(low));
  return (one, other) => Math.abs(at(one) - at(other)) <= room + 1e-9 * Math.abs(at(one));
}

/** By the numbers of the data, or by those printed on the axis where these are others. */
export function withFactor(axis: Axis, compare: (factor: number) => Deviation[]): Deviation[] {
  const plain = compare(1);
  if (plain.length === 0 || axis.factor === 1) return plain;
  const printed = compare(axis.factor);
  return printed.length < plain.length ? printed : plain;
}
