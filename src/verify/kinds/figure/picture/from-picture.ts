// Reads a bar chart from pixels and OCR alone: names at one axis, numbers along the other, colours of the legend, and
// bars measured in pixels. It uses no data that the agent's program recorded about the chart.
import type { Axis, Bar, Chart } from '../chart.ts';
import type { ExpectedPanel } from '../expected.ts';
import { legendEntry, type PictureLegendEntry } from './legend.ts';
import { paletteOf } from './palette.ts';
import { turned, type PictureRaster } from './raster.ts';
import { numbersIn, scaleOf, type Scale } from './scale.ts';
import { quantile, segmentsOf, shownIn, unexplainedBars, type BarSearch, type MeasuredBar } from './segments.ts';
import { boxAround, namesFound, unitsOf, type WordBox, type Unit, type PictureWords } from './words.ts';

/** Minimum similarity of an OCR text to a name; the most similar name is chosen. */
const NAME = 0.5;

export interface PictureChart {
  readonly chart: Chart;
  /** The measurement error of the values, as a share of the range that the axis shows. */
  readonly exactness: number;
  /** Faults that do not depend on the expected values. */
  readonly problems: readonly string[];
}

export interface BarNames {
  readonly series: readonly string[];
  readonly labels: readonly string[];
}

/** The names and labels of a panel in which all series are bars with a legend name; undefined for other panels. */
export function barNames({ series }: ExpectedPanel): BarNames | undefined {
  const names = series.flatMap((each) => (each.kind === 'bars' && each.name !== undefined ? [each.name] : []));
  if (names.length !== series.length || names.length === 0) return undefined;
  const labels = new Set(series.flatMap((each) => (each.kind === 'bars' ? Object.keys(each.values) : [])));
  return { series: names, labels: [...labels] };
}

interface Named {
  readonly name: string;
  readonly box: WordBox;
}

export function chartOfPicture(raster: PictureRaster, words: PictureWords, { series, labels }: BarNames): PictureChart {
  const palette = paletteOf(raster);
  const units = unitsOf(words);
  const entries = series.map((name) => legendEntry(name, series, units, raster, palette));
  const missing = series.filter((_, at) => !entries[at]);
  if (missing.length > 0) return unread(`no legend with ${missing.map((name) => `"${name}"`).join(' and ')} and its colour can be read in the picture`); // prettier-ignore
  const legend = entries.filter((entry) => entry !== undefined);
  const found = namesFound(labels, units, NAME);
  const named = [...found].map(([name, { box }]) => ({ name, box }));
  if (named.length < 2) return unread(`the names at the axis cannot be read in the picture`);
  const horizontal = isColumn(named.map(({ box }) => box));
  const turn = (box: WordBox): WordBox =>
    horizontal
      ? { left: box.top, right: box.bottom, top: raster.width - 1 - box.right, bottom: raster.width - 1 - box.left }
      : box;
  const grounds = [...palette.grounds].map((at) => palette.colors[at] ?? ([255, 255, 255] as const));
  return standing({
    raster: horizontal ? turned(raster) : raster,
    grounds,
    horizontal,
    size: words.size,
    legend: legend.map((entry) => ({ ...entry, text: turn(entry.text), swatch: turn(entry.swatch) })),
    names: inRow(named.map(({ name, box }) => ({ name, box: turn(box) })), words.size), // prettier-ignore
    units: units.map(({ box, texts }) => ({ box: turn(box), texts })),
  });
}

const unread = (problem: string): PictureChart => ({
  chart: { title: '', panels: [], views: [] },
  exactness: 0,
  problems: [problem],
});

const middle = ({ left, right, top, bottom }: WordBox) => [(left + right) / 2, (top + bottom) / 2] as const;

/** Whether the names are below each other, which means that the bars are horizontal. */
function isColumn(boxes: readonly WordBox[]): boolean {
  const spread = (axis: 0 | 1) => {
    const all = boxes.map((box) => middle(box)[axis]).toSorted((one, other) => one - other);
    return quantile(all, 0.8) - quantile(all, 0.2);
  };
  return spread(1) > spread(0);
}

