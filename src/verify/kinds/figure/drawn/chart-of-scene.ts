// Builds a chart from a drawing: combines names, numbers and marks by their positions, as a reader does. It takes only
// the names, labels and unit to look for from a check, not the expected values.
import { wedgeOf, type PathBox, type PathPoint } from '../../../../formats/index.ts';
import type { Axis, Bar, Chart, DrawnPoint, Panel, Series, Slice } from '../chart.ts';
import type { ExpectedPanel } from '../expected.ts';
import { offsetOf, valueAxes, type ValueAxis } from './axes.ts';
import { drawnBars } from './bars.ts';
import type { Scene } from './drawing.ts';
import {
  bottom,
  centerOf,
  isBoxLike,
  placeShape,
  placeText,
  rightEdge,
  ruleOf,
  union,
  type PlacedShape,
  type PlacedText,
} from './geometry.ts';
import { legendOf, legendName, paintOfEntry, type DrawnLegendEntry } from './legend.ts';
import { corners, heightsAt, linesOf, markersOf, type DrawnLine } from './lines.ts';
import { nameAxis, type NameAxis } from './names.ts';
import { factors } from './numbers.ts';
import { panelsOf } from './panels.ts';

export type PlainChart = Omit<Chart, 'views'>;

/** The names, labels and units to look for. */
interface Sought {
  readonly labels: readonly string[];
  readonly names: readonly string[];
  /** The unit of the expected values: 1000 if they are in thousands of euros. */
  readonly unit: number;
  /** The index of the interpretation of the axis unit, if there are several. */
  readonly reading: number;
}

/** One chart for each interpretation of the axis units; the charts are equal if the units are unambiguous. */
export function chartsOf(scene: Scene, panels: readonly ExpectedPanel[], unit: number): PlainChart[] {
  const series = panels.flatMap((panel) => panel.series);
  const labels = series.flatMap((each) => {
    if (each.kind === 'bars') return Object.keys(each.values);
    if (each.kind === 'line' || each.kind === 'points')
      return each.points.flatMap(([x]) => (typeof x === 'string' ? [x] : []));
    return [];
  });
  const names = series.flatMap(({ name }) => name ?? []);
  return [0, 1].map((reading) => chartOf(scene, { labels: [...new Set(labels)], names, unit, reading }));
}

function chartOf(scene: Scene, sought: Sought): PlainChart {
  const texts = scene.texts.filter(({ unread }) => unread === undefined).map(placeText);
  const shapes = scene.shapes.map(placeShape);
  const legend = legendOf(texts, shapes, sought.names, sought.labels);
  const samples = new Set(legend.flatMap((entry) => entry.samples));
  const marks = shapes.filter((shape) => !samples.has(shape) && !shape.legend);
  const others = texts.filter((text) => !text.legend && !legend.some((entry) => entry.text === text));
  const panels = panelsOf(marks, others).map(({ shapes: own, texts: words, frame }) =>
    new PanelReader(own, words, frame, legend, sought).read(),
  );
  const shown = panels.filter(({ series }) => series.length > 0);
  const frames = union(marks.filter(({ panel }) => panel !== '').map(({ box }) => box));
  const title = others.filter(({ panel, center }) => panel === '' && center[1] < frames.y + frames.height / 2);
  return { title: title.map(({ text }) => text).join(' '), panels: shown, legend: legend.map(({ name }) => name) };
}

class PanelReader {
  readonly #shapes: readonly PlacedShape[];
  readonly #texts: readonly PlacedText[];
  readonly #frame: PathBox;
  readonly #legend: readonly DrawnLegendEntry[];
  readonly #sought: Sought;
  readonly #names: NameAxis | undefined;
  /** The candidate value axes: columns of numbers for y, rows of numbers for x. */
  readonly #columns: readonly ValueAxis[];
  readonly #rows: readonly ValueAxis[];

