// Compares pies, heat maps and flows with the expected ones; their parts match by name, not by position.
import { show } from '../../values.ts';
import type { Series } from './chart.ts';
import { count, shown, squeeze, type Deviation } from './deviation.ts';

export function comparePie(
  shares: Readonly<Record<string, number>>,
  { slices }: Series & { kind: 'pie' },
  tolerance: number,
): Deviation[] {
  const wanted = new Map(Object.entries(shares).map(([label, share]) => [squeeze(label), share]));
  const off = Object.entries(shares).flatMap(([label, share]): Deviation[] => {
    const own = slices.filter((slice) => squeeze(slice.label) === squeeze(label));
    const actual = own.length === 1 ? (own[0]?.share ?? null) : null;
    if (actual !== null && Math.abs(actual - share) <= tolerance) return [];
    if (own.length === 0 && share === 0) return [];
    return [
      {
        message: `the piece of ${label} is ${actual === null ? 'missing' : shown(actual)}, expected ${share}`,
        label,
        expected: share,
        actual,
      },
    ];
  });
  const others = slices.filter(({ label, share }) => !wanted.has(squeeze(label)) && share > tolerance);
  return [...off, ...others.map(({ label }) => ({ message: `the piece ${show(label)} should not be there`, label }))];
}

export function compareHeat(
  values: Readonly<Record<string, Readonly<Record<string, number | null>>>>,
  heat: Series & { kind: 'heat' },
  tolerance: number,
): Deviation[] {
  const [rows, columns] = [heat.rows.map(squeeze), heat.columns.map(squeeze)];
  const all = Object.values(values).flatMap((row) => Object.values(row).flatMap((value) => value ?? []));
  const room = tolerance * (Math.max(...all) - Math.min(...all));
  const size = `${rows.length} × ${columns.length}`;
  const wanted = [Object.keys(values).length, Object.keys(Object.values(values)[0] ?? {}).length];
  if (rows.length !== wanted[0] || columns.length !== wanted[1])
    return [{ message: `the heat map has ${size} cells, expected ${wanted.join(' × ')}` }];
  return Object.entries(values).flatMap(([row, cells]) =>
    Object.entries(cells).flatMap(([column, value]): Deviation[] => {
      const actual = heat.values[rows.indexOf(squeeze(row))]?.[columns.indexOf(squeeze(column))];
      const label = `${row}, ${column}`;
      if (actual === undefined) return [{ message: `there is no cell ${label}`, label, expected: value }];
      const fits = actual === null || value === null ? actual === value : Math.abs(actual - value) <= room;
      return fits ? [] : [{ message: `${label} is ${actual}, expected ${value}`, label, expected: value, actual }];
    }),
  );
}

const keyed = ({ from, to }: { from: string; to: string }) => `${squeeze(from)} → ${squeeze(to)}`;

export function compareFlow(
  links: readonly { from: string; to: string; value: number }[],
  flow: Series & { kind: 'flow' },
  tolerance: number,
): Deviation[] {
  const room = tolerance * Math.max(...links.map(({ value }) => value));
  const wanted = new Set(links.map(keyed));
  const off = links.flatMap((link): Deviation[] => {
    const own = flow.links.filter((each) => keyed(each) === keyed(link));
    const label = `${link.from} → ${link.to}`;
    if (own.length !== 1)
      return [{ message: `${label} is there ${count(own.length, 'time')}`, label, expected: link.value }];
    const actual = own[0]?.value ?? NaN;
    if (Math.abs(actual - link.value) <= room) return [];
    return [{ message: `${label} is ${shown(actual)}, expected ${link.value}`, label, expected: link.value, actual }];
  });
  const others = flow.links.filter((each) => !wanted.has(keyed(each)));
  return [...off, ...others.map(({ from, to }) => ({ message: `${from} → ${to} should not be there` }))];
}
