// Splits a figure into its plots, by the groups in which the library puts its elements. The groups only sort elements;
// groups whose frames overlap by more than half form one plot.
import type { PathBox } from '../../../../formats/index.ts';
import {
  bottom,
  isBoxLike,
  isWithin,
  rightEdge,
  ruleOf,
  union,
  type PlacedShape,
  type PlacedText,
} from './geometry.ts';

export interface PanelParts {
  readonly shapes: readonly PlacedShape[];
  readonly texts: readonly PlacedText[];
  readonly frame: PathBox;
}

export function panelsOf(shapes: readonly PlacedShape[], texts: readonly PlacedText[]): PanelParts[] {
  const ids = [...new Set(shapes.map(({ panel }) => panel))].filter(Boolean);
  if (ids.length === 0) return [{ shapes, texts, frame: frameOf(withoutGround(shapes, texts)) }];
  const groups: { ids: string[]; frame: PathBox }[] = [];
  for (const id of ids) {
    const frame = frameOf(shapes.filter(({ panel }) => panel === id));
    if (frame.width * frame.height === 0) continue;
    const same = groups.find((group) => common(group.frame, frame) > 0.5);
    if (same) same.ids.push(id);
    else groups.push({ ids: [id], frame });
  }
  return groups.map(({ ids: own }) => {
    const parts = shapes.filter(({ panel }) => own.includes(panel));
    const words = texts.filter(({ panel }) => own.includes(panel) || (groups.length === 1 && panel === ''));
    return { shapes: parts, texts: words, frame: frameOf(parts) };
  });
}

/** Removes any box that contains most of the texts: it is the paper, not the plot. */
function withoutGround(shapes: readonly PlacedShape[], texts: readonly PlacedText[]): PlacedShape[] {
  const isPaper = ({ box }: PlacedShape) =>
    texts.length > 0 && texts.filter(({ center }) => isWithin(center, box)).length > 0.6 * texts.length;
  return shapes.filter((shape) => !isPaper(shape));
}

/** The bounding box of the visible shapes of a plot, without its ticks and texts. */
function frameOf(shapes: readonly PlacedShape[]): PathBox {
  const large = shapes.filter((shape) => {
    const { box, fill, stroke, seen, edges } = shape;
    const rule = ruleOf(shape);
    if (rule) return rule.to - rule.from > 12 && seen > 0.5;
    if (fill === null) return stroke !== null && seen > 0.5 && Math.max(box.width, box.height) > 12;
    return isBoxLike(shape) && edges.filter((edge) => edge > 0.6).length >= 2;
  });
  const any = large.length > 0 ? large : shapes.filter(({ seen }) => seen > 0.3);
  return union(any.map(({ box }) => box));
}

/** Intersection over union. */
function common(one: PathBox, other: PathBox): number {
  const width = Math.min(rightEdge(one), rightEdge(other)) - Math.max(one.x, other.x);
  const height = Math.min(bottom(one), bottom(other)) - Math.max(one.y, other.y);
  if (width <= 0 || height <= 0) return 0;
  return (width * height) / (one.width * one.height + other.width * other.height - width * height);
}