/** Keeps the names near the median row: the names of an axis are in one row, and the same words may occur elsewhere. */
function inRow(names: readonly Named[], size: number): Named[] {
  const tops = names.map(({ box }) => box.top);
  const row = quantile(tops, 0.5);
  return names.filter(({ box }) => Math.abs(box.top - row) < size * 3).toSorted((a, b) => a.box.left - b.box.left);
}

const grow = ({ left, right, top, bottom }: WordBox, by: number): WordBox => ({
  left: left - by,
  right: right + by,
  top: top - by,
  bottom: bottom + by,
});

interface Plot {
  readonly raster: PictureRaster;
  readonly grounds: BarSearch['grounds'];
  readonly horizontal: boolean;
  readonly size: number;
  readonly legend: readonly PictureLegendEntry[];
  readonly names: readonly Named[];
  readonly units: readonly Unit[];
}

function standing(plot: Plot): PictureChart {
  const { raster, size, legend, names, units, grounds } = plot;
  const centres = names.map(({ box }) => middle(box)[0]);
  const step = quantile(centres.slice(1).map((x, at) => x - (centres[at] ?? 0)), 0.5); // prettier-ignore
  const row = Math.min(...names.map(({ box }) => box.top));
  const legendBox = boxAround(legend.flatMap(({ text, swatch }) => [text, swatch]));
  const search: BarSearch = {
    raster,
    grounds,
    series: legend.map(({ color }) => color),
    hidden: legend.flatMap(({ text, swatch }) => [grow(text, 1), grow(swatch, 1)]),
    veiled: [grow(legendBox, size * 1.6)],
    thin: Math.max(3, Math.round(size * 0.3)),
    area: { left: (centres[0] ?? 0) - step, right: (centres.at(-1) ?? 0) + step, top: 0, bottom: row - 1 },
  };
  const shown = shownIn(search);
  const all = legend.map((_, at) => segmentsOf(shown, search, at, Math.max(2, step * 0.12)));
  const breadth = quantile(all.flat().map(({ left, right }) => right - left), 0.5); // prettier-ignore
  const bars = all.map((list) => list.filter(({ left, right }) => right - left >= breadth * 0.3));
  const flat = bars.flat();
  if (flat.length === 0) return unread('no bars in the colours of the legend are seen');
  const base = quantile(flat.map(({ bottom }) => bottom), 0.75); // prettier-ignore
  const edge = { left: Math.min(...flat.map(({ left }) => left)), right: Math.max(...flat.map(({ right }) => right)) };
  const isLegend = (box: WordBox) => legend.some(({ text }) => text.left === box.left && text.top === box.top);
  const beside = units.filter(
    ({ box }) => (box.right < edge.left + size || box.left > edge.right - size) && !isLegend(box),
  );
  const scale = scaleOf(beside, size);
  if (!scale) return unread('the numbers along the axis cannot be read, or do not agree with each other');
  const anchors = anchorsOf(names, bars, step);
  if (!anchors) return unread('the bars do not stand at their names');
  const zero = Math.abs(scale.zero - base) <= size * 0.3 ? scale.zero : base;
  const value = (y: number) => (zero === base ? scale.valueAt(y) : (zero - y) * scale.perPixel);
  const problems = [
    ...(scale.problem === undefined ? [] : [`the axis misleads: ${scale.problem}`]),
    ...flat.filter(({ holes }) => holes > 0.4).map(() => 'a bar is covered in part'),
    ...unexplainedBars(shown, search, base, breadth, Math.max(3, size * 0.35)).map(
      () => 'there is a bar in a colour that the legend does not explain',
    ),
    ...wrongLabels({ ...plot, units: units.filter(({ box }) => !isLegend(box)) }, scale, bars, value),
  ];
  const span = Math.max(scale.most, value(Math.min(...flat.map(({ top }) => top)))) - Math.min(0, scale.least);
  return {
    chart: chartWith(plot, scale, bars, anchors, value, span),
    exactness: ((1 + 0.2 * size) * scale.perPixel) / span,
    problems,
  };
}

