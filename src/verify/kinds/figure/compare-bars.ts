// Compares bars with the expected ones: they match by label, and their values are heights or spans.
import { show } from '../../values.ts';
import type { Axis, Bar, Series } from './chart.ts';
import { keyOf, allowanceOf, shown, withFactor, type Deviation, type Allowance } from './deviation.ts';
import type { ExpectedSeries } from './expected.ts';

/** Tolerance per channel. It is small, because the query states each colour as an exact value. */
const COLOR_ROOM = 8;

type ExpectedBars = Extract<ExpectedSeries, { kind: 'bars' }>;

export function compareBars(
  expected: ExpectedBars,
  series: readonly (Series & { kind: 'bars' })[],
  axes: { readonly names: Axis; readonly values: Axis },
  tolerance: number,
): Deviation[] {
  const axis = axes.values;
  const named = new Set(axes.names.names.map(keyOf));
  const bars = series.flatMap((each) => each.bars);
  const spans = Object.values(expected.values).flat();
  const labels = new Map(Object.keys(expected.values).map((label) => [keyOf(label), label]));
  const turned = expected.horizontal !== undefined && series.some((each) => each.horizontal !== expected.horizontal);
  return [
    ...(turned ? [{ message: `the bars are ${expected.horizontal ? 'vertical' : 'horizontal'}` }] : []),
    ...bars
      .filter(({ label, from, to }) => !labels.has(keyOf(label)) && from !== to)
      .map(({ label }) => ({ message: `the bar at ${show(label)} should not be there`, label })),
    ...withFactor(axis, (factor) => {
      const room = allowanceOf(
        { ...axis, limits: axis.limits && [axis.limits[0] * factor, axis.limits[1] * factor] },
        spans,
        tolerance,
      );
      return Object.entries(expected.values).flatMap(([label, value]) => {
        const own = bars.filter((bar) => keyOf(bar.label) === keyOf(label));
        return barOff(
          label,
          value,
          own.map((bar) => ({ ...bar, from: bar.from * factor, to: bar.to * factor })),
          { room, axis, stacked: expected.stacked ?? false, named: named.has(keyOf(label)) },
        );
      });
    }),
    ...colorsOff(expected.colors ?? {}, bars),
    ...orderOff(expected.order, series),
  ];
}

interface Rules {
  readonly room: Allowance;
  readonly axis: Axis;
  readonly stacked: boolean;
  /** Whether the axis shows the label. */
  readonly named: boolean;
}

function barOff(label: string, value: number | [number, number], bars: readonly Bar[], rules: Rules): Deviation[] {
  const { room, axis, stacked, named } = rules;
  // A bar of zero height is invisible: omitting it looks the same, provided that the axis shows its label.
  const seen = bars.filter(({ from, to }) => from !== to);
  const [first, second] = seen.length > 0 ? seen : bars;
  const expected = value;
  if (second) return [{ message: `there are ${seen.length} bars at ${show(label)}`, label, expected }];
  if (Array.isArray(value)) {
    const [low, high] = value.toSorted((one, other) => one - other) as [number, number];
    const [bottom, top] = first ? [Math.min(first.from, first.to), Math.max(first.from, first.to)] : [NaN, NaN];
    if (room(low, bottom) && room(high, top)) return [];
    if (!first && named && room(low, high)) return [];
    const actual = first ? [bottom, top] : null;
    return [
      {
        message: `${label} goes from ${shown(bottom)} to ${shown(top)}, expected ${low} to ${high}`,
        label,
        expected,
        actual,
      },
    ];
  }
  if (!first) {
    // A value within the tolerance of zero is invisible too.
    if (room(0, value) && named) return [];
    return [
      { message: `there is no ${value === 0 ? 'place' : 'bar'} for ${show(label)}`, label, expected, actual: null },
    ];
  }
  const based = stacked || axis.scale === 'log' || room(0, first.from);
  if (!based)
    return [
      { message: `the bar of ${label} begins at ${shown(first.from)}, not at 0`, label, expected, actual: first.from },
    ];
  const actual = stacked ? first.to - first.from : first.to;
  if (room(value, actual)) return [];
  return [{ message: `${label} is ${shown(actual)}, expected ${value}`, label, expected, actual }];
}

const levels = (color: string) => (color.slice(1, 7).match(/../g) ?? []).map((pair) => parseInt(pair, 16));

function colorsOff(colors: Readonly<Record<string, string>>, bars: readonly Bar[]): Deviation[] {
  return Object.entries(colors).flatMap(([label, wanted]): Deviation[] => {
    const bar = bars.find((each) => keyOf(each.label) === keyOf(label) && each.from !== each.to);
    if (!bar) return [];
    const [own, other] = [levels(bar.color ?? ''), levels(wanted)];
    if (own.length === 3 && own.every((level, at) => Math.abs(level - (other[at] ?? 0)) <= COLOR_ROOM)) return [];
    return [
      {
        message: `the bar of ${label} is ${bar.color ?? 'without colour'}, expected ${wanted}`,
        label,
        expected: wanted,
        actual: bar.color,
      },
    ];
  });
}

function orderOff(order: readonly string[] | undefined, series: readonly (Series & { kind: 'bars' })[]): Deviation[] {
  if (!order) return [];
  const wanted = order.map(keyOf);
  const bars = series.flatMap((each) => each.bars).toSorted((one, other) => one.at - other.at);
  const found = [...new Set(bars.map(({ label }) => keyOf(label)))].filter((label) => wanted.includes(label));
  const present = wanted.filter((label) => found.includes(label));
  // Horizontal bars are read from the top, but their axis counts from the bottom unless it is inverted: both pass.
  const ways = series.some(({ horizontal }) => horizontal) ? [found, found.toReversed()] : [found];
  if (ways.some((way) => way.every((label, at) => label === present[at]))) return [];
  return [
    {
      message: `the bars stand in another order: ${found.slice(0, 12).join(', ')}`,
      expected: [...order],
      actual: found,
    },
  ];
}
