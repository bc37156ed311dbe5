// Checks claimed lines and points against the pixels: at every data point, and between neighbouring points of a line.
import type { CapturedAxes } from './from-capture.ts';
import { shortly, type Mark } from './marks.ts';
import { isLike, isSolid, rgbOf, type Rgb } from './pixels.ts';
import type { AxesPlace } from './place.ts';

/** Search radius in pixels: half the width of a thin line, and less than 1 % of the range even in a small picture. */
const REACH = 2;
/** Sample positions between two points of a solid line; dashed lines have gaps there and are not sampled. */
const BETWEEN = [0.25, 0.5, 0.75];

export function lineMarks(axes: CapturedAxes, place: AxesPlace): Mark[] {
  const covers = paintsOf(axes, place.ground);
  return axes.lines
    .filter(({ data, x }) => data === 'xy' && x.length > 0)
    .flatMap(({ label, color, markerColor, style, ...line }): Mark[] => {
      const what = `the line "${label.slice(0, 60)}" is not in the picture as it is claimed`;
      const bare = isBare(style);
      const wanted = visible([bare ? null : color, markerColor], place.ground);
      if (wanted.length === 0)
        return [{ what: `${what}: it has the colour of the ground`, inside: [false], border: [] }];
      const points = line.x.map((x, at): Pixel => [place.x(x ?? NaN), place.y(line.y[at] ?? NaN)]);
      const seen = ([x, y]: Pixel, paints = wanted) => paints.some((each) => place.canvas.hasNear(x, y, each, REACH));
      // Every single point must be visible; where lines cross, another line or point may cover it.
      const corners = points.flatMap((point, at): Mark[] =>
        isPlace(point)
          ? [
              {
                what: `the line "${label.slice(0, 60)}" is not at ${shortly(line.x[at] ?? NaN)}, ${shortly(line.y[at] ?? NaN)}`,
                inside: [place.isInside(...point) && (seen(point) || seen(point, covers))],
                border: [],
              },
            ]
          : [],
      );
      const own = points.filter(isPlace).map((point) => seen(point));
      if (bare || style !== '-' || line.steps !== 'default') return [...corners, { what, inside: own, border: [] }];
      return [
        ...corners,
        { what, inside: [...own, ...between(points).map((point) => seen(point))], border: gaps(points, seen) },
      ];
    });
}

const isBare = (style: string) => style.toLowerCase() === 'none' || style.trim() === '';

const visible = (paints: readonly (string | null)[], ground: Rgb): Rgb[] =>
  paints.flatMap((paint) => (paint === null ? [] : [rgbOf(paint, ground)])).filter((each) => !isLike(each, ground));

/** The colours of all lines and points. */
function paintsOf({ lines, points }: CapturedAxes, ground: Rgb): Rgb[] {
  const paints = [
    ...lines.flatMap(({ color, markerColor }) => [color, markerColor]),
    ...points.flatMap(({ color }) => color),
  ];
  return visible([...new Set(paints)].slice(0, 30), ground);
}

type Pixel = readonly [number, number];

const isPlace = ([x, y]: Pixel) => Number.isFinite(x) && Number.isFinite(y);
const mix = (one: Pixel, other: Pixel, share: number): Pixel => [
  one[0] + share * (other[0] - one[0]),
  one[1] + share * (other[1] - one[1]),
];

function between(points: readonly Pixel[]): Pixel[] {
  return points.flatMap((point, at) => {
    const next = points[at + 1];
    return next && isPlace(point) && isPlace(next) ? BETWEEN.map((share) => mix(point, next, share)) : [];
  });
}

/** Whether a line is absent at three positions in each gap of its data. */
function gaps(points: readonly Pixel[], seen: (point: Pixel) => boolean): boolean[] {
  return points.flatMap((point, at) => {
    if (isPlace(point)) return [];
    const before = points.slice(0, at).findLast(isPlace);
    const after = points.slice(at).find(isPlace);
    return before && after ? [0.4, 0.5, 0.6].map((share) => !seen(mix(before, after, share))) : [];
  });
}

export function pointMarks(axes: CapturedAxes, place: AxesPlace): Mark[] {
  const covers = paintsOf(axes, place.ground);
  return axes.points
    .filter(({ data }) => data === 'xy')
    .flatMap(({ label, color, x, y }) => {
      const looks = x.map((each, at) => {
        const paint = Array.isArray(color) ? (color[at] ?? null) : color;
        const [px, py] = [place.x(each ?? NaN), place.y(y[at] ?? NaN)];
        if (paint === null || !place.isInside(px, py)) return { own: false, any: false };
        const seen = place.canvas.colorAt(px, py);
        // A transparent point mixes with the marks below it: any colour except the background counts.
        if (!isSolid(paint)) {
          const marked = seen !== undefined && !isLike(seen, place.ground);
          return { own: marked, any: marked };
        }
        const near = (paints: readonly Rgb[]) => paints.some((one) => place.canvas.hasNear(px, py, one, REACH));
        const own = near(visible([paint], place.ground));
        return { own, any: own || near(covers) };
      });
      const what = `the points "${label.slice(0, 60)}" are not in the picture as they are claimed`;
      return [
        { what, inside: looks.map(({ own }) => own), border: [] },
        ...looks.map(({ any }, at) => ({
          what: `no point is seen at ${shortly(x[at] ?? NaN)}, ${shortly(y[at] ?? NaN)}`,
          inside: [any],
          border: [],
        })),
      ];
    });
}
