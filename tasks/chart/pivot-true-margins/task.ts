// A pivot table of average order values whose margins are averages over orders: a mean of the means is wrong, and so is
// a table without the orders that have no region.
import {
  amounts,
  column,
  defineTask,
  liveTraps,
  names,
  number,
  tableEquals,
  tableOutput,
  text,
  workbookHas,
  writeCsv,
  type Draw,
} from 'pybench/kit';
import { drawOrders, labels, pivot, quarters, trapsOf, type Order, type PivotRow } from './orders.ts';

type Truth = { sheet: string; rows: PivotRow[] };

const file = 'output/averages.xlsx';

const words = {
  en: {
    sheet: 'Averages',
    header: ['Order no.', 'Ordered at', 'Customer', 'Region', 'Order value (EUR)'],
    query: (year: number) =>
      `For the board I need a small pivot table in Excel: the average order value by region and quarter of ${year}. The orders are in ./data/orders.csv, one line each; a few from the years before and after have slipped in and do not count. Where nobody filled in the region (the cell is empty, or holds nothing but spaces), put the order into a row of its own called "${labels.en.unassigned}".

The last column is the average over all orders of the region in ${year}, and a last row called "${labels.en.total}" has the average over all orders of the quarter, whatever their region; where the two meet stands the average over all orders of ${year}. If a region had no order in a quarter, leave that cell empty.

So that it looks like something: the header row and the row "${labels.en.total}" in bold, and all averages shown with two decimals. No other sheet, please.`,
  },
  zh: {
    sheet: '平均金额',
    header: ['订单号', '下单时间', '客户', '大区', '订单金额（元）'],
    query: (year: number) =>
      `要给董事会看一张 Excel 小透视表：${year} 年各大区、各季度的平均订单金额。订单都在 ./data/orders.csv 里，每行一张；里面混进了几张前一年和后一年的订单，不要算进来。有些订单没人填大区（单元格是空的，或者只有空格），请单独归到一行，名为“${labels.zh.unassigned}”。

最后一列是该大区 ${year} 年全部订单的平均金额；最后一行名为“${labels.zh.total}”，是该季度全部订单（不分大区）的平均金额；两者相交的那一格就是 ${year} 年全部订单的平均金额。某个大区某个季度一张订单都没有的，那一格留空。

版面上讲究一点：表头行和“${labels.zh.total}”行用粗体，所有平均数都显示两位小数。请不要有别的工作表。`,
  },
};

const about = {
  en: 'the average order value, one row per region and one for all.',
  zh: '平均订单金额，每个大区一行，另有一行总体平均。',
};
const order = {
  en: `regions by their average over the year, highest first; then "${labels.en.unassigned}"; then "${labels.en.total}".`,
  zh: `各大区按全年平均金额从高到低，其后是“${labels.zh.unassigned}”，最后是“${labels.zh.total}”。`,
};

export default defineTask<Truth>({
  level: 'medium',
  skills: ['pivot', 'margins', 'spreadsheet'],
  inputs: ['csv'],
  outputs: ['xlsx'],
  generate(draw, { lang }) {
    const say = words[lang];
    const year = draw.int(2021, 2024);
    const { orders } = liveTraps<{ orders: Order[] }>(draw, (each) => drawOrders(each, lang, year), trapsOf(year));
    const customers = names.companyNames(draw, lang, 40);
    // Numbered in order of arrival, so that a number does not reveal the region.
    const lines = orders
      .map((each) => ({ ...each, at: `${each.day} ${clock(draw)}` }))
      .toSorted((one, other) => (one.at < other.at ? -1 : 1))
      .map(({ at, region, cents }, index) => [
        `A${20_411 + 3 * index}`,
        at,
        draw.pick(customers),
        region ?? draw.pick(['', '', ' ', '  ']),
        amounts.formatCents(cents),
      ]);
    return {
      files: {
        'orders.csv': writeCsv([say.header, ...lines], lang === 'zh' ? { bom: true } : {}),
      },
      query: say.query(year),
      outputs: {
        [file]: tableOutput(
          about,
          {
            region: column(
              text,
              `the region, "${labels.en.unassigned}" or "${labels.en.total}"`,
              `大区名称、“${labels.zh.unassigned}”或“${labels.zh.total}”`,
            ),
            ...Object.fromEntries(
              quarters.map((name, index) => [
                name,
                column(number(2), `average in quarter ${index + 1}`, `第 ${index + 1} 季度的平均金额`),
              ]),
            ),
            year: column(number(2), 'average over the whole year', '全年的平均金额'),
          },
          ['region'],
          order,
          say.sheet,
        ),
      },
      truth: { sheet: say.sheet, rows: pivot(orders, year, lang) },
    };
  },
  // The kit's half a cent: correct ways differ by 1e-12; the wrong ways are at least 0.05 off.
  checks: ({ sheet, rows }) => [
    tableEquals(file, rows),
    workbookHas(file, 'look', {
      sheets: [sheet],
      cells: {
        [sheet]: {
          'first row': { bold: true },
          'last row': { bold: true },
          ...Object.fromEntries([...quarters, 'year'].map((name) => [`column ${name}`, { decimals: 2 }])),
        },
      },
    }),
  ],
});

const twoDigits = (value: number) => String(value).padStart(2, '0');
const clock = (draw: Draw) => `${twoDigits(draw.int(7, 19))}:${twoDigits(draw.int(0, 59))}`;
