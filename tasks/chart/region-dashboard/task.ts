// A page with a menu: revenue and target by month for each region and for all regions. Orders have UTC time stamps, so that
// some belong to another month in the company's time zone; regions are typed by hand; targets are given by quarter.
import { defineTask, figureShows, fileOutput, liveTraps, writeCsv, type Draw, type Language } from 'pybench/kit';

type Values = Record<string, number>;
type View = { revenue: Values; target: [string, number][] };
type Truth = { all: string; revenueName: string; targetName: string; views: Record<string, View> };
type Order = { at: number; region: string; typed: string; cents: number; isReturn: boolean; cancelled: boolean };
type Shop = { orders: Order[]; targets: Record<string, number[]> };

const file = 'output/dashboard.html';
const HOUR = 3_600_000;
/** Hours: Shanghai and Singapore, all year. */
const AHEAD = 8 * HOUR;
const MONTHS = 12;

const words = {
  en: {
    regions: ['Harbour', 'Old Town', 'Hillside', 'Riverbank', 'Airport', 'University', 'Docklands', 'West End'],
    months: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
    all: 'All regions',
    names: ['Revenue', 'Target'],
    orders: ['order', 'created_at', 'region', 'type', 'status', 'amount'],
    types: ['sale', 'return'],
    status: ['paid', 'cancelled'],
    targets: ['region', 'Q1', 'Q2', 'Q3', 'Q4'],
    query: (year: number) =>
      `Could you build us a little dashboard for ${year} with Plotly: one HTML page with one chart and a dropdown menu above it? The menu offers "All regions" and each region by its name in ./data/targets.csv, and the page opens with "All regions". Whatever is chosen, the chart shows just two things, named in the legend: "Revenue" as bars and "Target" as a line, both by month, with the months written Jan, Feb, Mar … Dec.

The orders are in ./data/orders.csv, in dollars. Their time stamps are in UTC, but a month is a calendar month in Singapore (UTC+8), so the file also holds a few orders that are not of ${year} at all. Cancelled orders do not count; the amount of a return is written as a positive number and reduces the revenue. A month without orders has a revenue of 0. The region was typed by hand: capital letters, and spaces around it, mean nothing. ./data/targets.csv has a target for each quarter, in dollars, which is spread evenly over its three months; for "All regions" the targets add up.`,
    about: 'the page. It may load plotly.js from the network.',
  },
  zh: {
    regions: ['滨江', '城东', '城西', '高新区', '机场', '大学城', '老城', '港口'],
    months: ['1月', '2月', '3月', '4月', '5月', '6月', '7月', '8月', '9月', '10月', '11月', '12月'],
    all: '全部区域',
    names: ['收入', '目标'],
    orders: ['订单号', '下单时间', '区域', '类型', '状态', '金额'],
    types: ['销售', '退货'],
    status: ['已付款', '已取消'],
    targets: ['区域', '一季度', '二季度', '三季度', '四季度'],
    query: (year: number) =>
      `请用 Plotly 给我们做一个 ${year} 年的小看板：一个 HTML 页面，里面一张图，图上方有一个下拉菜单。菜单里有“全部区域”以及 ./data/targets.csv 里的每个区域（用表里的名称），页面打开时显示“全部区域”。不管选哪一项，图里都只有两样东西，图例写明：“收入”用柱子，“目标”用折线，都按月显示，月份写成 1月、2月、3月……12月。

订单在 ./data/orders.csv 里，金额单位是元。时间戳是 UTC 时间，而月份按北京时间（UTC+8）的自然月算，所以文件里也有少数订单根本不属于 ${year} 年。已取消的订单不算；退货的金额写成正数，要从收入里扣掉。没有订单的月份收入为 0。区域是手工填写的，前后的空格不用管。./data/targets.csv 里是每个季度的目标，单位是元，平均摊到该季度的三个月；“全部区域”的目标是各区域之和。`,
    about: '这个页面，可以从网络加载 plotly.js。',
  },
};

function drawShop(draw: Draw, lang: Language, year: number): Shop {
  const regions = draw.sample(words[lang].regions, 4);
  const start = Date.UTC(year, 0, 1) - AHEAD;
  const end = Date.UTC(year + 1, 0, 1) - AHEAD;
  const quiet = { region: draw.pick(regions), month: draw.int(1, 10) };
  const orders = draw
    .many(700, (): Order => {
      const region = draw.pick(regions);
      // Many orders fall in the last hours of a month, some in the hours around new year.
      const late = Date.UTC(year, draw.int(0, 12), 1) - AHEAD + draw.int(-14, 9) * HOUR;
      const at = (draw.chance(0.35) ? late : start + draw.int(0, Math.floor((end - start) / 60_000) - 1) * 60_000) + draw.int(0, 59) * 1000; // prettier-ignore
      return {
        at,
        region,
        typed: draw.chance(0.75) ? region : draw.pick([` ${region}`, `${region}  `, region.toUpperCase(), region.toLowerCase()]), // prettier-ignore
        cents: draw.int(1500, 98_000),
        isReturn: draw.chance(0.12),
        cancelled: draw.chance(0.1),
      };
    })
    .filter(({ at, region }) => !(region === quiet.region && monthOf(at, AHEAD, year) === quiet.month));
  const targets = Object.fromEntries(regions.map((region) => [region, draw.many(4, () => draw.int(8, 24) * 1500)]));
  return { orders: orders.toSorted((one, other) => one.at - other.at), targets };
}

