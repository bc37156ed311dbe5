// Finds the axis of names: the positions of the expected labels, and the label that a mark belongs to.
import { keyOf } from '../deviation.ts';
import { bottom, rightEdge, union, type PlacedText, type AxisSide } from './geometry.ts';

export interface NameAxis {
  readonly side: AxisSide;
  readonly names: readonly { readonly label: string; readonly at: number; readonly text: PlacedText }[];
  /** The smallest distance between neighbouring names. */
  readonly spacing: number;
  readonly labelAt: (place: number) => string | undefined;
}

/** Adds labels in two lines, which may be two texts below each other. */
function withJoined(texts: readonly PlacedText[], labels: ReadonlySet<string>): PlacedText[] {
  const joined = texts.flatMap((first) => {
    const below = texts.filter(
      (each) =>
        each !== first &&
        Math.abs(each.center[0] - first.center[0]) < first.height &&
        each.center[1] - first.center[1] > 0.5 * first.height &&
        each.center[1] - first.center[1] < 1.9 * first.height,
    );
    return below.flatMap((second): PlacedText[] => {
      const text = `${first.text} ${second.text}`;
      const close = `${first.text}${second.text}`;
      const read = [text, close].find((each) => labels.has(keyOf(each)));
      if (read === undefined || labels.has(keyOf(first.text))) return [];
      return [{ ...first, text: read, box: union([first.box, second.box]) }];
    });
  });
  return [...texts, ...joined];
}

/** `marks` are the x and y positions of the marks that the names may belong to. */
export function nameAxis(
  labels: readonly string[],
  texts: readonly PlacedText[],
  marks: Readonly<Record<AxisSide, readonly number[]>>,
): NameAxis | undefined {
  const wanted = new Set(labels.map(keyOf));
  const found = withJoined(texts, wanted).filter((text) => wanted.has(keyOf(text.text)));
  if (found.length === 0) return undefined;
  const rows = inRows(found);
  const side: AxisSide = rows.x.length >= rows.y.length ? 'x' : 'y';
  const own = rows[side];
  const index = side === 'x' ? 0 : 1;
  const ways = [
    own.map(({ center }) => center[index]),
    ...(own.some(({ isTurned }) => isTurned)
      ? [own.map(({ start }) => start[index]), own.map(({ end }) => end[index])]
      : []),
  ];
  const distance = (places: readonly number[]) =>
    places.reduce((sum, place) => sum + Math.min(...marks[side].map((mark) => Math.abs(mark - place)), 1e4), 0);
  const places = ways.reduce((best, way) => (distance(way) < distance(best) ? way : best));
  const names = own
    .map((text, at) => ({ label: text.text, at: places[at] ?? 0, text }))
    .toSorted((one, other) => one.at - other.at);
  const gaps = names.slice(1).map(({ at }, before) => at - (names[before]?.at ?? 0));
  const spacing = gaps.length === 0 ? Infinity : Math.min(...gaps.filter((gap) => gap > 2), Infinity);
  return { side, names, spacing, labelAt: (place) => nearest(names, place, spacing) };
}

function nearest(names: NameAxis['names'], place: number, spacing: number): string | undefined {
  const [first] = names.toSorted((one, other) => Math.abs(one.at - place) - Math.abs(other.at - place));
  return first && Math.abs(first.at - place) < spacing / 2 ? first.label : undefined;
}

/** The largest group of texts in one row (aligned by an edge, a middle or an end), and the largest in one column. */
function inRows(texts: readonly PlacedText[]): Record<AxisSide, PlacedText[]> {
  const inLine = (edges: (text: PlacedText) => readonly number[]) =>
    texts
      .flatMap((first) =>
        edges(first).map((edge, which) =>
          texts.filter((each) => Math.abs((edges(each)[which] ?? NaN) - edge) < 0.6 * first.height),
        ),
      )
      .reduce<PlacedText[]>((most, each) => (each.length > most.length ? each : most), []);
  return {
    x: inLine(({ box, center, start, end }) => [box.y, center[1], bottom(box), start[1], end[1]]),
    y: inLine(({ box, center }) => [rightEdge(box), center[0], box.x]),
  };
}
