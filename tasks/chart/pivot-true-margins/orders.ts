// The orders, their pivot table, and the tables that wrong ways give.
import { dates, differs, names, type Draw, type Language } from 'pybench/kit';

export const labels = {
  en: { unassigned: 'Unassigned', total: 'Overall' },
  zh: { unassigned: '未填写', total: '总体' },
};
export const quarters = ['q1', 'q2', 'q3', 'q4'];

export type Order = { day: string; region: string | null; cents: number };
export type PivotRow = { region: string } & Record<string, string | number | null>;

/** Regions differ in number and value of orders, also over the year: otherwise all means would be similar. */
export function drawOrders(draw: Draw, lang: Language, year: number): { orders: Order[] } {
  const regions = names.regionNames(draw, lang, 6);
  const silent = { region: draw.int(0, 5), quarter: draw.int(0, 3) };
  const orders: Order[] = [];
  const add = (region: string | null, quarter: number, of: number, level: number) => {
    const first = dates.dayNumber(`${of}-${String(3 * quarter + 1).padStart(2, '0')}-01`);
    const cents = Math.max(900, Math.round(draw.normal(level, level / 4)));
    orders.push({ day: dates.isoDay(first + draw.int(0, 88)), region, cents });
  };
  for (const [index, region] of [...regions, null].entries()) {
    const level = draw.int(9_000, 60_000);
    for (let quarter = 0; quarter < 4; quarter += 1) {
      if (index === silent.region && quarter === silent.quarter) continue;
      const season = draw.decimal(0.7, 1.5, 2);
      for (let count = draw.int(3, 40); count > 0; count -= 1) add(region, quarter, year, level * season);
    }
    for (const [of, quarter] of [
      [year - 1, 3],
      [year + 1, 0],
    ] as const)
      add(region, quarter, of, level * 1.4);
  }
  return { orders };
}

/** Not rounded to cents: for half a cent both neighbours are accepted. */
const mean = (orders: readonly Order[]): number | null =>
  orders.length === 0
    ? null
    : Math.round((orders.reduce((sum, { cents }) => sum + cents, 0) / orders.length) * 10_000) / 1_000_000;

const quarterOf = ({ day }: Order) => Math.floor((dates.parts(day).month - 1) / 3);

export function pivot(all: readonly Order[], year: number, lang: Language = 'en'): PivotRow[] {
  const orders = all.filter(({ day }) => dates.parts(day).year === year);
  const row = (region: string, own: readonly Order[]): PivotRow => ({
    region,
    ...Object.fromEntries(quarters.map((name, at) => [name, mean(own.filter((order) => quarterOf(order) === at))])),
    year: mean(own),
  });
  const regions = [...new Set(orders.flatMap(({ region }) => region ?? []))].map((name) =>
    row(
      name,
      orders.filter(({ region }) => region === name),
    ),
  );
  return [
    ...regions.toSorted((one, other) => Number(other['year']) - Number(one['year'])),
    row(
      labels[lang].unassigned,
      orders.filter(({ region }) => region === null),
    ),
    row(labels[lang].total, orders),
  ];
}

/** Five cents is ten times the tolerance of the check. */
const FAR = 0.05;

type Made = { orders: Order[] };

export const trapsOf = (year: number) => ({
  'mean-of-means': ({ orders }: Made) => {
    const rows = pivot(orders, year);
    const inner = rows.slice(0, -1).flatMap(({ q1 }) => (typeof q1 === 'number' ? [q1] : []));
    const total = rows.at(-1)?.['q1'] ?? null;
    return differs(total, inner.reduce((sum, value) => sum + value, 0) / inner.length, FAR);
  },
  'blanks-dropped': ({ orders }: Made) => {
    const without = pivot(
      orders.filter(({ region }) => region !== null),
      year,
    ).at(-1);
    return differs(pivot(orders, year).at(-1)?.['year'] ?? null, without?.['year'] ?? null, FAR);
  },
  'other-years': ({ orders }: Made) => {
    return differs(pivot(orders, year).at(-1)?.['year'] ?? null, mean(orders), FAR);
  },
  // The order of rows must not depend on one cent.
  order: ({ orders }: Made) => {
    const averages = pivot(orders, year)
      .slice(0, -2)
      .map((row) => Number(row['year']));
    return averages.every((value, index) => index === 0 || (averages[index - 1] ?? 0) - value > FAR);
  },
});