  constructor(
    shapes: readonly PlacedShape[],
    texts: readonly PlacedText[],
    frame: PathBox,
    legend: readonly DrawnLegendEntry[],
    sought: Sought,
  ) {
    this.#shapes = shapes;
    this.#texts = texts;
    this.#frame = frame;
    this.#legend = legend;
    this.#sought = sought;
    this.#names = nameAxis(sought.labels, texts, marksOf(shapes));
    const own = new Set(this.#names?.names.map(({ text }) => text));
    const free = texts.filter((text) => !own.has(text));
    this.#columns = valueAxes('y', free, shapes);
    this.#rows = valueAxes('x', free, shapes);
  }

  read(): Panel {
    const pie = this.#pie();
    const lying = this.#names?.side === 'y';
    const x = this.#names && !lying ? this.#nameAxis(this.#names) : this.#valueAxis('x');
    const y = this.#names && lying ? this.#nameAxis(this.#names) : this.#valueAxis('y');
    const series = pie ? [pie] : [...this.#bars(), ...this.#lines()];
    return { title: this.#textAt('above'), x, y, series };
  }

  /** The texts on one side of the plot that are neither numbers of an axis nor names. */
  #textAt(where: 'above' | 'below' | 'aside'): string {
    const used = new Set([...this.#columns, ...this.#rows].flatMap(({ texts }) => texts));
    const named = new Set(this.#names?.names.map(({ text }) => text));
    const { x, y, width, height } = this.#frame;
    return this.#texts
      .filter((text) => !used.has(text) && !named.has(text) && offsetOf(text.text) === undefined)
      .filter(({ center }) => {
        if (where === 'aside') return center[0] < x || center[0] > x + width;
        if (center[0] < x - 2 || center[0] > x + width + 2) return false;
        return where === 'above' ? center[1] < y : center[1] > y + height;
      })
      .map(({ text }) => text)
      .join(' ');
  }

  #nameAxis({ side, names }: NameAxis): Axis {
    return {
      label: this.#textAt(side === 'x' ? 'below' : 'aside'),
      scale: 'category',
      limits: undefined,
      shown: true,
      names: names.map(({ label }) => label),
      factor: 1,
    };
  }

  #valueAxis(side: 'x' | 'y'): Axis {
    const axis = this.#axisOf(side);
    const { x, y, width, height } = this.#frame;
    const ends = side === 'x' ? [x, x + width] : [y + height, y];
    const [low = 0, high = 0] = ends.map((end) => this.#value(axis, end));
    const problem = this.#twins(side) ?? axis?.problem;
    return {
      label: this.#textAt(side === 'x' ? 'below' : 'aside'),
      scale: axis?.scale?.kind ?? 'category',
      limits: axis?.scale ? [low, high] : undefined,
      shown: axis !== undefined,
      names: axis?.texts.map(({ text }) => text) ?? [],
      factor: 1,
      ...(problem === undefined ? {} : { problem }),
    };
  }

  #axisOf(side: 'x' | 'y'): ValueAxis | undefined {
    const axes = side === 'y' ? this.#columns : this.#rows;
    return axes.find(({ scale }) => scale) ?? axes[0];
  }

  /** The problem if there are two axes with different numbers: it is then unclear which one a mark belongs to. */
  #twins(side: 'x' | 'y'): string | undefined {
    const [first, ...more] = (side === 'y' ? this.#columns : this.#rows).filter(
      ({ scale, texts }) => scale && texts.length > 2,
    );
    if (!first) return undefined;
    const [from, to] = side === 'y' ? [this.#frame.y, bottom(this.#frame)] : [this.#frame.x, rightEdge(this.#frame)];
    const span = Math.abs(this.#value(first, from) - this.#value(first, to));
    const differs = more.some((other) =>
      [from, to].some((end) => Math.abs(this.#value(first, end) - this.#value(other, end)) > 0.01 * span),
    );
    return differs ? 'there are two with different numbers' : undefined;
  }

  /** The value at a pixel position, in the unit of the expected values, rounded to remove the noise of coordinates. */
  #value(axis: ValueAxis | undefined, at: number): number {
    if (!axis?.scale) return NaN;
    const title = axis.side === 'x' ? this.#textAt('below') : this.#textAt('aside');
    const readings = factors(axis.times, title, axis.money, this.#sought.unit);
    const factor = (readings[Math.min(this.#sought.reading, readings.length - 1)] ?? 1) * this.#offset(axis.side);
    const value = axis.scale.valueAt(at);
    if (axis.scale.kind === 'log') return Number((value * factor).toPrecision(6));
    const digits = Math.floor(Math.log10(Math.abs(axis.scale.valueAt(at + 1) - value))) - 2;
    const step = 10 ** Math.max(digits, -300);
    return Number((Math.round(value / step) * step * factor).toPrecision(12));
  }

  /** The multiplier text of an axis, such as "1e6": above the plot for the y axis, elsewhere for the x axis. */
  #offset(side: 'x' | 'y'): number {
    const own = this.#texts.flatMap(({ text, center }) => {
      const offset = offsetOf(text);
      return offset !== undefined && (center[1] < this.#frame.y + 2 ? 'y' : 'x') === side ? [offset] : [];
    });
    return own.length === 1 ? (own[0] ?? 1) : 1;
  }

  #bars(): Series[] {
    const names = this.#names;
    if (!names) return [];
    const horizontal = names.side === 'y';
    const axis = this.#axisOf(horizontal ? 'x' : 'y');
    const byName = new Map<string, Bar[]>();
    for (const { shape, label, at, ends } of drawnBars(this.#shapes, this.#texts, this.#frame, names)) {
      const [from = NaN, to = NaN] = ends
        .map((end) => this.#value(axis, end))
        .toSorted((one, other) => Math.abs(one) - Math.abs(other));
      const name = legendName(this.#legend, 'area', shape.color);
      const bars = byName.get(name) ?? [];
      byName.set(name, bars);
      bars.push({ label: label ?? `${Math.round(at)} px`, at: horizontal ? -at : at, from, to, color: colorOf(shape) });
    }
    return [...byName].map(([name, bars]) => ({ kind: 'bars', name, horizontal, bars }));
  }

  #lines(): Series[] {
    const named = this.#legend.flatMap((entry) => paintOfEntry(entry, 'line') ?? []);
    const lines = linesOf(this.#shapes, this.#frame, named);
    const axis = this.#axisOf('y');
    const [rows] = this.#rows;
    const drawn = lines.map((line): Series => ({
      kind: 'line',
      name: legendName(this.#legend, 'line', line.color),
      points: this.#names
        ? this.#namedPoints(line, this.#names, axis)
        : corners(line).map(([x, y]) => ({ x: this.#value(rows, x), y: this.#value(axis, y) })),
    }));
    const bars = new Set(
      this.#names ? drawnBars(this.#shapes, this.#texts, this.#frame, this.#names).map(({ shape }) => shape) : [],
    );
    const points = markersOf(
      this.#shapes.filter((shape) => !bars.has(shape)),
      this.#frame,
      lines,
    ).map(({ color, places }): Series => ({
      kind: 'points',
      name: legendName(this.#legend, 'line', color) || legendName(this.#legend, 'area', color),
      points: places.map(([x, y]) => ({ x: this.#placeAt(x), y: this.#value(axis, y) })),
    }));
    return [...drawn, ...points];
  }

  #placeAt(x: number): DrawnPoint['x'] {
    return this.#names ? (this.#names.labelAt(x) ?? `${Math.round(x)} px`) : this.#value(this.#rows[0], x);
  }

  #namedPoints(line: DrawnLine, names: NameAxis, axis: ValueAxis | undefined): DrawnPoint[] {
    return names.names.flatMap(({ label, at }) =>
      heightsAt(line, at).map((y) => ({ x: label, y: this.#value(axis, y) })),
    );
  }

  /** Reads the slices of a circle; their names are beside or on them, or in the legend. */
  #pie(): Series | undefined {
    const slices = this.#shapes.flatMap((shape) => {
      const wedge = shape.fill !== null && shape.seen > 0.3 ? wedgeOf(shape) : undefined;
      return wedge && wedge.radius > 20 ? [{ shape, wedge }] : [];
    });
    if (slices.length < 2) return undefined;
    const words = this.#texts.filter(({ text }) => !/^[\d.,\s]+%?$/.test(text));
    return {
      kind: 'pie',
      name: '',
      slices: slices.map(({ shape, wedge }): Slice => {
        const beside = words.find(({ center: [x, y] }) => {
          const turn = (Math.atan2(wedge.center[1] - y, x - wedge.center[0]) * 180) / Math.PI;
          return Math.abs(((turn - wedge.middle + 540) % 360) - 180) < 8;
        });
        const label = beside?.text ?? legendName(this.#legend, 'area', shape.color);
        return { label, share: wedge.share, color: colorOf(shape) };
      }),
    };
  }
}

/** The declared fill colour if it is nearly opaque; otherwise the colour in the picture. */
function colorOf({ fill, color, alpha }: PlacedShape): string {
  return fill !== null && fill !== 'other' && alpha > 0.6 ? fill : color;
}

/** The x and y positions of the visible boxes or, if there are none, of the vertices of strokes. */
function marksOf(shapes: readonly PlacedShape[]): Record<'x' | 'y', number[]> {
  const centers: PathPoint[] = shapes
    .filter((shape) => isBoxLike(shape) && shape.seen > 0.3)
    .map(({ box }) => centerOf(box));
  const strokes = shapes
    .filter((shape) => shape.fill === null && shape.stroke !== null && !ruleOf(shape))
    .flatMap(({ points }) => [...points]);
  const all = [...centers, ...(centers.length > 0 ? [] : strokes)];
  return { x: all.map(([x]) => x), y: all.map(([, y]) => y) };
}
