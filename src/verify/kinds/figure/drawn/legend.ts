// Finds legend entries: names with a sample of their colour to the left.
import { squeeze } from '../deviation.ts';
import { bottom, centerOf, rightEdge, type PlacedShape, type PlacedText } from './geometry.ts';
import { printed } from './numbers.ts';

export interface DrawnLegendEntry {
  readonly name: string;
  readonly text: PlacedText;
  /** Samples of one entry: a box, a line, a marker. */
  readonly samples: readonly PlacedShape[];
}

/**
 * A legend entry is a text beside a sample: the name of an expected series, a text of a declared legend, or another
 * text that is neither a number nor an expected label.
 */
export function legendOf(
  texts: readonly PlacedText[],
  shapes: readonly PlacedShape[],
  names: readonly string[],
  labels: readonly string[],
): DrawnLegendEntry[] {
  const [wanted, elsewhere] = [new Set(names.map(squeeze)), new Set(labels.map(squeeze))];
  return texts.flatMap((text) => {
    const key = squeeze(text.text);
    const known = text.legend || wanted.has(key);
    if (!known && (printed(text.text) || elsewhere.has(key))) return [];
    const samples = shapes.filter((shape) => isSample(shape, text) && (!text.legend || shape.legend));
    return samples.length > 0 ? [{ name: text.text, text, samples }] : [];
  });
}

function isSample(shape: PlacedShape, { box, height, center, isTurned }: PlacedText): boolean {
  const gap = box.x - rightEdge(shape.box);
  const isSmall = shape.box.height <= 1.7 * height && shape.box.width <= 4.5 * height;
  const isBeside = gap > -1 && gap < 2.6 * height && Math.abs(centerOf(shape.box)[1] - center[1]) < 0.55 * height;
  const isPainted = (shape.fill !== null || shape.stroke !== null) && shape.seen > 0.2;
  return (
    !isTurned &&
    isSmall &&
    isBeside &&
    isPainted &&
    shape.box.y > box.y - height &&
    bottom(shape.box) < bottom(box) + height
  );
}

const isArea = ({ fill, box }: PlacedShape) => fill !== null && box.width > 6 && box.height > 3;

/** The colour of an entry: the colour of its box, or of its line or marker. */
export function paintOfEntry({ samples }: DrawnLegendEntry, kind: 'area' | 'line'): string | undefined {
  const own = samples.filter((sample) => (kind === 'area') === (isArea(sample) && !isRound(sample)));
  return own[0]?.color;
}

const isRound = ({ outlines, box }: PlacedShape) =>
  outlines.some(({ runs }) => runs.some(({ curve }) => curve)) && Math.abs(box.width - box.height) < 1;

const levels = (hex: string) => (hex.slice(1, 7).match(/../g) ?? []).map((pair) => parseInt(pair, 16));

export function isLikeEntry(one: string, other: string): boolean {
  const [a, b] = [levels(one), levels(other)];
  return a.length === 3 && a.every((level, at) => Math.abs(level - (b[at] ?? 999)) <= 20);
}

/** The legend name of a mark: the only entry with a box, if the mark is an area, or else the entry in its colour. */
export function legendName(entries: readonly DrawnLegendEntry[], kind: 'area' | 'line', color: string): string {
  const own = entries.flatMap((entry) => {
    const paint = paintOfEntry(entry, kind);
    return paint === undefined ? [] : [{ name: entry.name, paint }];
  });
  const distinct = new Set(own.map(({ name }) => squeeze(name)));
  if (distinct.size === 1 && kind === 'area') return own[0]?.name ?? '';
  return own.find(({ paint }) => isLikeEntry(paint, color))?.name ?? '';
}
