// A chart as the vector paths of an SVG show it, which matplotlib wrote: values are read off the axes' own ticks.
import {
  boxOf,
  calibrate,
  matplotlibAxes,
  parseTickLabel,
  pointsOf,
  readSvg,
  wedgeOf,
  type AxisScale,
  type Shape,
  type SvgAxes,
  type SvgDocument,
} from '../../formats/index.ts';
import { FormatProblem } from '../../formats/index.ts';
import {
  labelAt,
  nameIn,
  printedNumber,
  type Axis,
  type Chart,
  type LegendEntry,
  type Place,
  type Series,
} from './chart.ts';

export function chartOfSvg(bytes: Uint8Array): Chart {
  const document = readSvg(bytes);
  const all = matplotlibAxes(document);
  if (all.length === 0)
    throw new FormatProblem('the SVG has no axes of matplotlib: it must be saved by matplotlib itself');
  const shown = all.filter(({ marks }) => marks.length > 0);
  const legends = [...document.shapes.filter(isLegend), ...all.flatMap(({ legend }) => legend)];
  const panels = shown.map((axes) => new SvgPanel(axes, document, legends).read());
  return {
    title: textsOutside(document).join(' '),
    panels: panels.filter(({ series }) => series.length > 0),
    views: [],
  };
}

const isLegend = ({ groups }: Shape) => groups.some((id) => /^legend_\d+$/.test(id));

/** Titles of the whole figure. */
const textsOutside = ({ shapes }: SvgDocument): string[] =>
  shapes
    .filter((shape) => shape.kind === 'text' && !shape.groups.some((id) => /^axes_\d+$/.test(id)) && !isLegend(shape))
    .map(({ text }) => text ?? '');

type Side = 'x' | 'y';

interface Measured {
  readonly axis: Axis;
  readonly ticks: SvgAxes['x'];
  /** Undefined where names stand instead of numbers. */
  readonly scale: AxisScale | undefined;
}

class SvgPanel {
  readonly #axes: SvgAxes;
  readonly #document: SvgDocument;
  readonly #legend: readonly LegendEntry[];
  readonly #x: Measured;
  readonly #y: Measured;

  constructor(axes: SvgAxes, document: SvgDocument, legends: readonly Shape[]) {
    this.#axes = axes;
    this.#document = document;
    this.#legend = entriesOf(axes.legend.length > 0 ? axes.legend : legends);
    this.#x = this.#measure('x');
    this.#y = this.#measure('y');
  }

