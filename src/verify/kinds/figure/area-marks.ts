// Checks claimed pie slices and heat map cells against the pixels.
import type { CapturedAxes } from './from-capture.ts';
import { most, type Mark } from './marks.ts';
import { isLike, rgbOf } from './pixels.ts';
import type { AxesPlace } from './place.ts';

export function wedgeMarks(axes: CapturedAxes, place: AxesPlace): Mark[] {
  return axes.wedges.map(({ label, theta1, theta2, center, radius, inner, color }) => {
    const what = `the piece "${label.slice(0, 60)}" of the pie is not in the picture as it is claimed`;
    const [from, to, outer, hole] = [theta1 ?? NaN, theta2 ?? NaN, radius ?? NaN, inner ?? 0];
    if (color === null) return { what, inside: [false], border: [] };
    const seen = (degrees: number, reach: number) => {
      const turn = (degrees * Math.PI) / 180;
      const x = place.x((center[0] ?? NaN) + reach * Math.cos(turn));
      const y = place.y((center[1] ?? NaN) + reach * Math.sin(turn));
      const found = place.canvas.colorAt(x, y);
      return found !== undefined && isLike(found, rgbOf(color, place.ground));
    };
    // Degrees from both edges: close to an edge, but past the white line between slices.
    const inset = Math.min(2, (to - from) / 4);
    const reaches = [0.55, 0.8, 0.93].map((share) => hole + share * (outer - hole));
    const at = (degrees: number) => reaches.map((reach) => seen(degrees, reach));
    if (!(to - from >= 1)) return { what, inside: [], border: [] };
    // With more slices than colours, a neighbour may have the same colour: then the outside is not checked.
    const alone = to - from < 350 && axes.wedges.filter((other) => other.color === color).length === 1;
    return {
      what,
      inside: [(3 * from + to) / 4, (from + 3 * to) / 4].flatMap(at),
      border: [
        most(at(from + inset)),
        most(at(to - inset)),
        ...(alone ? [from - 2, to + 2].map((degrees) => !most(at(degrees))) : []),
      ],
    };
  });
}

/** The edge of a cell: a mesh lists the edges of its cells; an image has its cell centres at whole numbers. */
const edge = (edges: readonly (number | null)[] | undefined, at: number) => (edges ? (edges[at] ?? NaN) : at - 0.5);

/** Each cell must have one colour, and cells whose values differ by more than 25 % of the range, different colours. */
export function heatMarks(axes: CapturedAxes, place: AxesPlace): Mark[] {
  return axes.heatMaps.flatMap(({ values, xEdges, yEdges }) => {
    if (!values) return [];
    const cells = values.flatMap((row, down) =>
      row.map((value, right) => {
        const at = (sx: number, sy: number) =>
          place.canvas.colorAt(
            place.x(edge(xEdges, right) + sx * (edge(xEdges, right + 1) - edge(xEdges, right))),
            place.y(edge(yEdges, down) + sy * (edge(yEdges, down + 1) - edge(yEdges, down))),
          );
        const corners = [at(0.15, 0.15), at(0.85, 0.15), at(0.15, 0.85), at(0.85, 0.85)];
        return { value: value ?? NaN, corners };
      }),
    );
    const numbers = cells.map(({ value }) => value).filter(Number.isFinite);
    const range =
      numbers.reduce((a, b) => Math.max(a, b), -Infinity) - numbers.reduce((a, b) => Math.min(a, b), Infinity);
    const sorted = cells
      .filter(({ value }) => Number.isFinite(value))
      .toSorted((one, other) => one.value - other.value);
    const inside = sorted.map(({ corners: [first, ...rest] }) =>
      rest.every((color) => first !== undefined && color !== undefined && isLike(first, color)),
    );
    const differ = sorted.flatMap((cell, at) => {
      const far = sorted.find((other, index) => index > at && other.value - cell.value > range * 0.25);
      const [one, other] = [cell.corners[0], far?.corners[0]];
      return one && other ? [!isLike(one, other)] : [];
    });
    return [
      { what: 'the heat map is not in the picture as it is claimed', inside: [...inside, ...differ], border: [] },
    ];
  });
}
