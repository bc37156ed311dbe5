// Recognises wedges of pies and rings by the arcs of their outlines.
import type { ShapeOutline, PathPoint } from './svg-path.ts';

export interface Wedge {
  readonly center: PathPoint;
  readonly radius: number;
  /** The share of the whole circle. */
  readonly share: number;
  /** The angle of the middle, in degrees counter-clockwise from three o'clock. */
  readonly middle: number;
}

/** The wedge of a pie or ring, or undefined if the shape has no outer arc. */
export function wedgeOf(shape: { readonly outlines: readonly ShapeOutline[] }): Wedge | undefined {
  const arcs = shape.outlines
    .flatMap(({ runs }) => runs.filter(({ curve }) => curve))
    .map(({ points }) => fitCircle(points));
  const circles = arcs.filter((arc) => arc !== undefined);
  if (circles.length === 0 || circles.length !== arcs.length) return undefined;
  return circles.reduce((outer, circle) => (circle.radius > outer.radius ? circle : outer));
}

/** The circle through three distant points; all other points must be on it too. */
function fitCircle(points: readonly PathPoint[]): Wedge | undefined {
  const pick = (share: number) => points[Math.floor((points.length - 1) * share)];
  const [a, b, c] = [pick(0), pick(1 / 3), pick(2 / 3)];
  if (!a || !b || !c) return undefined;
  const d = 2 * (a[0] * (b[1] - c[1]) + b[0] * (c[1] - a[1]) + c[0] * (a[1] - b[1]));
  if (Math.abs(d) < 1e-9) return undefined;
  const [sa, sb, sc] = [a, b, c].map(([x, y]) => x * x + y * y) as [number, number, number];
  const center: PathPoint = [
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
