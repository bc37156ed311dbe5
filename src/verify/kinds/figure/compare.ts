// Compares a chart with the expected one, panel by panel: series match by their legend names, values by their labels.
import { show } from '../../values.ts';
import type { Axis, Chart, Panel } from './chart.ts';
import { compareBars } from './compare-bars.ts';
import { compareFlow, compareHeat, comparePie } from './compare-parts.ts';
import { comparePoints } from './compare-points.ts';
import { count, squeeze, type Deviation } from './deviation.ts';
import type { ExpectedPanel, ExpectedSeries, ExpectedWords } from './expected.ts';

type Shown = Omit<Chart, 'views'>;

export function compareChart(panels: readonly ExpectedPanel[], chart: Shown, tolerance: number): Deviation[] {
  if (chart.panels.length !== panels.length)
    return [{ message: `the figure has ${count(chart.panels.length, 'plot')}, expected ${panels.length}` }];
  const open = [...chart.panels];
  const compared = panels.flatMap((expected) => {
    // Panels may be in any order: each expected panel takes the remaining panel with the fewest deviations.
    const tried = open.map((panel) => comparePanel(expected, panel, chart, tolerance));
    const best = tried.reduce((least, each, at) => (each.length < (tried[least]?.length ?? 0) ? at : least), 0);
    open.splice(best, 1);
    return tried[best] ?? [];
  });
  return [...compared, ...legendOff(panels, chart)];
}

/** If every expected series has a name, the legend may list each of these names once, and nothing else. */
function legendOff(panels: readonly ExpectedPanel[], { legend }: Shown): Deviation[] {
  const series = panels.flatMap((panel) => panel.series);
  if (!legend || series.some(({ name }) => name === undefined)) return [];
  const names = new Set(series.map(({ name }) => squeeze(name ?? '')));
  const extra = legend.filter(
    (name, at) => !names.has(squeeze(name)) || legend.findIndex((each) => squeeze(each) === squeeze(name)) !== at,
  );
  return extra.length === 0 ? [] : [{ message: `the legend also lists ${extra.slice(0, 5).map(show).join(', ')}` }];
}

function comparePanel(expected: ExpectedPanel, panel: Panel, chart: Shown, tolerance: number): Deviation[] {
  const titles = [panel.title, chart.title, `${chart.title} ${panel.title}`];
  return [
    ...wordsOff('title', expected.title, titles),
    ...wordsOff('label of the x axis', expected.xLabel, [panel.x.label]),
    ...wordsOff('label of the y axis', expected.yLabel, [panel.y.label]),
    ...expected.series.flatMap((series) => compareSeries(series, expected, panel, tolerance)),
    ...surplus(expected, panel),
  ];
}

function wordsOff(what: string, words: ExpectedWords | undefined, found: readonly string[]): Deviation[] {
  if (!words) return [];
  const flat = found.map(squeeze);
  const fits =
    'equals' in words
      ? flat.includes(squeeze(words.equals))
      : words.contains.every((part) => flat.some((text) => text.includes(squeeze(part))));
  if (fits) return [];
  const wanted = 'equals' in words ? words.equals : words.contains.join(' … ');
  const actual = found.find((text) => text.trim() !== '') ?? '';
  return [{ message: `the ${what} is ${show(actual)}, expected ${show(wanted)}`, expected: wanted, actual }];
}

/** Reports series of an expected kind whose name is not expected. */
function surplus({ series }: ExpectedPanel, panel: Panel): Deviation[] {
  return [...new Set(series.map(({ kind }) => kind))].flatMap((kind) => {
    const own = series.filter((each) => each.kind === kind);
    if (own.some(({ name }) => name === undefined)) return [];
    const names = new Set(own.map(({ name }) => squeeze(name ?? '')));
    const others = panel.series.filter((each) => each.kind === kind && !names.has(squeeze(each.name)));
    return others.map(({ name }) => ({
      message: name === '' ? `there are ${kind} that no legend names` : `${show(name)} should not be there`,
      series: name,
    }));
  });
}

function compareSeries(expected: ExpectedSeries, panel: ExpectedPanel, drawn: Panel, tolerance: number): Deviation[] {
  const { kind, name } = expected;
  const same = drawn.series.filter((each) => each.kind === kind);
  const found = name === undefined ? same : same.filter((each) => squeeze(each.name) === squeeze(name));
  const title = name ?? kind;
  if (found.length === 0) {
    const known = [...new Set(same.map((each) => each.name).filter(Boolean))];
    const others = known.length > 0 ? `; the legend has ${known.slice(0, 8).map(show).join(', ')}` : '';
    const message = name === undefined ? `no ${kind} can be seen` : `${show(name)} is not shown as ${kind}`;
    return [{ message: `${message}${others}`, series: title }];
  }
  const off = (more: Deviation[]) =>
    more.map((each) => ({
      series: title,
      ...each,
      message: name === undefined ? each.message : `${name}: ${each.message}`,
    }));
  if (expected.kind === 'bars') {
    const bars = found.filter((each) => each.kind === 'bars');
    const [names, values] = bars[0]?.horizontal ? [drawn.y, drawn.x] : [drawn.x, drawn.y];
    const axis = axisOff(values, panel);
    return off(axis.length > 0 ? axis : compareBars(expected, bars, { names, values }, tolerance));
  }
  if (found.length > 1) return off([{ message: `there are ${found.length} of them` }]);
  const [series] = found;
  if (expected.kind === 'pie' && series?.kind === 'pie') return off(comparePie(expected.shares, series, tolerance));
  if (expected.kind === 'heat' && series?.kind === 'heat') return off(compareHeat(expected.values, series, tolerance));
  if (expected.kind === 'flow' && series?.kind === 'flow') return off(compareFlow(expected.links, series, tolerance));
  if ((expected.kind === 'line' || expected.kind === 'points') && series && 'points' in series) {
    const axis = axisOff(drawn.y, panel);
    return off(axis.length > 0 ? axis : comparePoints(expected, series.points, drawn, tolerance));
  }
  return [];
}

/** Reports a value axis that is unreadable, misleading or on the wrong scale: a reader cannot read values from it. */
function axisOff(axis: Axis, { scale }: ExpectedPanel): Deviation[] {
  if (!axis.shown) return [{ message: 'the axis of the values is hidden or has no numbers' }];
  if (axis.problem !== undefined) return [{ message: `the axis of the values misleads: ${axis.problem}` }];
  if (scale === undefined || (axis.scale === 'log') === (scale === 'log')) return [];
  return [{ message: `the axis of the values is ${axis.scale}, expected ${scale}` }];
}
