// One small model of a chart, whatever it was read from: a captured PNG, an SVG, or a Plotly page.

/** A place on an axis: a number, or the name, day or category that stands there. */
export type ChartPlace = number | string;

export interface Axis {
  readonly label: string;
  readonly scale: 'linear' | 'log' | 'category' | 'date';
  /** From the lower to the upper end of what is shown; undefined where the reader chooses it, as in Plotly. */
  readonly limits: readonly [number, number] | undefined;
  /** Whether its numbers or names can be read. */
  readonly shown: boolean;
  /** What stands at its ticks, or its categories. */
  readonly names: readonly string[];
  /** What one unit of the data is by the printed numbers: 0.001 where 5000 is labelled "5". */
  readonly factor: number;
  /** Why its numbers cannot be trusted. */
  readonly problem?: string;
}

export interface Bar {
  /** What stands below it on its axis. */
  readonly label: string;
  /** Where it stands along that axis, for its order only. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
  readonly color: string | null;
}

export interface DrawnPoint {
  readonly x: ChartPlace;
  /** Null where a line has a gap. */
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

/** A series is named by the legend; without one it has no name, whatever the program called it. */
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
  /** Above all panels. */
  readonly title: string;
  readonly panels: readonly Panel[];
  /** All names that its legends show, where that is known. */
  readonly legend?: readonly string[];
  /** What the buttons of a menu turn it into, by their labels. */
  readonly views: readonly { readonly label: string; readonly chart: Omit<Chart, 'views'> }[];
}

export interface LegendEntry {
  readonly text: string;
  readonly color: string | null;
}

/**
 * What a legend calls a series: the entry in its colour; of several the one in its own words. A label that no legend
 * shows is no name.
 */
export function nameIn(legend: readonly LegendEntry[], label: string, color: string | null): string {
  const same = legend.filter((entry) => color !== null && entry.color?.slice(0, 7) === color.slice(0, 7));
  const own = (same.length > 0 ? same : legend).find(({ text }) => text === label);
  return own?.text ?? (same.length === 1 ? (same[0]?.text ?? '') : '');
}

/** A number as the ticks of an axis print it: "€1,200", "3.5k", "2万", "40%" (which is 40). */
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

/** The label of the tick that is nearest, if it is nearer than to any other by far; else the number itself. */
export function labelAt(ticks: readonly { readonly at: number; readonly label: string }[], at: number): string {
  const named = ticks.filter(({ label }) => label.trim() !== '');
  const sorted = named.toSorted((one, other) => Math.abs(one.at - at) - Math.abs(other.at - at));
  const [nearest, next] = sorted;
  if (!nearest) return String(at);
  const off = Math.abs(nearest.at - at);
  // A group of bars takes up less than the distance between two names.
  const room = next ? Math.abs(next.at - nearest.at) / 2 : Infinity;
  return off < room ? nearest.label : String(at);
}
