// Selects the bars among the filled boxes of a plot: boxes that fit the spacing of the names and whose two ends are
// visible. Backgrounds, spans and boxes around texts are not bars.
import type { PathBox } from '../../../../formats/index.ts';
import {
  bottom,
  centerOf,
  isBoxLike,
  rightEdge,
  type PlacedShape,
  type PlacedText,
  type AxisSide,
} from './geometry.ts';
import { isLikeEntry } from './legend.ts';
import type { NameAxis } from './names.ts';

/** Minimum share of an edge along which the colour must change for the edge to count as visible. */
const EDGE = 0.4;
const AREA = 0.3;

export interface DrawnBar {
  readonly shape: PlacedShape;
  readonly label: string | undefined;
  /** The position along the axis of names, in pixels. */
  readonly at: number;
  /** The positions of both ends along the axis of values, in pixels. */
  readonly ends: readonly [number, number];
}

export function drawnBars(
  shapes: readonly PlacedShape[],
  texts: readonly PlacedText[],
  frame: PathBox,
  names: NameAxis,
): DrawnBar[] {
  const upright = names.side === 'x';
  const across = ({ width, height }: PathBox) => (upright ? width : height);
  const boxes = shapes.filter(
    (shape) =>
      isBoxLike(shape) &&
      isSeen(shape, names.side, shapes) &&
      across(shape.box) < 1.3 * names.spacing &&
      isInside(shape.box, frame),
  );
  const spanning = (box: PathBox) =>
    upright
      ? box.y < frame.y + 1.5 && bottom(box) > bottom(frame) - 1.5
      : box.x < frame.x + 1.5 && rightEdge(box) > rightEdge(frame) - 1.5;
  const isGround = (shape: PlacedShape) =>
    spanning(shape.box) &&
    (shape.alpha < 0.5 ||
      boxes.some((other) => other.order > shape.order && other !== shape && lies(other.box, shape.box)));
  const bars = boxes
    .filter((shape) => !isGround(shape))
    .map((shape): DrawnBar & { isFrame: boolean } => {
      const { box } = shape;
      const at = upright ? box.x + box.width / 2 : box.y + box.height / 2;
      const ends: [number, number] = upright ? [bottom(box), box.y] : [box.x, rightEdge(box)];
      return { shape, label: names.labelAt(at), at, ends, isFrame: texts.some((text) => encloses(box, text)) };
    });
  // A box around a text counts as a bar only if its label has no other bar.
  return bars.filter((bar) => !bar.isFrame || !bars.some((other) => other.label === bar.label && !other.isFrame));
}

const isInside = (box: PathBox, frame: PathBox) =>
  rightEdge(box) > frame.x - 1 &&
  box.x < rightEdge(frame) + 1 &&
  bottom(box) > frame.y - 1 &&
  box.y < bottom(frame) + 1;

const lies = (inner: PathBox, outer: PathBox) => {
  const [x, y] = centerOf(inner);
  return x > outer.x && x < rightEdge(outer) && y > outer.y - 1 && y < bottom(outer) + 1;
};

/** Whether both ends of a bar are visible, and a side or, for bars without gaps, a colour unlike the background. */
function isSeen(
  { seen, edges, box, color, order }: PlacedShape,
  side: AxisSide,
  shapes: readonly PlacedShape[],
): boolean {
  const [top, far, low, near] = edges;
  if (!(Math.min(box.width, box.height) > 0.6) || seen < AREA) return false;
  const [ends, sides] = side === 'x' ? [[top, low], [far, near]] : [[far, near], [top, low]]; // prettier-ignore
  if (ends.some((end) => end < EDGE)) return false;
  const ground = shapes.findLast((other) => other.order < order && isBoxLike(other) && contains(other.box, box));
  return Math.max(...sides) >= 0.5 || !isLikeEntry(color, ground?.color ?? '#ffffff');
}

const contains = (outer: PathBox, inner: PathBox) =>
  outer.x <= inner.x + 1 &&
  outer.y <= inner.y + 1 &&
  rightEdge(outer) >= rightEdge(inner) - 1 &&
  bottom(outer) >= bottom(inner) - 1 &&
  outer.width * outer.height > 2 * inner.width * inner.height;

function encloses(box: PathBox, { box: own, height, center: [x, y] }: PlacedText): boolean {
  const inside = x > box.x && x < rightEdge(box) && y > box.y && y < bottom(box);
  return inside && box.height <= own.height + 1.4 * height && box.width <= own.width + 2.4 * height;
}
