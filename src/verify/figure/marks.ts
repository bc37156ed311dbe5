// The marks of captured axes, and what is seen where each of them is claimed to be, and just beside it.
import { barsOf, type BarBox, type CapturedAxes } from './from-capture.ts';
import type { AxesPlace } from './place.ts';
import { isLike, isSolid, rgbOf, type Rgb } from './pixels.ts';

export interface Mark {
  /** What is wrong, if too few places agree. */
  readonly what: string;
  /** Whether it is seen, at places inside. */
  readonly inside: readonly boolean[];
  /** Whether it ends where it should: it is seen just before, and something else just beyond. All must hold. */
  readonly border: readonly boolean[];
}

/** Edges are snapped to pixels and may have a line around them: so far from an edge the colour is certain. */
const CLEAR = 3;
const ACROSS = [0.15, 0.3, 0.7, 0.85];
const ALONG = [0.1, 0.3, 0.5, 0.7, 0.9];

export function barMarks(axes: CapturedAxes, place: AxesPlace): Mark[] {
  const groups = barsOf(axes).flatMap(({ horizontal, boxes }) => boxes.map((box) => ({ horizontal, box })));
  return groups.map(({ horizontal, box }) =>
    barMark(
      box,
      horizontal,
      place,
      groups.map((each) => each.box),
    ),
  );
}

function barMark(box: BarBox, horizontal: boolean, place: AxesPlace, all: readonly BarBox[]): Mark {
  const xs = ends((value) => place.x(value), box.x, box.width);
  const ys = ends((value) => place.y(value), box.y, box.height);
  const [across, along] = horizontal ? [ys, xs] : [xs, ys];
  const [low, high] = horizontal ? [place.box.left, place.box.right] : [place.box.bottom, place.box.top];
  const what = `the bar from ${short(box.x)}, ${short(box.y)} to ${short(box.x + box.width)}, ${short(box.y + box.height)} is not in the picture`;
  const tip = horizontal ? place.x(box.x + box.width) : place.y(box.y + box.height);
  if (tip < low - 1 || tip > high + 1) return { what: `${what}: it runs out of the axes`, inside: [false], border: [] };
  const look = (a: number, b: number): Rgb | undefined =>
    horizontal ? place.canvas.colorAt(b, a) : place.canvas.colorAt(a, b);
  const isBar = paintTest(box, place.ground);
  const columns = ACROSS.map((share) => across[0] + share * (across[1] - across[0]));
  const [start, end] = [Math.max(along[0], low), Math.min(along[1], high)];
  const sample = (at: number, test: (color: Rgb) => boolean) =>
    columns.map((column) => {
      const color = look(column, at);
      return color !== undefined && test(color);
    });
  const isThin = end - start < 2 * CLEAR + 1 || across[1] - across[0] < 4;
  const isNothing = end - start < 2 || across[1] - across[0] < 2;
  const inside = isThin
    ? isNothing
      ? []
      : sample((start + end) / 2, (color) => !isLike(color, place.ground))
    : ALONG.flatMap((share) => sample(start + CLEAR + share * (end - start - 2 * CLEAR), isBar));
  // Beyond an end another bar of the same colour may go on.
  const goesOn = (at: number) =>
    all.some((other) => {
      if (other === box || other.color !== box.color) return false;
      const [left, right] = ends((value) => place.x(value), other.x, other.width);
      const [bottom, top] = ends((value) => place.y(value), other.y, other.height);
      const [x, y] = horizontal ? [at, (across[0] + across[1]) / 2] : [(across[0] + across[1]) / 2, at];
      return x > left && x < right && y > bottom && y < top;
    });
  const most = (looks: readonly boolean[]) => looks.filter(Boolean).length >= looks.length / 2;
  const beyond = [start - CLEAR, end + CLEAR].filter((at) => at > low && at < high && !goesOn(at));
  const border = [
    ...(isThin ? [] : [start + CLEAR, end - CLEAR].map((at) => most(sample(at, isBar)))),
    ...(box.color === null ? [] : beyond.map((at) => most(sample(at, (color) => !isBar(color))))),
  ];
  return { what, inside, border };
}

const ends = (at: (value: number) => number, from: number, length: number) =>
  [at(from), at(from + length)].toSorted((one, other) => one - other) as [number, number];

/** Its colour or that of its edge; of a transparent one anything but the ground, as much may shine through. */
function paintTest({ color, edge }: BarBox, ground: Rgb): (seen: Rgb) => boolean {
  const paints = [color, edge].filter((each) => each !== null);
  if (paints.some((each) => !isSolid(each))) return (seen) => !isLike(seen, ground);
  const wanted = paints.map((each) => rgbOf(each)).filter((each) => !isLike(each, ground));
  return (seen) => wanted.some((each) => isLike(seen, each));
}

/** Half the width of a thin line; two percent of the range are more than twice as much in a small picture. */
const REACH = 2;
/** Along a line between two points, where dashes have gaps. */
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
      // Every single point counts; where lines cross, another one may lie above it.
      const corners = points.flatMap((point, at): Mark[] =>
        isPlace(point)
          ? [
              {
                what: `the line "${label.slice(0, 60)}" is not at ${short(line.x[at] ?? NaN)}, ${short(line.y[at] ?? NaN)}`,
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

/** Where a line claims a gap, it must not run on. */
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
        // Transparent ones mix with those below.
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
          what: `no point is seen at ${short(x[at] ?? NaN)}, ${short(y[at] ?? NaN)}`,
          inside: [any],
          border: [],
        })),
      ];
    });
}

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
    // Close to both edges, as far as lines of white between pieces allow.
    const inset = Math.min(2, (to - from) / 4);
    const reaches = [0.55, 0.8, 0.93].map((share) => hole + share * (outer - hole));
    const at = (degrees: number) => reaches.map((reach) => seen(degrees, reach));
    if (!(to - from >= 1)) return { what, inside: [], border: [] };
    const most = (looks: readonly boolean[]) => looks.filter(Boolean).length > looks.length / 2;
    // With more pieces than colours, the next one may look the same.
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

/** Cells of a mesh have edges, those of an image lie around whole numbers. */
const edge = (edges: readonly (number | null)[] | undefined, at: number) => (edges ? (edges[at] ?? NaN) : at - 0.5);

/** Cells of one colour each; the same colour for the same value, another one for a very different value. */
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

const short = (value: number) => String(Math.round(value * 100) / 100);
