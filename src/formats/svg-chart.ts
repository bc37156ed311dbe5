// Reads charts out of SVG shapes: the axes of matplotlib with their ticks, and wedges of pies.
import type { Point } from './svg-path.ts';
import { boxOf, type Box, type Shape, type SvgDocument } from './svg.ts';

export interface Tick {
  /** Along the axis, in coordinates of the SVG. */
  readonly at: number;
  /** Empty for a tick without a label. */
  readonly label: string;
}

export interface SvgAxes {
  /** "axes_1" … */
  readonly id: string;
  /** What the axes' background covers, or all marks where there is none: the plot without ticks and labels. */
  readonly frame: Box;
  readonly x: readonly Tick[];
  readonly y: readonly Tick[];
  /** Bars, wedges, lines, markers …: all but background, ticks, spines and legend. */
  readonly marks: readonly Shape[];
  /** Title, axis labels, annotations, and the offset ("1e6") that an axis may have. */
  readonly texts: readonly Shape[];
  readonly legend: readonly Shape[];
}

const inGroup = (shape: Shape, pattern: RegExp) => shape.groups.some((group) => pattern.test(group));

const axisPart = (shape: Shape) => inGroup(shape, /^matplotlib\.axis_\d+$/);

/** The axes of an SVG that matplotlib wrote, in its order. */
export function matplotlibAxes({ shapes }: SvgDocument): SvgAxes[] {
  const ids = [...new Set(shapes.flatMap(({ groups }) => groups.filter((id) => /^axes_\d+$/.test(id))))];
  return ids.map((id) => {
    const own = shapes.filter(({ groups }) => groups.includes(id));
    const inside = own.filter((shape) => !axisPart(shape) && shape.kind !== 'text');
    const background = inside[0] && isBackground(inside[0], inside) ? inside[0] : undefined;
    const frame = boxOf(background ?? { outlines: inside.flatMap(({ outlines }) => outlines) });
    const legend = own.filter((shape) => inGroup(shape, /^legend_\d+$/));
    const rest = own.filter((shape) => shape !== background && !axisPart(shape) && !legend.includes(shape));
    return {
      id,
      frame,
      x: ticksOf(own, /^xtick_\d+$/, 0),
      y: ticksOf(own, /^ytick_\d+$/, 1),
      marks: rest.filter((shape) => shape.kind !== 'text' && !isSpine(shape, frame)),
      texts: [...rest, ...own.filter((shape) => axisPart(shape) && !inGroup(shape, /^[xy]tick_\d+$/))].filter(
        ({ kind }) => kind === 'text',
      ),
      legend,
    };
  });
}

function ticksOf(shapes: readonly Shape[], pattern: RegExp, axis: 0 | 1): Tick[] {
  const ticks = new Map<string, { at: number | undefined; label: string }>();
  for (const shape of shapes) {
    const id = shape.groups.find((group) => pattern.test(group));
    if (id === undefined) continue;
    const tick = ticks.get(id) ?? { at: undefined, label: '' };
    ticks.set(id, tick);
    if (shape.kind === 'text') tick.label = tick.label === '' ? (shape.text ?? '') : `${tick.label} ${shape.text}`;
    // The mark itself is drawn by reference, a grid line is not; both stand at the same place.
    else if (shape.used || tick.at === undefined) tick.at = originOf(shape, axis);
  }
  return [...ticks.values()].flatMap(({ at, label }) => (at === undefined ? [] : [{ at, label }]));
}

const originOf = (shape: Shape, axis: 0 | 1): number => shape.outlines[0]?.runs[0]?.points[0]?.[axis] ?? shape.at[axis];

/** A rectangle whose edges the spines follow or, without spines, one around everything else. Pies have none. */
function isBackground(shape: Shape, all: readonly Shape[]): boolean {
  const frame = boxOf(shape);
  const { x, y, width, height } = frame;
  if (!shape.outlines.every(({ runs }) => runs.every(({ curve }) => !curve))) return false;
  const inside = ({ at: [px, py] }: Shape) => px > x - 1 && px < x + width + 1 && py > y - 1 && py < y + height + 1;
  return all.some((other) => isSpine(other, frame)) || all.every(inside);
}

const near = (a: number, b: number) => Math.abs(a - b) < 0.5;

/** A stroke without filling along a whole edge of the frame. */
function isSpine(shape: Shape, frame: Box): boolean {
  if (shape.fill !== null || !shape.groups.at(-1)?.startsWith('patch_')) return false;
  const { x, y, width, height } = boxOf(shape);
  return (
    (near(width, 0) && near(height, frame.height) && near(y, frame.y)) ||
    (near(height, 0) && near(width, frame.width) && near(x, frame.x))
  );
}

export interface Wedge {
  readonly center: Point;
  readonly radius: number;
  /** Of the whole circle. */
  readonly share: number;
  /** In degrees, counter-clockwise from three o'clock, of the middle. */
  readonly middle: number;
}

/** What a piece of a pie or ring shows, or undefined if the shape has no outer arc. */
export function wedgeOf(shape: Shape): Wedge | undefined {
  const arcs = shape.outlines
    .flatMap(({ runs }) => runs.filter(({ curve }) => curve))
    .map(({ points }) => fitCircle(points));
  const circles = arcs.filter((arc) => arc !== undefined);
  if (circles.length === 0 || circles.length !== arcs.length) return undefined;
  return circles.reduce((outer, circle) => (circle.radius > outer.radius ? circle : outer));
}

/** Through three points that are far apart; all others must lie on it too. */
function fitCircle(points: readonly Point[]): Wedge | undefined {
  const pick = (share: number) => points[Math.floor((points.length - 1) * share)];
  const [a, b, c] = [pick(0), pick(1 / 3), pick(2 / 3)];
  if (!a || !b || !c) return undefined;
  const d = 2 * (a[0] * (b[1] - c[1]) + b[0] * (c[1] - a[1]) + c[0] * (a[1] - b[1]));
  if (Math.abs(d) < 1e-9) return undefined;
  const [sa, sb, sc] = [a, b, c].map(([x, y]) => x * x + y * y) as [number, number, number];
  const center: Point = [
    (sa * (b[1] - c[1]) + sb * (c[1] - a[1]) + sc * (a[1] - b[1])) / d,
    (sa * (c[0] - b[0]) + sb * (a[0] - c[0]) + sc * (b[0] - a[0])) / d,
  ];
  const radius = Math.hypot(a[0] - center[0], a[1] - center[1]);
  if (points.some(([x, y]) => Math.abs(Math.hypot(x - center[0], y - center[1]) - radius) > radius * 0.01))
    return undefined;
  const angles = points.map(([x, y]) => Math.atan2(center[1] - y, x - center[0]));
  let turn = 0;
  for (let at = 1; at < angles.length; at += 1) {
    const step = (angles[at] ?? 0) - (angles[at - 1] ?? 0);
    turn += step - 2 * Math.PI * Math.round(step / (2 * Math.PI));
  }
  const middle = (((angles[0] ?? 0) + turn / 2) * 180) / Math.PI;
  return { center, radius, share: Math.abs(turn) / (2 * Math.PI), middle: ((middle % 360) + 360) % 360 };
}
