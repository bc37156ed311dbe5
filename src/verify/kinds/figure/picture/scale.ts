// Finds the scale of a value axis from the numbers that OCR reads along it.
import { parseTickLabel } from '../../../../formats/index.ts';
import { printedNumber } from '../chart.ts';
import type { WordBox, Unit } from './words.ts';

export interface Scale {
  /** The value at a row of the picture. */
  readonly valueAt: (y: number) => number;
  /** The row of the value 0. */
  readonly zero: number;
  readonly perPixel: number;
  readonly least: number;
  readonly most: number;
  readonly problem?: string;
}

interface Printed {
  readonly box: WordBox;
  readonly y: number;
  readonly numbers: readonly number[];
  /** Whether one reading is digits only, perhaps with a tick mark; a misread letter could look like a unit. */
  readonly isPlain: boolean;
}

/** Maximum vertical offset of a number from its tick, as a share of the text height. */
const OFF = 0.35;

export function scaleOf(units: readonly Unit[], size: number): Scale | undefined {
  const printed = units.flatMap(({ box, texts }): Printed[] => {
    const numbers = [...new Set(texts.flatMap(numbersIn))];
    return numbers.length === 0
      ? []
      : [
          {
            box,
            y: (box.top + box.bottom) / 2,
            numbers,
            isPlain: texts.some((text) => /^[\d.,]+[\s—–−_-]*$/.test(text)),
          },
        ];
  });
  const best = bestFit(printed, size);
  if (!best) return undefined;
  const { slope, zero, fitting } = best;
  const column = {
    left: Math.min(...fitting.map(({ box }) => box.left)),
    right: Math.max(...fitting.map(({ box }) => box.right)),
  };
  const valueAt = (y: number) => (zero - y) * slope;
  const odd = printed.find(
    (each) =>
      !fitting.includes(each) &&
      each.isPlain &&
      Math.min(each.box.right, column.right) - Math.max(each.box.left, column.left) >
        0.5 * (each.box.right - each.box.left),
  );
  const values = fitting.map(({ y }) => valueAt(y));
  return {
    valueAt,
    zero,
    perPixel: slope,
    least: Math.min(...values),
    most: Math.max(...values),
    ...(odd && {
      problem: `the number ${odd.numbers[0] ?? ''} stands where ${Math.round(valueAt(odd.y) * 10) / 10} belongs`,
    }),
  };
}

/** Parses OCR text as numbers. A leading dash may be a minus or a tick mark, so both readings count; "o" means 0. */
export function numbersIn(text: string): number[] {
  const tidy = text
    .normalize('NFKC')
    .replaceAll(/\s/g, '')
    .replaceAll(/[—–−]/g, '-')
    .replace(/[-_|.:'"]+$/, '')
    .replace(/^[|.:'"]+/, '')
    .replace(/^(-?)[oO]$/, '$10');
  return [...new Set([tidy, tidy.replace(/^[-_]+/, '')])].flatMap((each) =>
    /\d/.test(each) ? (printedNumber(each, parseTickLabel) ?? []) : [],
  );
}

interface Fit {
  readonly slope: number;
  readonly zero: number;
  readonly fitting: readonly Printed[];
}

/** The line through two numbers that fits the most numbers. Its values must increase upwards; the error breaks ties. */
function bestFit(printed: readonly Printed[], size: number): Fit | undefined {
  let best: Fit | undefined;
  let least = Infinity;
  for (const [at, one] of printed.entries())
    for (const other of printed.slice(at + 1))
      for (const a of one.numbers)
        for (const b of other.numbers) {
          const slope = (b - a) / (one.y - other.y);
          if (!(slope > 0) || !Number.isFinite(slope)) continue;
          const zero = one.y + a / slope;
          const offs = printed.flatMap((each) => {
            const off = Math.min(...each.numbers.map((value) => Math.abs(zero - value / slope - each.y)));
            return off <= size * OFF && sameColumn(each.box, one.box, size) ? [{ each, off }] : [];
          });
          const sum = offs.reduce((total, { off }) => total + off, 0);
          const count = best?.fitting.length ?? 0;
          if (offs.length > count || (offs.length === count && sum < least)) {
            best = { slope, zero, fitting: offs.map(({ each }) => each) };
            least = sum;
          }
        }
  // Any two numbers define a line, so at least three must fit.
  return best && best.fitting.length >= 3 ? refined(best) : undefined;
}

/** Whether two numbers are right-aligned, left-aligned or centred, as the numbers of one axis are. */
function sameColumn(one: WordBox, other: WordBox, size: number): boolean {
  return (
    Math.abs(one.right - other.right) < size ||
    Math.abs(one.left - other.left) < size ||
    Math.abs(one.left + one.right - other.left - other.right) < size
  );
}

/** The least-squares line through the fitting numbers. */
function refined({ slope, zero, fitting }: Fit): Fit {
  const points = fitting.map(({ y, numbers }) => {
    const expected = (zero - y) * slope;
    const value = numbers.reduce((best, each) => (Math.abs(each - expected) < Math.abs(best - expected) ? each : best), Infinity); // prettier-ignore
    return { y, value };
  });
  const n = points.length;
  const [my, mv] = [
    points.reduce((sum, { y }) => sum + y, 0) / n,
    points.reduce((sum, { value }) => sum + value, 0) / n,
  ];
  const over = points.reduce((sum, { y, value }) => sum + (y - my) * (value - mv), 0);
  const under = points.reduce((sum, { y }) => sum + (y - my) ** 2, 0);
  if (!(under > 0) || !(over < 0)) return { slope, zero, fitting };
  const rising = -over / under;
  return { slope: rising, zero: my + mv / rising, fitting };
}
