// A chart as the JSON in a Plotly page describes it, and what each button of its menus turns it into.
import { FormatProblem, readPlotly, type PlotlyFigure, type PlotlyValue } from '../../formats/index.ts';
import type { Axis, Bar, Chart, Panel, Place, Series } from './chart.ts';

type PlotlyObject = { [key: string]: PlotlyValue };
type Plain = Omit<Chart, 'views'>;

/** More buttons than any menu that a person would open. */
const MAX_VIEWS = 200;

export async function chartOfPlotly(bytes: Uint8Array): Promise<Chart> {
  const [figure, ...more] = await readPlotly(bytes);
  if (!figure) throw new FormatProblem('the page has no Plotly figure');
  if (more.length > 0) throw new FormatProblem(`the page has ${more.length + 1} Plotly figures, not one`);
  const html = new TextDecoder().decode(bytes);
  // Without the library nothing is drawn: it stands in the page, or is loaded from somewhere.
  if (!/<script[^>]+src\s*=\s*["'][^"']*plotly[^"']*\.js/i.test(html) && !/plotly\.js v\d/i.test(html))
    throw new FormatProblem('the page does not load plotly.js, so that it stays empty');
  return {
    ...plainChart(figure),
    views: buttonsOf(figure).map((button) => ({
      label: textOf(button['label']),
      chart: plainChart(pressed(figure, button)),
    })),
  };
}

function buttonsOf({ layout }: PlotlyFigure): PlotlyObject[] {
  return listOf(layout['updatemenus'])
    .filter((menu) => isObject(menu) && menu['visible'] !== false)
    .flatMap((menu) => listOf((menu as PlotlyObject)['buttons']))
    .filter((button): button is PlotlyObject => isObject(button) && button['visible'] !== false)
    .slice(0, MAX_VIEWS);
}

/** The figure after a button of a menu was pressed. */
function pressed(figure: PlotlyFigure, button: PlotlyObject): PlotlyFigure {
  const method = button['method'] ?? 'restyle';
  const args = listOf(button['args']);
  if (button['execute'] === false || method === 'skip') return figure;
  const restyles = method === 'restyle' || method === 'update';
  const traces = restyles ? args[0] : undefined;
  const relayout = method === 'update' ? args[1] : method === 'relayout' ? args[0] : undefined;
  const which = method === 'update' ? args[2] : args[1];
  return {
    ...figure,
    data: isObject(traces) ? restyled(figure.data, traces, restyles ? which : undefined) : figure.data,
    layout: isObject(relayout) ? withKeys(figure.layout, Object.entries(relayout)) : figure.layout,
  };
}

function restyled(data: readonly PlotlyObject[], change: PlotlyObject, which: PlotlyValue | undefined): PlotlyObject[] {
  const indices = Array.isArray(which)
    ? which.flatMap((each) => (typeof each === 'number' ? [each < 0 ? each + data.length : each] : []))
    : typeof which === 'number'
      ? [which]
      : data.map((_, index) => index);
  return data.map((trace, index) => {
    const turn = indices.indexOf(index);
    if (turn < 0) return trace;
    // A list holds one value for each trace, over and over again.
    const entries = Object.entries(change).flatMap(([key, value]): [string, PlotlyValue][] => {
      const own = Array.isArray(value) ? value[turn % Math.max(value.length, 1)] : value;
      return own === undefined ? [] : [[key, own]];
    });
    return withKeys(trace, entries);
  });
}

/** Keys may be paths: "title.text". */
function withKeys(object: PlotlyObject, entries: readonly (readonly [string, PlotlyValue])[]): PlotlyObject {
  let changed = object;
  for (const [path, value] of entries) {
    const [key = '', ...rest] = path.split('.');
    const inner = changed[key];
    const below = isObject(inner) ? inner : typeof inner === 'string' ? { text: inner } : {};
    changed = { ...changed, [key]: rest.length > 0 ? withKeys(below, [[rest.join('.'), value]]) : value };
  }
  return changed;
}

