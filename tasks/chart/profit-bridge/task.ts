// A waterfall chart from one year's profit to the next: every bar starts where the one before ended. In the workbook a column gives
// the direction of an amount, a minus reverses an earlier amount, and subtotals stand between the drivers.
import { defineTask, fileOutput, figureShows, liveTraps, writeXlsx, type Draw, type Language } from 'pybench/kit';

type Truth = { unit: number; order: string[]; spans: Record<string, [number, number]>; colors: Record<string, string> };
type Posting = { driver: string; raises: boolean; amount: number };
type Book = { start: number; drivers: string[]; postings: Posting[] };

const file = 'output/bridge.svg';
const paint = { rise: '#2e7d32', fall: '#c62828', total: '#455a64' };
const months = 12;

const words = {
  en: {
    drivers: ['Prices', 'Volume', 'New shops', 'Raw materials', 'Wages', 'Energy', 'Freight', 'Advertising', 'Rent', 'Exchange rates'], // prettier-ignore
    total: (year: number) => `Profit ${year}`,
    sheets: ['Overview', 'Movements'],
    overview: (year: number) => [`Profit ${year} (thousand EUR)`, 'Drivers, in the order of the report'],
    head: ['Month', 'Driver', 'Effect on profit', 'Amount (thousand EUR)'],
    effect: ['raises', 'lowers'],
    subtotal: (month: number) => `Month ${month}, net`,
    query: (start: number, end: number) =>
      `For the board I need a bridge chart (a waterfall) from our profit of ${start} to that of ${end}. The workbook ./data/bridge.xlsx has last year's profit and the list of drivers on its first sheet, and what each driver did to the profit, month by month, on its second. Amounts are in thousand euros; the column beside them says whether they raise or lower the profit. An amount with a minus sign takes back an earlier one of the same kind. The net lines between the months only add up what stands above them.

From left to right: a bar for "Profit ${start}" from zero, then one bar for each driver in the order of the list, going from where the profit stood before to where it stands with it, and at the end a bar for "Profit ${end}" from zero. What a driver adds up to over the year is one bar. The names stand below the bars as in the workbook, the numbers of the axis stay visible. Please use our colours: ${paint.rise} for drivers that raise the profit, ${paint.fall} for those that lower it, ${paint.total} for the two profits.`,
    about: 'the chart as an SVG.',
    unit: 1000,
  },
  zh: {
    drivers: ['售价', '销量', '新开门店', '原材料', '人工', '能源', '运费', '广告', '房租', '汇率'],
    total: (year: number) => `${year}年利润`,
    sheets: ['概览', '变动明细'],
    overview: (year: number) => [`${year}年利润（万元）`, '影响因素（按报告顺序）'],
    head: ['月份', '影响因素', '对利润的影响', '金额（万元）'],
    effect: ['增加', '减少'],
    subtotal: (month: number) => `${month}月净额`,
    query: (start: number, end: number) =>
      `董事会上要用一张利润桥图（瀑布图），展示利润怎样从 ${start} 年走到 ${end} 年。工作簿 ./data/bridge.xlsx 的第一张表里有上一年的利润和影响因素清单，第二张表逐月记着每个因素对利润的影响。金额单位是万元，旁边一列写着这笔是增加还是减少利润。金额前面带负号的，表示冲回之前同一方向的一笔。月份之间的净额行只是把上面的加总一下。

从左到右依次是：“${start}年利润”，从零画起；然后按清单顺序每个因素一根柱子，从变动前的利润画到变动后的利润；最后是“${end}年利润”，从零画起。同一因素全年合并成一根柱子。柱子下方写上与工作簿一致的名称，数值轴的刻度数字要保留。配色请用：增加利润的因素 ${paint.rise}，减少利润的因素 ${paint.fall}，两根利润柱 ${paint.total}。`,
    about: '这张图，SVG 格式。',
    unit: 10_000,
  },
};

function drawBook(draw: Draw, lang: Language): Book {
  const drivers = draw.sample(words[lang].drivers, 7);
  const postings = drivers.flatMap((driver, at) => {
    const mostly = at % 2 === 0 ? draw.chance(0.75) : draw.chance(0.25);
    return draw.many(draw.int(5, 9), (): Posting => {
      const raises = draw.chance(0.8) ? mostly : !mostly;
      const amount = draw.decimal(4, 30, 1) * (draw.chance(0.15) ? -1 : 1);
      return { driver, raises, amount };
    });
  });
  return { start: draw.decimal(420, 680, 1), drivers, postings: draw.shuffle(postings) };
}

