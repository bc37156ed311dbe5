// Converts shapes of the document to outlines in picture pixels, and computed styles to paints.
import { parsePath, transformed, type PathOutline as Outline, type PathPoint } from '../../../../formats/index.ts';
import { MAX_POINTS } from './drawing.ts';
import { FigureFault } from './frozen-page.ts';
import type { RawShape } from './in-page.ts';

const rounded = (value: number) => Math.round(value * 1000) / 1000;

export function outlinesOf({ kind, d, numbers = [], matrix }: RawShape): Outline[] {
  const local = kind === 'path' ? parsePath(d ?? '') : [polygon(kind, numbers)];
  const outlines = transformed(local, matrix).map(({ closed, runs }) => ({
    closed: closed || returns(runs),
    runs: runs.map(({ curve, points }) => ({
      curve,
      points: points.map(([x, y]): PathPoint => [rounded(x), rounded(y)]),
    })),
  }));
  const count = outlines.reduce((sum, { runs }) => sum + runs.reduce((all, { points }) => all + points.length, 0), 0);
  if (count > MAX_POINTS) throw new FigureFault('it draws more points than a chart has');
  return outlines;
}

/** Whether a path ends where it began, even if it is not declared as closed. */
function returns(runs: Outline['runs']): boolean {
  const [first, last] = [runs[0]?.points[0], runs.at(-1)?.points.at(-1)];
  const count = runs.reduce((sum, { points }) => sum + points.length, 0);
  return (
    count > 3 && first !== undefined && last !== undefined && Math.hypot(first[0] - last[0], first[1] - last[1]) < 0.01
  );
}

function polygon(kind: RawShape['kind'], numbers: readonly number[]): Outline {
  if (kind === 'lines' || kind === 'loop') {
    const points = Array.from({ length: Math.floor(numbers.length / 2) }, (_, at): PathPoint => [
      numbers[2 * at] ?? 0,
      numbers[2 * at + 1] ?? 0,
    ]);
    return { closed: kind === 'loop', runs: [{ curve: false, points }] };
  }
  const [x = 0, y = 0, width = 0, height = 0] = numbers;
  if (kind === 'box')
    return {
      closed: true,
      runs: [{ curve: false, points: [[x, y], [x + width, y], [x + width, y + height], [x, y + height]] }], // prettier-ignore
    };
  const points = Array.from({ length: 33 }, (_, at): PathPoint => {
    const turn = (at / 16) * Math.PI;
    return [x + (width / 2) * (1 + Math.cos(turn)), y + (height / 2) * (1 + Math.sin(turn))];
  });
  return { closed: true, runs: [{ curve: true, points }] };
}

export interface Paint {
  /** "#rrggbb" or "other". */
  readonly color: string;
  readonly alpha: number;
}

/** Parses a computed paint; undefined if nothing is painted. */
export function paintOf(computed: string, alpha: number): Paint | undefined {
  if (computed === 'none' || computed === '') return undefined;
  const levels = /^rgba?\(\s*([\d.]+),\s*([\d.]+),\s*([\d.]+)(?:,\s*([\d.]+))?\)$/.exec(computed);
  const whole = alpha * Number(levels?.[4] ?? 1);
  if (whole < 0.02) return undefined;
  if (!levels) return { color: 'other', alpha: whole };
  const hex = levels.slice(1, 4).map((level) => Math.round(Number(level)).toString(16).padStart(2, '0'));
  return { color: `#${hex.join('')}`, alpha: whole };
}
