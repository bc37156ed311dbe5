// Builds a chart from the figure capture of a saved PNG. confirm.ts checks the picture against the capture.
import { parseTickLabel, type FigureCapture } from '../../../formats/index.ts';
import {
  labelAt,
  nameIn,
  printedNumber,
  type Axis,
  type Bar,
  type Chart,
  type LegendEntry,
  type Panel,
  type ChartPlace,
  type Series,
} from './chart.ts';

export type CapturedAxes = FigureCapture['axes'][number];
type CapturedAxis = CapturedAxes['x'];

const DAY_MS = 86_400_000;

export function chartOfCapture(capture: FigureCapture): Chart {
  const plots = plotsOf(capture);
  const everywhere = [...capture.figure.legends, ...capture.axes.flatMap(({ legends }) => legends)];
  const panels = plots.map((axes): Panel => {
    const own = entriesOf(axes.legends);
    const legend = own.length > 0 ? own : entriesOf(everywhere);
    return {
      title: [axes.title, axes.titleLeft, axes.titleRight].filter(Boolean).join(' '),
      x: axisOf(axes.x),
      y: axisOf(axes.y),
      series: seriesOf(axes, legend),
    };
  });
  return { title: capture.figure.suptitle, panels, views: [] };
}

/** The plots with at least one mark; colour bars, insets and secondary axes are left out. */
export function plotsOf({ axes }: FigureCapture): CapturedAxes[] {
  return axes.filter(
    ({ role, ...each }) =>
      role === 'plot' &&
      [each.bars, each.rectangles, each.lines, each.points, each.wedges, each.heatMaps].some((list) => list.length > 0),
  );
}

const entriesOf = (legends: CapturedAxes['legends']): LegendEntry[] => legends.flatMap(({ entries }) => entries);

function seriesOf(axes: CapturedAxes, legend: readonly LegendEntry[]): Series[] {
  const slices = axes.wedges.map(({ label, texts, share, color }) => ({
    // The name of a slice is a text at the slice that is not a number, or else its legend entry.
    label: texts.find((text) => !/^[\d.,\s]+%?$/.test(text)) ?? nameIn(legend, label, color),
    share: share ?? NaN,
    color,
  }));
  return [
    ...capturedBars(axes).map((group): Series => {
      const { label, horizontal, boxes } = group;
      const name = nameIn(legend, label, boxes[0]?.color ?? null);
      return { kind: 'bars', name, horizontal, bars: boxes.map((box) => barOf(axes, horizontal, box)) };
    }),
    ...axes.lines
      .filter(({ data, x }) => data === 'xy' && x.length > 0)
      .map(({ label, color, markerColor, style, ...line }): Series => {
        const bare = style.toLowerCase() === 'none' || style.trim() === '';
        return {
          kind: bare ? 'points' : 'line',
          name: nameIn(legend, label, bare ? markerColor : color),
          points: line.x.map((x, index) => ({ x: placeOf(axes.x, x), y: line.y[index] ?? null })),
        };
      }),
    ...axes.points
      .filter(({ data }) => data === 'xy')
      .map(({ label, color, x: places, y }): Series => ({
        kind: 'points',
        name: nameIn(legend, label, Array.isArray(color) ? (color[0] ?? null) : color),
        points: places.map((x, index) => ({ x: placeOf(axes.x, x), y: y[index] ?? null })),
      })),
    ...(slices.length > 0 ? [{ kind: 'pie' as const, name: '', slices }] : []),
    ...axes.heatMaps.flatMap((map): Series[] => {
      if (!map.values) return [];
      const { values } = map;
      return [
        {
          kind: 'heat',
          name: '',
          columns: (values[0] ?? []).map((_, at) => labelAt(axes.x.ticks.flatMap(known), cellMiddle(map.xEdges, at))),
          rows: values.map((_, at) => labelAt(axes.y.ticks.flatMap(known), cellMiddle(map.yEdges, at))),
          values,
        },
      ];
    }),
  ];
}

const known = ({ at, label }: { at: number | null; label: string }) => (at === null ? [] : [{ at, label }]);

/** The centre of a cell: a mesh lists the edges of its cells; an image has its cell centres at whole numbers. */
function cellMiddle(edges: readonly (number | null)[] | undefined, at: number): number {
  return edges ? ((edges[at] ?? NaN) + (edges[at + 1] ?? NaN)) / 2 : at;
}

/** A rectangle in data coordinates. */
export interface CapturedBar {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly color: string | null;
  readonly edge: string | null;
}

