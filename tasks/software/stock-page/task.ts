// A stock list as a page to look things up in: sorting by quantity, searching, filtering by location. Sorting
// numbers as text, reversing the whole list, or reading the search text as a pattern is wrong.
import {
  defineTask,
  differs,
  fileOutput,
  liveTraps,
  webPasses,
  writeCsv,
  type Draw,
  type Language,
  type WebStep,
} from 'pybench/kit';
import { drawNames } from './goods.ts';

type Item = { code: string; name: string; place: string; quantity: number | null };
type Mistake = 'text-order' | 'turned' | 'pattern' | 'markup' | 'total';
type View = { search: string; place: string | null; sort: 'none' | 'up' | 'down' };
type Truth = { scripts: Record<'sorting' | 'filters' | 'phone', WebStep[]>; narrow: number };

const FILE = 'output/index.html';
const words = {
  en: {
    header: ['Code', 'Item', 'Place', 'Quantity'],
    places: ['Aisle A', 'Aisle B', 'Cellar', 'Back room', 'Shop window', 'Loft & annex'],
    query: (width: number) =>
      `I'd like a small web page for looking things up in our stock list, ./data/stock.csv. Please make it one file that works on its own and without internet, with the list built in.

The table shows the columns of the file in the same order, with the values as they stand there. Its body has the id \`rows\` and, at first, holds all items in the order of the file. Names may contain any characters, such as < or &, and must appear just as they are.

- Typing in the field \`search\` shows only the items whose name contains that text, at once while I type. Capitals don't matter, nor do spaces before and after it; every other character means just itself, also a bracket or a dot.
- The selection list \`place\` (the browser's ordinary kind) first offers "All", which is selected at the beginning, and then the places. It limits the list to one of them, together with the search.
- Clicking the column heading \`h-quantity\` sorts by quantity, smallest first; the next click sorts largest first, the one after that smallest first again, and so on. Items without a quantity always come last, and items with the same quantity (or without any) keep the order of the file, in both directions. The sorting stays while I search.
- \`count\` shows how many items are listed, \`total\` the sum of their quantities; only the number, nothing else. When nothing is listed, a message with the id \`none\` is visible; otherwise it is not.

I also use it on my phone: in a window ${width} pixels wide all columns must still be there, and nothing may stick out to the side or be cut off, so that I never have to scroll sideways, not even within the table. The search field and the selection list need proper labels.`,
    all: 'All',
  },
  zh: {
    header: ['编号', '品名', '存放处', '数量'],
    places: ['一号货架', '二号货架', '地下室', '后仓', '橱窗', '阁楼 & 夹层'],
    query: (width: number) =>
      `我想要一个小网页，用来查我们的库存表 ./data/stock.csv。请做成一个独立的文件，不用联网就能打开，数据直接写在网页里。

表格的各列与文件一致，顺序相同，内容照原样显示。表体的 id 是 \`rows\`，刚打开时按文件里的顺序列出所有物品。品名里可能有任何字符，比如 < 或 &，都要原样显示出来。

- 在输入框 \`search\` 里输入文字，就只列出品名含有这段文字的物品，边输入边更新。不区分大小写，首尾的空格不算；其他字符都只代表它自己，括号和点也一样。
- 下拉框 \`place\`（用浏览器自带的那种）的第一项是“全部”，一开始选的就是它，后面是各个存放处。选了哪一处就只列那一处的物品，并且与搜索同时起作用。
- 点击列标题 \`h-quantity\` 按数量从小到大排序；再点一次从大到小，再点又是从小到大，依次类推。没有数量的物品总是排在最后；数量相同（或都没有数量）的物品，无论哪个方向都保持文件里的先后次序。搜索时排序保持不变。
- \`count\` 显示当前列出的物品数，\`total\` 显示它们的数量之和，里面只有数字。如果一件也没列出，就显示一条 id 为 \`none\` 的提示；否则不显示它。

我在手机上也会用：窗口宽 ${width} 像素时，各列都还要在，内容不能超出到侧面，也不能被截断，任何地方（包括表格里面）都不需要左右滚动。搜索框和下拉框要有正规的标签。`,
    all: '全部',
  },
};

