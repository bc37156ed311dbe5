// Finds axes of values from the printed numbers: a column or a row of numbers that fit a linear or logarithmic scale.
import { calibrate, FormatProblem, parseTickLabel, type AxisScale } from '../../../../formats/index.ts';
import { bottom, rightEdge, ruleOf, type PlacedShape, type PlacedText, type AxisSide } from './geometry.ts';
import { printed, type Printed } from './numbers.ts';

interface PrintedText extends Printed {
  readonly text: PlacedText;
}

export interface ValueAxis {
  readonly side: AxisSide;
  readonly texts: readonly PlacedText[];
  readonly scale: AxisScale | undefined;
  readonly problem?: string;
  /** 1 if a number other than 0 has a unit, such as "k", which `scale` already includes; otherwise undefined. */
  readonly times: number | undefined;
  readonly money: boolean;
}

/** The multiplier at the end of an axis, such as "1e6" or "×10⁶"; undefined for other texts. */
export function offsetOf(text: string): number | undefined {
  const power = /^1e([-+−]?\d+)$/.exec(text.trim());
  if (power) return Number(`1e${power[1]?.replace('−', '-')}`);
  return /^[×x]/.test(text.trim()) ? parseTickLabel(`1${text.trim().replace(/^x/, '×')}`) : undefined;
}

/** All axes of numbers along a side ("y": columns, "x": rows of numbers), the one with the most numbers first. */
export function valueAxes(side: AxisSide, texts: readonly PlacedText[], shapes: readonly PlacedShape[]): ValueAxis[] {
  const numbers = texts.flatMap((text): PrintedText[] => {
    const found = offsetOf(text.text) === undefined ? printed(text.text) : undefined;
    return found && !text.legend ? [{ ...found, text }] : [];
  });
  const rules = shapes.flatMap((shape) => {
    const rule = ruleOf(shape);
    return rule?.side === side ? [rule] : [];
  });
  const open = new Set(numbers);
  const axes: ValueAxis[] = [];
  for (;;) {
    const best = columns(side, [...open]).reduce<PrintedText[]>(
      (most, each) => (each.length > most.length ? each : most),
      [],
    );
    if (best.length < 2) return axes;
    for (const each of best) open.delete(each);
    const axis = axisOf(side, best, rules);
    if (axis) axes.push(axis);
  }
}

/** Groups of numbers that are aligned by an edge or by their middles. */
function columns(side: AxisSide, numbers: readonly PrintedText[]): PrintedText[][] {
  const edges = ({ text: { box, center } }: PrintedText) =>
    side === 'y' ? [rightEdge(box), box.x, center[0]] : [center[1], box.y, bottom(box)];
  return numbers.flatMap((first) =>
    edges(first).map((edge, which) => numbers.filter((each) => Math.abs((edges(each)[which] ?? NaN) - edge) < 2)),
  );
}

const along = (side: AxisSide, { center }: PlacedText) => (side === 'y' ? center[1] : center[0]);

function axisOf(
  side: AxisSide,
  numbers: readonly PrintedText[],
  rules: readonly NonNullable<ReturnType<typeof ruleOf>>[],
): ValueAxis | undefined {
  const ticks = numbers.map(({ number, times = 1, text }) => {
    const [at, room] = [
      along(side, text),
      0.55 * (side === 'y' ? text.height : Math.max(text.height, text.box.width / 2)),
    ];
    // A tick mark or a grid line gives the exact position of the number.
    const own = rules
      .filter((rule) => Math.abs(rule.at - at) < room)
      .toSorted((one, other) => Math.abs(one.at - at) - Math.abs(other.at - at))[0];
    return { value: number * times, at, ruled: own?.at, room };
  });
  if (new Set(ticks.map(({ value }) => value)).size < 2) return undefined;
  const ruled = ticks.flatMap(({ value, ruled: at }) => (at === undefined ? [] : [{ value, at }]));
  const scale = attempt(ruled.length === ticks.length ? ruled : ticks) ?? attempt(ticks);
  const lies =
    scale !== undefined &&
    ticks.every(({ value, at, room }) => Math.abs(scale.coordinateOf(value) - at) <= Math.max(2.5, room));
  const marked = numbers.filter(({ number }) => number !== 0);
  const times = new Set(marked.map((each) => each.times));
  return {
    side,
    texts: numbers.map(({ text }) => text),
    scale: lies ? scale : undefined,
    ...(lies ? {} : { problem: 'its numbers do not lie on a scale' }),
    // The units of the numbers are applied above; the 1 only records that there is a unit.
    times: [...times].some((each) => each !== undefined) ? 1 : undefined,
    money: numbers.some(({ money }) => money),
  };
}

function attempt(ticks: readonly { readonly at: number; readonly value: number }[]): AxisScale | undefined {
  try {
    const scale = calibrate(ticks);
    return scale.error < 2.5 ? scale : undefined;
  } catch (error) {
    if (error instanceof FormatProblem) return undefined;
    throw error;
  }
}
