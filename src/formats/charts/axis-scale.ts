// Converts page coordinates to values: finds the scale of an axis from its labelled ticks.
import { FormatProblem } from '../problem.ts';

export interface AxisScale {
  readonly kind: 'linear' | 'log';
  readonly valueAt: (coordinate: number) => number;
  readonly coordinateOf: (value: number) => number;
  /** The largest error of a tick, in units of the coordinates. */
  readonly error: number;
}

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹⁻';

/** Parses a tick label: "−1,200", "50%", "1e5", "10^{3}", "2×10⁴"; undefined for anything else. */
export function parseTickLabel(label: string): number | undefined {
  const text = label
    .trim()
    .replaceAll(/[−–]/g, '-')
    .replaceAll(/[$\s\u202f\u00a0]/g, '')
    .replaceAll(/(\d),(?=\d{3}(?!\d))/g, '$1')
    .replaceAll(/\\times|×/g, '*');
  const raised = text.replaceAll(
    /[⁰¹²³⁴-⁹⁻]+/g,
    (digits) => `^{${digits.replaceAll(/./g, (digit) => '0123456789-'[RAISED.indexOf(digit)] ?? '')}}`,
  );
  const power = /^(-?)(?:(\d+(?:\.\d+)?)\*)?10\^\{?(-?\d+)\}?$/.exec(raised);
  if (power) return (power[1] ? -1 : 1) * Number(power[2] ?? 1) * Number(`1e${power[3]}`);
  const plain = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?(%?)$/i.exec(raised);
  if (!plain) return undefined;
  return plain[1] ? Number(raised.slice(0, -1)) / 100 : Number(raised);
}

/** Fits a straight line to (coordinate, value), or to (coordinate, log value) if that fits clearly better. */
export function calibrate(ticks: readonly { readonly at: number; readonly value: number }[]): AxisScale {
  const distinct = new Map(ticks.map(({ at, value }) => [value, at]));
  if (distinct.size < 2) throw new FormatProblem('the axis has fewer than two ticks with numbers');
  const linear = fit(
    [...distinct],
    (value) => value,
    (value) => value,
  );
  if ([...distinct.keys()].some((value) => value <= 0)) return { kind: 'linear', ...linear };
  const log = fit([...distinct], Math.log10, (power) => Math.exp(power * Math.LN10));
  // Two ticks fit both scales; the axis is then linear.
  const isLog = distinct.size > 2 && log.error < linear.error / 2;
  return isLog ? { kind: 'log', ...log } : { kind: 'linear', ...linear };
}

function fit(
  pairs: readonly (readonly [number, number])[],
  map: (value: number) => number,
  back: (mapped: number) => number,
): Omit<AxisScale, 'kind'> {
  const n = pairs.length;
  const meanOf = (pick: (pair: readonly [number, number]) => number) =>
    pairs.reduce((sum, pair) => sum + pick(pair), 0) / n;
  const [middle, at] = [meanOf(([value]) => map(value)), meanOf(([, place]) => place)];
  const spread = meanOf(([value]) => (map(value) - middle) ** 2);
  const slope = meanOf(([value, place]) => (map(value) - middle) * (place - at)) / spread;
  if (!Number.isFinite(slope) || slope === 0) throw new FormatProblem('all ticks of the axis are at one place');
  const coordinateOf = (value: number) => at + (map(value) - middle) * slope;
  return {
    valueAt: (coordinate) => back(middle + (coordinate - at) / slope),
    coordinateOf,
    error: pairs.reduce((most, [value, place]) => Math.max(most, Math.abs(coordinateOf(value) - place)), 0),
  };
}