function plainChart({ data, layout }: PlotlyFigure): Plain {
  const traces = data.filter(({ visible }) => visible === undefined || visible === true);
  const byAxes = new Map<string, PlotlyObject[]>();
  for (const trace of traces) {
    const place = isAxial(trace)
      ? `${textOf(trace['xaxis']) || 'x'} ${textOf(trace['yaxis']) || 'y'}`
      : `domain ${byAxes.size}`;
    byAxes.set(place, [...(byAxes.get(place) ?? []), trace]);
  }
  const named = layout['showlegend'] !== false;
  const panels = [...byAxes].map(([place, own]): Panel => {
    const [x = '', y = ''] = place.split(' ');
    return {
      title: '',
      x: axisOf(layout, x, 'x', own),
      y: axisOf(layout, y, 'y', own),
      series: [...barSeries(own, layout, named), ...own.flatMap((trace) => otherSeries(trace, named))],
    };
  });
  return { title: textOf(layout['title']), panels };
}

const isAxial = ({ type }: PlotlyObject) =>
  !['pie', 'sankey', 'sunburst', 'treemap', 'funnelarea'].includes(textOf(type));

function axisOf(layout: PlotlyObject, id: string, letter: 'x' | 'y', traces: readonly PlotlyObject[]): Axis {
  const own = layout[id.replace(/^([xy])/, '$1axis')];
  const axis = isObject(own) ? own : {};
  const type = textOf(axis['type']);
  return {
    label: id.startsWith(letter) ? textOf(axis['title']) : '',
    scale: type === 'log' ? 'log' : type === 'category' ? 'category' : type === 'date' ? 'date' : 'linear',
    limits: undefined,
    shown: axis['visible'] !== false && axis['showticklabels'] !== false,
    names: traces.flatMap((trace) => listOf(trace[letter]).map(placeText)),
    factor: 1,
  };
}

/** A trace's name shows in the legend, unless that is switched off. */
const nameOf = (trace: PlotlyObject, legend: boolean) =>
  legend && trace['showlegend'] !== false ? textOf(trace['name']) : '';

function barSeries(traces: readonly PlotlyObject[], layout: PlotlyObject, legend: boolean): Series[] {
  const mode = textOf(layout['barmode']) || 'group';
  const reached = new Map<string, number>();
  const places = new Map<string, number>();
  const waterfalls = traces.filter(({ type }) => type === 'waterfall').map((trace) => waterfallOf(trace, legend));
  const bars = traces
    .filter(({ type }) => type === 'bar')
    .map((trace): Series => {
      const horizontal = trace['orientation'] === 'h';
      const [names, values] = (horizontal ? ['y', 'x'] : ['x', 'y']).map((key) => listOf(trace[key ?? '']));
      const colors = isObject(trace['marker'] ?? null) ? (trace['marker'] as PlotlyObject)['color'] : undefined;
      const own = (names ?? []).flatMap((name, index): Bar[] => {
        const value = values?.[index];
        if (typeof value !== 'number') return [];
        const label = placeText(name);
        const stack = `${label}\n${value < 0}`;
        const base = Array.isArray(trace['base']) ? trace['base'][index] : trace['base'];
        const stacked = mode === 'stack' || mode === 'relative' ? (reached.get(stack) ?? 0) : 0;
        const from = typeof base === 'number' ? base : stacked;
        reached.set(stack, from + value);
        if (!places.has(label)) places.set(label, places.size);
        const color = Array.isArray(colors) ? colors[index] : colors;
        return [{ label, at: places.get(label) ?? 0, from, to: from + value, color: hexOf(color) }];
      });
      return { kind: 'bars', name: nameOf(trace, legend), horizontal, bars: own };
    });
  return [...bars, ...waterfalls];
}

/** Plotly's own kind of bridge: what each measure adds, or where it stands. */
function waterfallOf(trace: PlotlyObject, legend: boolean): Series {
  let level = 0;
  const horizontal = trace['orientation'] === 'h';
  const [names, values] = (horizontal ? ['y', 'x'] : ['x', 'y']).map((key) => listOf(trace[key]));
  const measures = listOf(trace['measure']);
  const bars = (names ?? []).map((name, at): Bar => {
    const value = values?.[at];
    const number = typeof value === 'number' ? value : 0;
    const measure = textOf(measures[at]) || 'relative';
    const from = measure === 'relative' ? level : 0;
    level = measure === 'relative' ? level + number : measure === 'absolute' ? number : level;
    return { label: placeText(name), at, from, to: level, color: null };
  });
  return { kind: 'bars', name: nameOf(trace, legend), horizontal, bars };
}