export default defineTask<Truth>({
  level: 'medium',
  skills: ['web page', 'sorting', 'searching', 'escaping'],
  inputs: ['csv'],
  outputs: ['html'],
  generate(draw, { lang }) {
    const say = words[lang];
    const { items, play } = liveTraps<Made>(draw, (each) => drawStock(each, lang), {
      'text-order': ({ play: script }) => differs(script.sorting(), script.sorting('text-order')),
      turned: ({ play: script }) => differs(script.sorting(), script.sorting('turned')),
      pattern: ({ play: script }) => differs(script.filters(), script.filters('pattern')),
      markup: ({ play: script }) => differs(script.filters(), script.filters('markup')),
      total: ({ play: script }) => differs(script.filters(), script.filters('total')),
    });
    const narrow = draw.pick([320, 340, 360, 375]);
    const rows = items.map(({ code, name, place, quantity }) => [code, name, place, quantity ?? '']);
    return {
      files: { 'stock.csv': writeCsv([say.header, ...rows]) },
      query: say.query(narrow),
      outputs: { [FILE]: fileOutput({ en: 'the page.', zh: '这个网页。' }) },
      truth: {
        scripts: { sorting: play.sorting(), filters: play.filters(), phone: phoneScript(items, narrow) },
        narrow,
      },
    };
  },
  checks: ({ scripts, narrow }) => [
    webPasses(FILE, 'sorting', scripts.sorting, '`h-quantity`'),
    webPasses(FILE, 'filters', scripts.filters, '`search`'),
    webPasses(FILE, 'phone', scripts.phone, String(narrow)),
  ],
});

type Made = ReturnType<typeof drawStock>;

