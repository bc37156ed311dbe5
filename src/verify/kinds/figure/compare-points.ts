// Compares lines and points with the expected ones; points match by their position on the x axis.
import type { Panel, Series } from './chart.ts';
import { allowanceOf, shown, squeeze, withFactor, type Deviation } from './deviation.ts';
import type { ExpectedSeries } from './expected.ts';

type ExpectedPoints = Extract<ExpectedSeries, { kind: 'line' | 'points' }>;
type Drawn = Extract<Series, { kind: 'line' | 'points' }>['points'];

export function comparePoints(
  { points, kind }: ExpectedPoints,
  drawn: Drawn,
  { x, y }: Panel,
  tolerance: number,
): Deviation[] {
  const values = points.flatMap(([, value]) => (value === null ? [] : [value]));
  const places = points.flatMap(([place]) => (typeof place === 'number' ? [place] : []));
  const samePlace = allowanceOf(x, places, tolerance);
  return withFactor(y, (factor) => {
    const room = allowanceOf(
      { ...y, limits: y.limits && [y.limits[0] * factor, y.limits[1] * factor] },
      values,
      tolerance,
    );
    const open = [...drawn];
    const off = points.flatMap(([place, value]): Deviation[] => {
      const here = (each: Drawn[number]) =>
        typeof place === 'number' ? samePlace(place, Number(each.x)) : squeeze(String(each.x)) === squeeze(place);
      const fits = (each: Drawn[number]) =>
        value === null ? each.y === null : each.y !== null && room(value, each.y * factor);
      // Several points may share one position: the one with the expected value matches first.
      const at = open.findIndex((each) => here(each) && fits(each));
      const label = String(place);
      if (at >= 0) {
        open.splice(at, 1);
        return [];
      }
      const other = open.findIndex(here);
      const [near] = other < 0 ? [] : open.splice(other, 1);
      // A missing point also counts as a gap.
      if (value === null && near === undefined) return [];
      const actual = near?.y === undefined || near.y === null ? null : near.y * factor;
      const found = actual === null ? 'nothing is drawn' : `it is ${shown(actual)}`;
      return [{ message: `at ${label} ${found}, expected ${value ?? 'a gap'}`, label, expected: value, actual }];
    });
    const extra = open.filter((each) => each.y !== null);
    const more = extra[0]
      ? [{ message: `${extra.length} points of the ${kind} should not be there, such as at ${String(extra[0].x)}` }]
      : [];
    return [...off, ...more];
  });
}