/** All bars, and plain rectangles that may stand in for bars, without those that are invisible or have no position. */
export function capturedBars(axes: CapturedAxes): { label: string; horizontal: boolean; boxes: CapturedBar[] }[] {
  const containers = axes.bars.map(({ label, orientation, color, edge, ...bars }) => ({
    label,
    horizontal: orientation === 'horizontal',
    boxes: bars.x.map((x, at) => ({
      x: x ?? NaN,
      y: bars.y[at] ?? NaN,
      width: bars.width[at] ?? NaN,
      height: bars.height[at] ?? NaN,
      color: Array.isArray(color) ? (color[at] ?? null) : color,
      edge,
    })),
  }));
  const rectangles = axes.rectangles
    .filter(({ data, angle }) => data === 'xy' && angle === 0)
    .map(({ label, x, y, width, height, color, edge }) => ({
      label,
      horizontal: hasNames(axes.y) && !hasNames(axes.x),
      boxes: [{ x: x ?? NaN, y: y ?? NaN, width: width ?? NaN, height: height ?? NaN, color, edge }],
    }));
  return [...containers, ...rectangles]
    .map((group) => ({ ...group, boxes: group.boxes.filter((box) => isPainted(box, axes.color)) }))
    .filter(({ boxes }) => boxes.length > 0);
}

/** False for a bar in the background colour (an invisible base below another bar) or without finite coordinates. */
function isPainted({ x, y, width, height, color, edge }: CapturedBar, background: string | null): boolean {
  const seen = (paint: string | null) => paint !== null && paint !== (background ?? '#ffffff');
  return [x, y, width, height].every(Number.isFinite) && (seen(color) || seen(edge));
}

function barOf({ x, y }: CapturedAxes, horizontal: boolean, box: CapturedBar): Bar {
  const [axis, at] = horizontal ? [y, box.y + box.height / 2] : [x, box.x + box.width / 2];
  const [from, length] = horizontal ? [box.x, box.width] : [box.y, box.height];
  const color = box.color?.slice(0, 7) ?? null;
  return { label: labelAt(axis.ticks.flatMap(known), at), at, from, to: from + length, color };
}

function placeOf(axis: CapturedAxis, at: number | null): ChartPlace {
  if (at === null) return NaN;
  if (hasNames(axis)) return labelAt(axis.ticks.flatMap(known), at);
  if (axis.kind !== 'date') return at;
  const day = Date.parse(`${axis.epoch?.slice(0, 10) ?? '1970-01-01'}T00:00:00Z`) + at * DAY_MS;
  if (!(Math.abs(day) < 8.64e15)) return NaN;
  return new Date(Math.round(day)).toISOString().replace(/T00:00:00\.000Z$/, '');
}

/** Whether the tick labels are names, not values: words, or numbers such as 2021 and 2022 at positions 0 and 1. */
function hasNames(axis: CapturedAxis): boolean {
  if (axis.kind !== 'number') return axis.kind === 'category';
  const ticks = axis.ticks.flatMap(known).filter(({ label }) => label.trim() !== '');
  return ticks.some(({ label }) => isName(label)) || factorOf(ticks).problem !== undefined;
}

const isName = (label: string) => printedNumber(label, parseTickLabel) === undefined;

function axisOf(axis: CapturedAxis): Axis {
  const [low, high] = axis.limits;
  const scale =
    axis.kind === 'category' ? 'category' : axis.kind === 'date' ? 'date' : axis.scale === 'log' ? 'log' : 'linear';
  const ticks = axis.ticks.flatMap(known).filter(({ label }) => label.trim() !== '');
  return {
    label: axis.label,
    scale,
    limits: [low ?? NaN, high ?? NaN],
    shown: axis.visible && ticks.length > 0,
    names: axis.visible ? ticks.map((tick) => tick.label) : [],
    ...factorOf(ticks),
  };
}

/** The factor from tick positions to printed numbers. If they are not proportional, a reader reads wrong values. */
function factorOf(ticks: readonly { at: number; label: string }[]): Pick<Axis, 'factor' | 'problem'> {
  const printed = ticks.flatMap(({ at, label }) => {
    const value = printedNumber(label, parseTickLabel);
    return value === undefined ? [] : [{ at, value }];
  });
  const furthest = printed.reduce((most, each) => (Math.abs(each.at) > Math.abs(most.at) ? each : most), {
    at: 0,
    value: 0,
  });
  // The check also runs if some tick labels are words, as long as at least half of them are numbers.
  if (furthest.at === 0 || furthest.value === 0 || printed.length < Math.max(2, ticks.length / 2)) return { factor: 1 };
  const factor = furthest.value / furthest.at;
  // Tick labels are rounded to the digits that distinguish the ticks, so they may deviate slightly.
  const room = Math.abs(furthest.value) * 0.01;
  const wrong = printed.find(({ at, value }) => Math.abs(at * factor - value) > room);
  if (wrong) return { factor: 1, problem: `the number ${wrong.value} stands at ${wrong.at} on the axis` };
  // Because of the same rounding, a factor near 1, such as 0.99999, counts as 1.
  return { factor: Math.abs(factor - 1) < 0.01 ? 1 : factor };
}