function otherSeries(trace: PlotlyObject, legend: boolean): Series[] {
  const name = nameOf(trace, legend);
  const type = textOf(trace['type']) || 'scatter';
  if (type === 'scatter' || type === 'scattergl') {
    const [x, y] = [listOf(trace['x']), listOf(trace['y'])];
    // Plotly draws short series with markers, unless told otherwise.
    const mode = textOf(trace['mode']) || 'lines';
    const points = y.map((value, at) => ({ x: placeOf(x[at] ?? at), y: typeof value === 'number' ? value : null }));
    return [{ kind: mode.includes('lines') ? 'line' : 'points', name, points }];
  }
  if (type === 'pie') return [{ kind: 'pie', name, slices: slicesOf(trace) }];
  if (type === 'heatmap') {
    const rows = listOf(trace['z']).map((row) => listOf(row).map((each) => (typeof each === 'number' ? each : null)));
    const labels = (key: string, count: number) =>
      Array.from({ length: count }, (_, at) => placeText(listOf(trace[key])[at] ?? at));
    return [
      { kind: 'heat', name, rows: labels('y', rows.length), columns: labels('x', rows[0]?.length ?? 0), values: rows },
    ];
  }
  if (type === 'sankey') return [{ kind: 'flow', name, links: linksOf(trace) }];
  return [];
}

/** Equal labels are one piece. */
function slicesOf(trace: PlotlyObject) {
  const [labels, values] = [listOf(trace['labels']), listOf(trace['values'])];
  const sums = new Map<string, number>();
  labels.forEach((label, at) => {
    const value = values.length > 0 ? values[at] : 1;
    sums.set(placeText(label), (sums.get(placeText(label)) ?? 0) + (typeof value === 'number' ? value : 0));
  });
  const total = [...sums.values()].reduce((sum, value) => sum + value, 0);
  return [...sums].map(([label, value]) => ({ label, share: value / total, color: null }));
}

function linksOf(trace: PlotlyObject) {
  const part = (name: string, key: string) =>
    isObject(trace[name] ?? null) ? listOf((trace[name] as PlotlyObject)[key]) : [];
  const names = part('node', 'label').map(placeText);
  const [sources, targets, values] = ['source', 'target', 'value'].map((key) => part('link', key));
  const nodeAt = (index: PlotlyValue | undefined) => (typeof index === 'number' ? (names[index] ?? '') : '');
  return (sources ?? []).map((source, at) => {
    const value = values?.[at];
    return { from: nodeAt(source), to: nodeAt(targets?.[at]), value: typeof value === 'number' ? value : NaN };
  });
}

const isObject = (value: PlotlyValue | undefined): value is PlotlyObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const listOf = (value: PlotlyValue | undefined): PlotlyValue[] => (Array.isArray(value) ? value : []);

/** A text, or an object with one, as titles are; without marks like <b>. */
function textOf(value: PlotlyValue | undefined): string {
  const text = isObject(value) ? value['text'] : value;
  return typeof text === 'string' ? text.replaceAll(/<br\s*\/?>/gi, ' ').replaceAll(/<[^<>]*>/g, '') : '';
}

const placeText = (value: PlotlyValue) => String(placeOf(value));

function placeOf(value: PlotlyValue): Place {
  if (typeof value === 'number') return value;
  const text = textOf(value);
  // Midnight is a day.
  return text.replace(/^(\d{4}-\d\d-\d\d)[T ]00:00:00(\.0+)?Z?$/, '$1');
}

function hexOf(value: PlotlyValue | undefined): string | null {
  if (typeof value !== 'string') return null;
  const levels = /^rgba?\(\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)/.exec(value);
  if (levels)
    return `#${levels
      .slice(1, 4)
      .map((level) => Number(level).toString(16).padStart(2, '0'))
      .join('')}`;
  return value.toLowerCase();
}