function drawStock(draw: Draw, lang: Language) {
  const say = words[lang];
  const places = draw.sample(say.places, draw.int(3, 5));
  const names = drawNames(draw, draw.int(34, 48), lang);
  // Few different quantities, so that there are many ties; of one to three digits, so that text sorts them differently.
  const quantities = draw.many(12, () => draw.pick([draw.int(2, 9), draw.int(10, 99), draw.int(100, 480)]));
  const start = draw.int(100, 800);
  const items = names.map((name, index): Item => ({
    code: `${String.fromCharCode(65 + draw.int(0, 25))}${start + index}`,
    name,
    place: draw.pick(places),
    quantity: draw.chance(0.12) ? null : draw.pick(quantities),
  }));
  const odd = draw.pick(items.filter(({ name }) => /[.(*[<]/.test(name)));
  const part = odd.name.slice(Math.max(0, odd.name.search(/[.(*[<]/) - draw.int(1, 2))).trim();
  const typed = ` ${draw.chance(0.5) ? part.toUpperCase() : part.toLowerCase()}`;
  const wanted = draw.sample(places, 2);
  const short = draw.pick(items).name.slice(0, lang === 'zh' ? 1 : 2);
  const views = {
    sorting: [{ click: true }, { click: true }, { search: short }, { click: true }, { search: '' }],
    filters: [
      { search: typed },
      { search: '' },
      { place: wanted[0] },
      { search: short },
      { place: null },
      { search: 'qqq.' },
      { search: '' },
    ],
  };
  const script = (inputs: readonly Input[]) => (mistake?: Mistake) => scriptOf(items, inputs, say, mistake);
  return { items, play: { sorting: script(views.sorting), filters: script(views.filters) } };
}

type Input = { click?: boolean; search?: string; place?: string | null | undefined };

type Say = { header: readonly string[]; all: string };

function scriptOf(items: readonly Item[], inputs: readonly Input[], say: Say, mistake?: Mistake): WebStep[] {
  let view: View = { search: '', place: null, sort: 'none' };
  return [
    { do: 'open' },
    ...looks(items, view, mistake),
    ...surroundings(items, say),
    ...inputs.flatMap((input): WebStep[] => {
      if (input.click) view = { ...view, sort: view.sort === 'up' ? 'down' : 'up' };
      if (input.search !== undefined) view = { ...view, search: input.search };
      if (input.place !== undefined) view = { ...view, place: input.place };
      const step: WebStep = input.click
        ? { do: 'click', on: '#h-quantity' }
        : input.search === undefined
          ? { do: 'select', on: '#place', option: input.place ?? say.all }
          : { do: 'type', on: '#search', text: input.search };
      return [step, ...looks(items, view, mistake)];
    }),
  ];
}

/** Headings, options and the empty field: what is there from the beginning and stays. */
function surroundings(items: readonly Item[], { header, all }: Say): WebStep[] {
  const places = [...new Set(items.map(({ place }) => place))];
  const headings = ':is(th, thead td, [role="columnheader"], table:has(#rows) tr > td):not(#rows *)';
  return [
    { see: 'mentions', of: headings, are: [...header] },
    { see: 'mentions', of: '#h-quantity', are: header.slice(3) },
    { see: 'options', of: '#place', are: [all, ...places], fixed: 1 },
    { see: 'text', of: '#place', is: all },
    { see: 'value', of: '#search', is: '' },
  ];
}

/** Cells of the listed items; the message that there are none may be a row of the table, too. */
const column = (number: number | string) => `#rows tr:not(#none, :has(#none)) > :nth-child(${number})`;

function valuesOf({ code, name, place, quantity }: Item): string[] {
  return [code, name, place, String(quantity ?? '')];
}

function looks(items: readonly Item[], view: View, mistake?: Mistake): WebStep[] {
  const listed = arrange(
    items.filter((item) => shows(item, view, mistake)),
    view.sort,
    mistake,
  );
  const counted = mistake === 'total' ? items : listed;
  const name = (item: Item) => (mistake === 'markup' ? item.name.replace(/<[a-z][^>]*>/gi, '') : item.name);
  const rows = listed.map((item) => valuesOf({ ...item, name: name(item) }));
  return [
    ...[0, 1, 2, 3].map((at): WebStep => {
      return { see: 'texts', of: column(at + 1), are: rows.map((row) => row[at] ?? '') };
    }),
    { see: 'count', of: column('n + 5'), is: 0 },
    { see: 'text', of: '#count', is: String(listed.length) },
    { see: 'text', of: '#total', is: String(counted.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0)) },
    { see: 'visible', of: '#none', is: listed.length === 0 },
  ];
}

/** In a narrow window the cells may stand in another way, with their headings beside them, but all of them are seen. */
function phoneScript(items: readonly Item[], narrow: number): WebStep[] {
  const rows = items.map(valuesOf);
  return [
    { do: 'open' },
    { do: 'resize', width: narrow, height: 640 },
    { see: 'visible', of: '#rows', is: true },
    ...[0, 1, 2, 3].map((at): WebStep => {
      return { see: 'texts', of: column(at + 1), are: rows.map((row) => row[at] ?? ''), around: 'free' };
    }),
    { see: 'visible', of: '#search', is: true },
    { see: 'visible', of: '#place', is: true },
    { see: 'fits', parts: true },
    { see: 'accessible' },
    { see: 'offline' },
  ];
}

function shows({ name, place }: Item, view: View, mistake?: Mistake): boolean {
  if (view.place !== null && view.place !== place) return false;
  const wanted = view.search.trim().toLowerCase();
  if (mistake !== 'pattern') return name.toLowerCase().includes(wanted);
  try {
    return new RegExp(wanted, 'i').test(name);
  } catch {
    return false;
  }
}

function arrange(items: readonly Item[], sort: View['sort'], mistake?: Mistake): Item[] {
  if (sort === 'none') return [...items];
  const way = sort === 'up' || mistake === 'turned' ? 1 : -1;
  const order = items.toSorted((one, other) => {
    if (mistake === 'text-order') return way * compare(String(one.quantity ?? ''), String(other.quantity ?? ''));
    if (one.quantity === null || other.quantity === null)
      return Number(one.quantity === null) - Number(other.quantity === null);
    return way * (one.quantity - other.quantity);
  });
  return sort === 'down' && mistake === 'turned' ? order.toReversed() : order;
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