/** 0 to 11, or undefined in another year. */
function monthOf(at: number, ahead: number, year: number): number | undefined {
  const day = new Date(at + ahead);
  return day.getUTCFullYear() === year ? day.getUTCMonth() : undefined;
}

interface Reading {
  readonly ahead?: number;
  readonly returns?: number;
  readonly counts?: (order: Order) => boolean;
}

/** Cents by month, of one region or of all regions. */
function revenue({ orders }: Shop, year: number, region: string | undefined, how: Reading = {}): number[] {
  const { ahead = AHEAD, returns = -1, counts = ({ cancelled }: Order) => !cancelled } = how;
  const sums = Array.from({ length: MONTHS }, () => 0);
  for (const order of orders) {
    const month = monthOf(order.at, ahead, year);
    if (month === undefined || !counts(order) || (region !== undefined && order.region !== region)) continue;
    sums[month] = (sums[month] ?? 0) + order.cents * (order.isReturn ? returns : 1);
  }
  return sums;
}

/** Over all regions, by more than 3 % of the highest bar: most wrong ways show there. */
const shows = (year: number, how: Reading) => (shop: Shop) => {
  const right = revenue(shop, year, undefined);
  const wrong = revenue(shop, year, undefined, how);
  return right.some((sum, month) => Math.abs(sum - (wrong[month] ?? 0)) > 0.03 * Math.max(...right));
};

export default defineTask<Truth>({
  level: 'hard',
  skills: ['interactive chart', 'time zones', 'dashboard'],
  inputs: ['csv'],
  outputs: ['html'],
  generate(draw, { lang }) {
    const say = words[lang];
    const year = draw.int(2021, 2025);
    const shop = liveTraps(draw, (each: Draw) => drawShop(each, lang, year), {
      utc: shows(year, { ahead: 0 }),
      returns: shows(year, { returns: 1 }),
      cancelled: shows(year, { counts: () => true }),
      typed: shows(year, { counts: ({ cancelled, typed, region }) => !cancelled && typed === region }),
      drawable: (made) => Object.keys(made.targets).every((region) => revenue(made, year, region).every((sum) => sum >= 0)), // prettier-ignore
    });
    const byMonth = (values: readonly number[]): Values => Object.fromEntries(say.months.map((month, at) => [month, values[at] ?? 0])); // prettier-ignore
    const monthly = (quarters: readonly number[]) => say.months.map((month, at): [string, number] => [month, (quarters[Math.floor(at / 3)] ?? 0) / 3]); // prettier-ignore
    const view = (region: string | undefined, quarters: readonly number[]): View => ({
      revenue: byMonth(revenue(shop, year, region).map((cents) => cents / 100)),
      target: monthly(quarters),
    });
    const regions = Object.entries(shop.targets);
    const total = [0, 1, 2, 3].map((quarter) => regions.reduce((sum, [, quarters]) => sum + (quarters[quarter] ?? 0), 0)); // prettier-ignore
    const rows = shop.orders.map(({ at, typed, cents, isReturn, cancelled }, index) => [
      `A${50_001 + index}`,
      new Date(at).toISOString().replace('.000Z', 'Z'),
      typed,
      say.types[isReturn ? 1 : 0] ?? '',
      say.status[cancelled ? 1 : 0] ?? '',
      (cents / 100).toFixed(2),
    ]);
    return {
      files: {
        'orders.csv': writeCsv([say.orders, ...rows]),
        'targets.csv': writeCsv([say.targets, ...regions.map(([region, quarters]) => [region, ...quarters])]),
      },
      query: say.query(year),
      outputs: { [file]: fileOutput({ en: words.en.about, zh: words.zh.about }) },
      truth: {
        all: say.all,
        revenueName: say.names[0] ?? '',
        targetName: say.names[1] ?? '',
        views: {
          [say.all]: view(undefined, total),
          ...Object.fromEntries(regions.map(([region, quarters]) => [region, view(region, quarters)])),
        },
      },
    };
  },
  // The kit's half a percent of the highest value: what is drawn was exact to 1e-4 of it, rounding to dollars is off by 0.01 % of
  // it; the traps above forbid ways that are less than 3 % off.
  checks: ({ all, revenueName, targetName, views }) => {
    const panels = ({ revenue: values, target }: View) => [
      {
        series: [
          { kind: 'bars' as const, name: revenueName, values, order: Object.keys(values) },
          { kind: 'line' as const, name: targetName, points: target },
        ],
      },
    ];
    const opening = views[all];
    if (!opening) throw new Error('the truth lacks the view of all regions');
    return [
      figureShows(file, { panels: panels(opening), views: Object.keys(views), chosen: all }),
      ...Object.entries(views).map(([name, view]) => figureShows(file, { panels: panels(view), view: name })),
    ];
  },
});
