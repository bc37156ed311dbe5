// Finds the lines of a plot, their heights at each name, and the markers that are drawn without a line.
import { pointsOf, type PathBox, type PathPoint } from '../../../../formats/index.ts';
import { bottom, centerOf, isWithin, rightEdge, ruleOf, type PlacedShape } from './geometry.ts';
import { isLikeEntry } from './legend.ts';

const SEEN = 0.8;

export interface DrawnLine {
  readonly color: string;
  readonly paths: readonly (readonly PathPoint[])[];
}

/** The strokes of a plot without frames and rules; a rule across part of the plot is kept if `named` has its colour. */
export function linesOf(shapes: readonly PlacedShape[], frame: PathBox, named: readonly string[]): DrawnLine[] {
  const strokes = shapes.flatMap((shape): DrawnLine[] => {
    const { fill, stroke, points, seen, color, outlines, box } = shape;
    if (fill !== null || stroke === null || points.length < 2 || seen < SEEN) return [];
    if (!isWithin(centerOf(box), frame, 1) || Math.max(box.width, box.height) < 12) return [];
    const rule = ruleOf(shape);
    const whole = rule && rule.to - rule.from > 0.97 * (rule.side === 'y' ? frame.width : frame.height);
    if (rule && (whole === true || !named.some((each) => isLikeEntry(each, color)))) return [];
    return isOutline(shape, frame)
      ? []
      : [{ color, paths: outlines.map((outline) => pointsOf({ outlines: [outline] })) }];
  });
  return joined(strokes);
}

/** Joins strokes of one colour, each to the right of the previous one, to one line with gaps. */
function joined(strokes: readonly DrawnLine[]): DrawnLine[] {
  const lines: { line: DrawnLine; end: number }[] = [];
  const placed = strokes.map((line) => {
    const xs = line.paths.flatMap((path) => path.map(([x]) => x));
    return {
      line,
      start: xs.reduce((one, other) => Math.min(one, other)),
      end: xs.reduce((one, other) => Math.max(one, other)),
    };
  });
  for (const { line, start, end } of placed.toSorted((one, other) => one.start - other.start)) {
    const known = lines.find((each) => each.end < start && isLikeEntry(each.line.color, line.color));
    if (!known) lines.push({ line, end });
    else {
      known.line = { ...known.line, paths: [...known.line.paths, ...line.paths] };
      known.end = end;
    }
  }
  return lines.map(({ line }) => line);
}

/** Whether a stroke is a closed outline, or a part of the frame of the plot. */
const isOutline = ({ outlines, points, box }: PlacedShape, frame: PathBox) =>
  outlines.every(({ closed }) => closed) ||
  (points.length >= 3 &&
    points.every(
      ([x, y]) =>
        Math.abs(x - box.x) < 0.5 ||
        Math.abs(x - rightEdge(box)) < 0.5 ||
        Math.abs(y - box.y) < 0.5 ||
        Math.abs(y - bottom(box)) < 0.5,
    ) &&
    box.width > 0.97 * frame.width &&
    box.height > 0.97 * frame.height &&
    points.length <= 4);

/** The heights of a line at a position, in drawing order: one height, unless the line reverses its direction. */
export function heightsAt({ paths }: DrawnLine, place: number): number[] {
  return paths.flatMap((path) => {
    const knots = path.filter(([x]) => Math.abs(x - place) < 0.75);
    if (isForward(path)) {
      // At a vertical step the line has two heights; the one from which it continues counts.
      const last = knots.at(-1);
      if (last) return [last[1]];
    }
    const crossings = path.slice(1).flatMap(([x2, y2], at): number[] => {
      const [x1, y1] = path[at] ?? [NaN, NaN];
      const isBetween = (x1 < place && x2 >= place) || (x1 > place && x2 <= place);
      return isBetween ? [y1 + ((y2 - y1) * (place - x1)) / (x2 - x1)] : [];
    });
    return crossings.length > 0 ? crossings : knots.slice(0, 1).map(([, y]) => y);
  });
}

function isForward(path: readonly PathPoint[]): boolean {
  const steps = path.slice(1).map(([x], at) => x - (path[at]?.[0] ?? 0));
  return steps.every((step) => step > -0.75) || steps.every((step) => step < 0.75);
}

/** All vertices of a line. */
export const corners = ({ paths }: DrawnLine): PathPoint[] => paths.flatMap((path) => [...path]);

export interface LineMarkers {
  readonly color: string;
  readonly places: readonly PathPoint[];
}

/** Groups of small shapes with the same colour and size, if no line has that colour. */
export function markersOf(shapes: readonly PlacedShape[], frame: PathBox, lines: readonly DrawnLine[]): LineMarkers[] {
  const groups = new Map<string, PlacedShape[]>();
  for (const shape of shapes) {
    const { fill, seen, box, color } = shape;
    const isSmall = box.width > 1 && box.width < 30 && Math.abs(box.width - box.height) < 3;
    if (fill === null || seen < 0.4 || !isSmall || !isWithin(centerOf(box), frame, 2)) continue;
    const key = `${fill} ${Math.round(box.width)}`;
    groups.set(key, [...(groups.get(key) ?? []), { ...shape, color: fill === 'other' ? color : fill }]);
  }
  return [...groups.values()]
    .filter(([first]) => first && !lines.some(({ color }) => isLikeEntry(color, first.color)))
    .map((group) => ({ color: group[0]?.color ?? '', places: group.map(({ box }) => centerOf(box)) }));
}