  read() {
    const { frame, texts } = this.#axes;
    const title = texts.filter((each) => axisGroup(each) === undefined && each.at[1] < frame.y);
    return {
      title: title.map(({ text }) => text ?? '').join(' '),
      x: this.#x.axis,
      y: this.#y.axis,
      series: [...this.#bars(), ...this.#lines(), ...this.#pie()],
    };
  }

  #measure(side: Side): Measured {
    const ticks = this.#axes[side];
    const group = this.#document.shapes
      .filter(({ groups }) => groups.includes(this.#axes.id) && groups.some((id) => id.startsWith(`${side}tick_`)))
      .map(axisGroup)[0];
    const own = this.#axes.texts.filter((each) => group !== undefined && axisGroup(each) === group);
    const offset = own.map(({ text }) => offsetOf(text ?? '')).find((each) => each !== undefined);
    const label = own.filter(({ text }) => offsetOf(text ?? '') === undefined).map(({ text }) => text ?? '');
    const labelled = ticks.filter((tick) => tick.label.trim() !== '');
    const numbers = labelled.flatMap((tick) => {
      const value = printedNumber(tick.label, parseTickLabel);
      return value === undefined ? [] : [{ at: tick.at, value: value * (offset ?? 1) }];
    });
    const read =
      numbers.length === labelled.length && numbers.length > 1 ? attempt(() => calibrate(numbers)) : undefined;
    // Names that happen to be numbers do not lie on a scale.
    const scale = read && read.error < 1 ? read : undefined;
    const { x, y, width, height } = this.#axes.frame;
    const [low, high] = side === 'x' ? [x, x + width] : [y + height, y];
    return {
      ticks,
      scale,
      axis: {
        label: label.join(' '),
        scale: scale?.kind ?? 'category',
        limits: scale ? [scale.valueAt(low), scale.valueAt(high)] : [low, high],
        shown: labelled.length > 0,
        names: labelled.map((tick) => tick.label),
        factor: 1,
        ...(read && !scale ? { problem: 'its numbers do not lie on a scale' } : {}),
      },
    };
  }

  #bars(): Series[] {
    const boxes = this.#axes.marks
      .filter((shape) => isPatch(shape) && isRectangle(shape) && isPainted(shape))
      .map((shape) => ({ shape, box: boxOf(shape) }));
    if (boxes.length === 0) return [];
    const horizontal = this.#isHorizontal(boxes.map(({ box }) => box));
    const [along, across] = horizontal ? [this.#x, this.#y] : [this.#y, this.#x];
    const { scale } = along;
    if (!scale) return [];
    const byName = new Map<string, Extract<Series, { kind: 'bars' }>['bars'][number][]>();
    for (const { shape, box } of boxes) {
      const at = horizontal ? box.y + box.height / 2 : box.x + box.width / 2;
      const ends = horizontal ? [box.x, box.x + box.width] : [box.y + box.height, box.y];
      const [from = NaN, to = NaN] = ends
        .map((end) => scale.valueAt(end))
        .toSorted((one, other) => Math.abs(one) - Math.abs(other));
      const label = across.scale ? labelOrValue(across, at) : labelAt(across.ticks, at);
      const name = nameIn(this.#legend, '', shape.fill);
      const bars = byName.get(name) ?? [];
      byName.set(name, bars);
      bars.push({ label, at: horizontal ? -at : at, from, to, color: shape.fill });
    }
    return [...byName].map(([name, bars]) => ({ kind: 'bars', name, horizontal, bars }));
  }

  /** Names stand on one axis; if numbers stand on both, bars have one width. */
  #isHorizontal(boxes: readonly { width: number; height: number }[]): boolean {
    if (!this.#x.scale || !this.#y.scale) return this.#x.scale !== undefined;
    return spread(boxes.map(({ height }) => height)) < spread(boxes.map(({ width }) => width));
  }

  #lines(): Series[] {
    const groups = new Map<string, Shape[]>();
    for (const shape of this.#axes.marks) {
      const id = shape.groups.at(-1) ?? '';
      if (!/^(line2d|PathCollection)_\d+$/.test(id)) continue;
      groups.set(id, [...(groups.get(id) ?? []), shape]);
    }
    const { scale } = this.#y;
    if (!scale) return [];
    return [...groups.values()].flatMap((shapes): Series[] => {
      const line = shapes.find((shape) => !shape.used && shape.stroke !== null && isPainted(shape));
      const markers = shapes.filter(isPainted).map(({ at }) => at);
      const runs = line?.outlines.map((outline) => pointsOf({ outlines: [outline] })) ?? [];
      const places = line ? runs.flat() : markers;
      const color = line ? line.stroke : (shapes[0]?.fill ?? shapes[0]?.stroke ?? null);
      if (places.length === 0 || this.#isAcrossAll(places)) return [];
      const points = places.map(([x, y]) => ({ x: this.#placeAt(x), y: scale.valueAt(y) }));
      return [{ kind: line ? 'line' : 'points', name: nameIn(this.#legend, '', color), points }];
    });
  }

  /** A level or a limit, drawn from edge to edge: no series. */
  #isAcrossAll(places: readonly (readonly [number, number])[]): boolean {
    const { x, y, width, height } = this.#axes.frame;
    if (places.length !== 2) return false;
    const [[x1, y1] = [NaN, NaN], [x2, y2] = [NaN, NaN]] = places;
    return (
      (y1 === y2 && x1 <= x + 0.5 && x2 >= x + width - 0.5) ||
      (x1 === x2 && Math.abs(y1 - y2) >= height - 0.5 && Math.min(y1, y2) <= y + 0.5)
    );
  }

  #placeAt(x: number): Place {
    return this.#x.scale ? this.#x.scale.valueAt(x) : labelAt(this.#x.ticks, x);
  }

  #pie(): Series[] {
    const slices = this.#axes.marks.filter(isPatch).flatMap((shape) => {
      const wedge = isPainted(shape) ? wedgeOf(shape) : undefined;
      return wedge ? [{ shape, wedge }] : [];
    });
    if (slices.length < 2) return [];
    const names = this.#axes.texts.filter(({ text }) => !/^[\d.,\s]+%?$/.test(text ?? ''));
    return [
      {
        kind: 'pie',
        name: '',
        slices: slices.map(({ shape, wedge }) => {
          const beside = names.find(({ at: [x, y] }) => {
            const turn = (Math.atan2(wedge.center[1] - y, x - wedge.center[0]) * 180) / Math.PI;
            return Math.abs(((turn - wedge.middle + 540) % 360) - 180) < 8;
          });
          return { label: beside?.text ?? nameIn(this.#legend, '', shape.fill), share: wedge.share, color: shape.fill };
        }),
      },
    ];
  }
}

const spread = (sizes: readonly number[]) => Math.max(...sizes) - Math.min(...sizes);
const axisGroup = ({ groups }: Shape) => groups.find((id) => /^matplotlib\.axis_\d+$/.test(id));
const isPatch = ({ groups }: Shape) => /^(patch|PolyCollection|PatchCollection)_\d+$/.test(groups.at(-1) ?? '');
const isPainted = ({ fill, stroke, opacity }: Shape) =>
  opacity > 0.05 && [fill, stroke].some((paint) => paint !== null && paint !== '#ffffff' && paint !== 'white');

function isRectangle(shape: Shape): boolean {
  const points = pointsOf(shape);
  const { x, y, width, height } = boxOf(shape);
  const onEdge = ([px, py]: readonly [number, number]) =>
    (Math.abs(px - x) < 0.01 || Math.abs(px - x - width) < 0.01) &&
    (Math.abs(py - y) < 0.01 || Math.abs(py - y - height) < 0.01);
  return (points.length === 4 || points.length === 5) && points.every(onEdge);
}

/** On an axis of numbers: the label of the tick that it stands on, or the number. */
function labelOrValue({ ticks, scale }: Measured, at: number): string {
  const tick = ticks.find((each) => each.label.trim() !== '' && Math.abs(each.at - at) < 1);
  return tick?.label ?? String(scale ? Math.round(scale.valueAt(at) * 1e6) / 1e6 : at);
}

/** "1e6" or "×10⁶" at the end of an axis: what its numbers are to be multiplied with. */
function offsetOf(text: string): number | undefined {
  const power = /^1e([-−]?\d+)$/.exec(text.trim());
  if (power) return Number(`1e${power[1]?.replace('−', '-')}`);
  return /^[×x]/.test(text.trim()) ? parseTickLabel(`1${text.trim().replace(/^x/, '×')}`) : undefined;
}

/** Each text of a legend with the colour of the handle to its left. */
function entriesOf(shapes: readonly Shape[]): LegendEntry[] {
  const handles = shapes.flatMap((shape) => {
    const { kind, fill, stroke, groups, at } = shape;
    // The first patch is the legend's own box.
    const color = fill !== null && fill !== '#ffffff' ? fill : stroke;
    const isBox = groups.at(-1)?.startsWith('patch_') === true && boxOf(shape).height > 30;
    return kind === 'text' || color === null || isBox ? [] : [{ at, color }];
  });
  return shapes
    .filter(({ kind }) => kind === 'text')
    .map(({ text = '', at: [x, y] }) => {
      const beside = handles
        .filter(({ at }) => at[0] < x && Math.abs(at[1] - y) < 9)
        .toSorted(
          (one, other) =>
            Math.abs(one.at[1] - y + 3) + (x - one.at[0]) - Math.abs(other.at[1] - y + 3) - (x - other.at[0]),
        );
      return { text, color: beside[0]?.color ?? null };
    });
}

function attempt<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof FormatProblem) return undefined;
    throw error;
  }
}
