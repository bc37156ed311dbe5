// Deviations of a chart from the expected one, and the tolerance within which values count as equal.
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

/** Normalises a text for comparison; any run of whitespace, such as a line break, becomes one space. */
export const squeeze = (text: string) => fold(text).replaceAll(/\s+/g, ' ');
export const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`;

/** The key of a label for comparison; "5" and "5.0" are the same number and have the same key. */
export function keyOf(label: string): string {
  const text = squeeze(label);
  return text !== '' && Number.isFinite(Number(text)) ? String(Number(text)) : text;
}

export const shown = (value: number) => (Number.isFinite(value) ? String(Number(value.toPrecision(6))) : 'nowhere');

export type Allowance = (expected: number, actual: number) => boolean;

/**
 * Returns a test of whether two values are equal within the tolerance: a share of the range that the axis shows or, if
 * the axis has no limits, of the range of zero and the expected values.
 */
export function allowanceOf(axis: Axis, expected: readonly number[], tolerance: number): Allowance {
  const [low, high] = axis.limits ?? [Math.min(0, ...expected), Math.max(0, ...expected)];
  const at = (value: number) => (axis.scale === 'log' ? Math.log(Math.max(value, Number.MIN_VALUE)) : value);
  const room = axis.scale === 'log' && !axis.limits ? tolerance : tolerance * Math.abs(at(high) - at(low));
  return (one, other) => Math.abs(at(one) - at(other)) <= room + 1e-9 * Math.abs(at(one));
}

/** Compares the data values and, if the axis prints scaled numbers, also these; the better result counts. */
export function withFactor(axis: Axis, compare: (factor: number) => Deviation[]): Deviation[] {
  const plain = compare(1);
  if (plain.length === 0 || axis.factor === 1) return plain;
  const printed = compare(axis.factor);
  return printed.length < plain.length ? printed : plain;
}