/** The position of each name along the axis: its middle or, if it is rotated, one of its ends. The best fit counts. */
function anchorsOf(
  names: readonly Named[],
  bars: readonly (readonly MeasuredBar[])[],
  step: number,
): number[] | undefined {
  const ways: ((box: WordBox) => number)[] = [(box) => middle(box)[0], ({ right }) => right, ({ left }) => left];
  const tried = ways.map((way) => {
    const anchors = names.map(({ box }) => way(box));
    // All bars of a series have the same offset from their names.
    const offs = bars.map((list) => list.map((bar) => offOf(bar, anchors)));
    const spread = Math.max(...offs.map((list) => (list.length === 0 ? 0 : Math.max(...list) - Math.min(...list))));
    const means = offs.filter((list) => list.length > 0).map((list) => quantile(list, 0.5));
    const centre = means.reduce((sum, off) => sum + off, 0) / Math.max(1, means.length);
    return { anchors, spread, centre: Math.abs(centre) };
  });
  const [best] = tried
    .filter(({ spread, centre }) => spread < step * 0.3 && centre < step * 0.4)
    .toSorted((one, other) => one.spread + one.centre - other.spread - other.centre);
  return best?.anchors;
}

const centreOf = ({ left, right }: MeasuredBar) => (left + right) / 2;

function nearestTo(x: number, anchors: readonly number[]): number {
  return anchors.reduce((best, each, at) => (Math.abs(each - x) < Math.abs((anchors[best] ?? 0) - x) ? at : best), 0);
}

const offOf = (bar: MeasuredBar, anchors: readonly number[]) =>
  centreOf(bar) - (anchors[nearestTo(centreOf(bar), anchors)] ?? 0);

function chartWith(
  { legend, names, horizontal }: Plot,
  scale: Scale,
  bars: readonly (readonly MeasuredBar[])[],
  anchors: readonly number[],
  value: (y: number) => number,
  span: number,
): Chart {
  // prettier-ignore
  const values: Axis = {
    label: '',
    scale: 'linear',
    limits: [Math.min(0, scale.least), Math.min(0, scale.least) + span],
    shown: true,
    names: [],
    factor: 1,
  };
  const categories: Axis = { ...values, scale: 'category', limits: undefined, names: names.map(({ name }) => name) };
  const [x, y] = horizontal ? [values, categories] : [categories, values];
  const series = legend.map(({ name, color }, at) => ({
    kind: 'bars' as const,
    name,
    horizontal,
    bars: (bars[at] ?? []).map((bar): Bar => {
      const place = nearestTo(centreOf(bar), anchors);
      return {
        label: names[place]?.name ?? '',
        at: centreOf(bar),
        from: value(bar.bottom),
        to: value(bar.top),
        color: `#${color.map((level) => level.toString(16).padStart(2, '0')).join('')}`,
      };
    }),
  }));
  return { title: '', panels: [{ title: '', x, y, series }], views: [] };
}

/** Reports numbers at the end of a bar that differ from the measured value of the bar. */
function wrongLabels(
  { units, size, horizontal }: Plot,
  scale: Scale,
  bars: readonly (readonly MeasuredBar[])[],
  value: (y: number) => number,
): string[] {
  // prettier-ignore
  return bars.flat().flatMap((bar) => {
    const at = units.filter(({ box }) => {
      const [x, y] = middle(box);
      const gap = bar.top - box.bottom;
      const near = horizontal ? Math.abs(x - centreOf(bar)) < size * 0.6 : x > bar.left && x < bar.right;
      // OCR may read the crossing of two grid lines as a digit; such a spot is smaller than a digit.
      const [long, short] = [box.right - box.left + 1, box.bottom - box.top + 1].toSorted((one, other) => other - one);
      const isDigit = (long ?? 0) >= size * 0.65 && (short ?? 0) >= size * 0.2;
      return isDigit && near && gap > -size * 0.5 && gap < size && y < bar.top;
    });
    // More than half of the readings must be numbers: OCR sometimes reads a spot or a piece of a line as a number.
    const numbers = at.map(({ texts }) => {
      const plain = texts.filter((text) => /^\d+$/.test(text.trim()));
      return plain.length * 2 > texts.length ? plain.flatMap(numbersIn) : [];
    });
    const own = value(bar.top);
    const wrong = numbers.find((list) => list.length > 0 && list.every((each) => Math.abs(each - own) > 0.6 + 3 * scale.perPixel)); // prettier-ignore
    return wrong ? [`the number ${wrong[0] ?? ''} is written at a bar of ${Math.round(own * 10) / 10}`] : [];
  });
}
