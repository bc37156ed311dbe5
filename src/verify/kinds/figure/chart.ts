// The common model of a chart, independent of its source: a PNG (by capture or by pixels), an SVG, or a Plotly page.

/** A position on an axis: a number, or the name, day or category at that position. */
export type ChartPlace = number | string;

export interface Axis {
  readonly label: string;
  readonly scale: 'linear' | 'log' | 'category' | 'date';
  /** Lower and upper end of the shown range; undefined for an axis of names, or if no scale was found. */
  readonly limits: readonly [number, number] | undefined;
  /** Whether its numbers or names can be read. */
  readonly shown: boolean;
  /** The labels of its ticks, or its categories. */
  readonly names: readonly string[];
  /** The factor from data values to printed numbers: 0.001 if the value 5000 is labelled "5". */
  readonly factor: number;
  /** Why its numbers cannot be trusted. */
  readonly problem?: string;
}

export interface Bar {
  /** Its label on the axis of names. */
  readonly label: string;
  /** Its position along that axis, used only to order the bars. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
  readonly color: string | null;
}

export interface DrawnPoint {
  readonly x: ChartPlace;
  /** Null for a gap in a line. */
  readonly y: number | null;
}

export interface Slice {
  readonly label: string;
  readonly share: number;
  readonly color: string | null;
}

interface Link {
  readonly from: string;
  readonly to: string;
  readonly value: number;
}

/** The name of a series is its legend name. Without a legend entry it is empty, even if the program set a label. */
export type Series =
  | { readonly kind: 'bars'; readonly name: string; readonly horizontal: boolean; readonly bars: readonly Bar[] }
  | { readonly kind: 'line' | 'points'; readonly name: string; readonly points: readonly DrawnPoint[] }
  | { readonly kind: 'pie'; readonly name: string; readonly slices: readonly Slice[] }
  | {
      readonly kind: 'heat';
      readonly name: string;
      readonly columns: readonly string[];
      readonly rows: readonly string[];
      readonly values: readonly (readonly (number | null)[])[];
    }
  | { readonly kind: 'flow'; readonly name: string; readonly links: readonly Link[] };

export type SeriesKind = Series['kind'];

export interface Panel {
  readonly title: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly series: readonly Series[];
}

export interface Chart {
  /** The title above all panels. */
  readonly title: string;
  readonly panels: readonly Panel[];
  /** All names in its legends, if known. */
  readonly legend?: readonly string[];
  /** The chart after each button of a menu is chosen, with the label of the button. */
  readonly views: readonly { readonly label: string; readonly chart: Omit<Chart, 'views'> }[];
}

export interface LegendEntry {
  readonly text: string;
  readonly color: string | null;
}

/**
 * The legend name of a series: the only entry in its colour or, of several, the one whose text equals its label. If no
 * entry has its colour, any entry with that text counts. Empty if no entry matches.
 */
export function nameIn(legend: readonly LegendEntry[], label: string, color: string | null): string {
  const same = legend.filter((entry) => color !== null && entry.color?.slice(0, 7) === color.slice(0, 7));
  const own = (same.length > 0 ? same : legend).find(({ text }) => text === label);
  return own?.text ?? (same.length === 1 ? (same[0]?.text ?? '') : '');
}

/** Parses a number as the ticks of an axis print it: "€1,200", "3.5k", "2万", "40%" (which is 40). */
export function printedNumber(label: string, parse: (text: string) => number | undefined): number | undefined {
  const text = label.normalize('NFKC').replaceAll(/[€£¥$\s]/g, '');
  const unit = /^(.*\d)([kKMm千万亿%])(?:元)?$/.exec(text);
  const plain = parse(unit?.[1] ?? text.replace(/元$/, ''));
  return plain === undefined ? undefined : plain * (units[unit?.[2] ?? ''] ?? 1);
}

const units: Readonly<Record<string, number>> = {
  k: 1e3,
  K: 1e3,
  千: 1e3,
  万: 1e4,
  亿: 1e8,
  M: 1e6,
  m: 1e6,
  '%': 1,
};

/** The label of the nearest tick if it is closer than half the tick spacing; otherwise the number itself. */
export function labelAt(ticks: readonly { readonly at: number; readonly label: string }[], at: number): string {
  const named = ticks.filter(({ label }) => label.trim() !== '');
  const sorted = named.toSorted((one, other) => Math.abs(one.at - at) - Math.abs(other.at - at));
  const [nearest, next] = sorted;
  if (!nearest) return String(at);
  const off = Math.abs(nearest.at - at);
  // A group of bars is narrower than the distance between two names.
  const room = next ? Math.abs(next.at - nearest.at) / 2 : Infinity;
  return off < room ? nearest.label : String(at);
}