const tenths = (value: number) => Math.round(value * 10) / 10;

/** The effect of each driver, where `of` gives the signed amount of a posting. */
function effects({ drivers, postings }: Book, of: (posting: Posting) => number): number[] {
  return drivers.map((driver) => tenths(postings.filter((each) => each.driver === driver).reduce((sum, each) => sum + of(each), 0))); // prettier-ignore
}

const signed = ({ raises, amount }: Posting) => (raises ? amount : -amount);

/** Levels after each driver. A wrong way must change one of them by more than 5 % of the axis. */
function levels(start: number, steps: readonly number[]): number[] {
  let level = start;
  return steps.map((step) => (level = tenths(level + step)));
}

const wrongSigns: Record<string, (posting: Posting) => number> = {
  unsigned: ({ amount }) => amount,
  'taken-back': ({ raises, amount }) => (raises ? Math.abs(amount) : -Math.abs(amount)),
};

function differs(book: Book, of: (posting: Posting) => number): boolean {
  const [right, wrong] = [levels(book.start, effects(book, signed)), levels(book.start, effects(book, of))];
  return right.some((level, at) => Math.abs(level - (wrong[at] ?? 0)) > 45);
}

/** Profits stay above zero, and every bar is large enough to be seen. */
const isDrawable = (book: Book) =>
  levels(book.start, effects(book, signed)).every((level) => level > 100 && level < 1000) &&
  effects(book, signed).every((step) => Math.abs(step) > 12);

export default defineTask<Truth>({
  level: 'medium',
  skills: ['waterfall chart', 'signs', 'subtotals'],
  inputs: ['xlsx'],
  outputs: ['svg'],
  async generate(draw, { lang }) {
    const say = words[lang];
    const year = draw.int(2019, 2024);
    const book = draw.until(
      (each) =>
        liveTraps(each, (again) => drawBook(again, lang), {
          unsigned: (made) => differs(made, wrongSigns['unsigned'] ?? signed),
          'taken-back': (made) => differs(made, wrongSigns['taken-back'] ?? signed),
          plain: (made) => effects(made, signed).some((step) => step < 0),
        }),
      isDrawable,
      'bars that can be seen',
    );
    const steps = effects(book, signed);
    const ends = levels(book.start, steps);
    const [first, last] = [say.total(year), say.total(year + 1)];
    const end = ends.at(-1) ?? 0;
    const spans: Truth['spans'] = { [first]: [0, book.start], [last]: [0, end] };
    const colors: Truth['colors'] = { [first]: paint.total, [last]: paint.total };
    book.drivers.forEach((driver, at) => {
      spans[driver] = [ends[at - 1] ?? book.start, ends[at] ?? 0];
      colors[driver] = (steps[at] ?? 0) > 0 ? paint.rise : paint.fall;
    });
    const size = Math.ceil(book.postings.length / months);
    const lines = draw.many(months, (month) => {
      const own = book.postings.slice(month * size, (month + 1) * size);
      const net = tenths(own.reduce((sum, each) => sum + signed(each), 0));
      const rows = own.map(({ driver, raises, amount }) => [month + 1, driver, say.effect[raises ? 0 : 1] ?? '', tenths(amount)]); // prettier-ignore
      return own.length > 0 ? [...rows, [say.subtotal(month + 1), null, null, net]] : [];
    });
    const [about = '', list = ''] = say.overview(year);
    const sheets = [
      { name: say.sheets[0] ?? '', rows: [[about, book.start], [], [list], ...book.drivers.map((driver) => [driver])], widths: [38, 12] }, // prettier-ignore
      { name: say.sheets[1] ?? '', rows: [say.head, ...lines.flat()], widths: [16, 18, 18, 22] },
    ];
    return {
      files: { 'bridge.xlsx': await writeXlsx({ sheets }) },
      query: say.query(year, year + 1),
      outputs: { [file]: fileOutput({ en: words.en.about, zh: words.zh.about }) },
      truth: { unit: say.unit, order: [first, ...book.drivers, last], spans, colors },
    };
  },
  // The kit's half a percent of the axis: drawn SVG was exact to 1e-5 of it; the nearest wrong way is 45 off, on an axis of 1,050 at most.
  checks: ({ unit, order, spans, colors }) => [
    figureShows(file, {
      panels: [{ series: [{ kind: 'bars', values: spans, colors, order, horizontal: false }] }],
      unit,
    }),
  ],
});
