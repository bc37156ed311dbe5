// Checks claimed bars against the pixels: the colour of a bar must fill it up to its ends, and must stop there.
import { capturedBars, type CapturedBar, type CapturedAxes } from './from-capture.ts';
import { most, shortly, type Mark } from './marks.ts';
import { isLike, isSolid, rgbOf, type Rgb } from './pixels.ts';
import type { AxesPlace } from './place.ts';

/** Distance from an edge, in pixels, at which the colour is reliable: edges snap to pixels and may have an outline. */
const CLEAR = 3;
const ACROSS = [0.15, 0.3, 0.7, 0.85];
const ALONG = [0.1, 0.3, 0.5, 0.7, 0.9];

export function barMarks(axes: CapturedAxes, place: AxesPlace): Mark[] {
  const groups = capturedBars(axes).flatMap(({ horizontal, boxes }) => boxes.map((box) => ({ horizontal, box })));
  return groups.map(({ horizontal, box }) =>
    barMark(
      box,
      horizontal,
      place,
      groups.map((each) => each.box),
    ),
  );
}

function barMark(box: CapturedBar, horizontal: boolean, place: AxesPlace, all: readonly CapturedBar[]): Mark {
  const xs = ends((value) => place.x(value), box.x, box.width);
  const ys = ends((value) => place.y(value), box.y, box.height);
  const [across, along] = horizontal ? [ys, xs] : [xs, ys];
  const [low, high] = horizontal ? [place.box.left, place.box.right] : [place.box.bottom, place.box.top];
  const what = `the bar from ${shortly(box.x)}, ${shortly(box.y)} to ${shortly(box.x + box.width)}, ${shortly(box.y + box.height)} is not in the picture`;
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
  // Another bar of the same colour may continue beyond an end.
  const goesOn = (at: number) =>
    all.some((other) => {
      if (other === box || other.color !== box.color) return false;
      const [left, right] = ends((value) => place.x(value), other.x, other.width);
      const [bottom, top] = ends((value) => place.y(value), other.y, other.height);
      const [x, y] = horizontal ? [at, (across[0] + across[1]) / 2] : [(across[0] + across[1]) / 2, at];
      return x > left && x < right && y > bottom && y < top;
    });
  const beyond = [start - CLEAR, end + CLEAR].filter((at) => at > low && at < high && !goesOn(at));
  const border = [
    ...(isThin ? [] : [start + CLEAR, end - CLEAR].map((at) => most(sample(at, isBar)))),
    ...(box.color === null ? [] : beyond.map((at) => most(sample(at, (color) => !isBar(color))))),
  ];
  return { what, inside, border };
}

const ends = (at: (value: number) => number, from: number, length: number) =>
  [at(from), at(from + length)].toSorted((one, other) => one - other) as [number, number];

/**
 * Returns a test of whether a pixel has the fill or edge colour of the bar. A transparent bar mixes with the marks
 * below it: any colour except the background passes.
 */
function paintTest({ color, edge }: CapturedBar, ground: Rgb): (seen: Rgb) => boolean {
  const paints = [color, edge].filter((each) => each !== null);
  if (paints.some((each) => !isSolid(each))) return (seen) => !isLike(seen, ground);
  const wanted = paints.map((each) => rgbOf(each)).filter((each) => !isLike(each, ground));
  return (seen) => wanted.some((each) => isLike(seen, each));
}
