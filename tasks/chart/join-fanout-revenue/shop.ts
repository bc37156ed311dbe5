// The data of the three exports: orders with item lines and refunds, and the results of typical wrong sums.
import { dates, names, type Draw, type Language } from 'pybench/kit';

export type Order = {
  id: string;
  day: string;
  customer: string;
  region: string;
  /** The region in the spelling of the export. */
  typed: string;
  status: string;
  cancelled: boolean;
  items: { product: string; quantity: number; price: number }[];
  refunds: { day: string; cents: number; reason: string }[];
};

const words = {
  en: {
    open: ['Delivered', 'Delivered', 'Delivered', 'Shipped', 'Paid'],
    cancelled: 'Cancelled',
    reasons: ['damaged', 'arrived late', 'wrong size', 'changed mind', 'goodwill', 'price match'],
    typed: (name: string) => [
      `${name} `,
      ` ${name}`,
      name.toUpperCase(),
      name.toLowerCase(),
      `${name.toLowerCase()}  `,
    ],
  },
  zh: {
    open: ['已完成', '已完成', '已完成', '已发货', '已付款'],
    cancelled: '已取消',
    reasons: ['商品破损', '延迟送达', '尺寸不符', '不想要了', '售后补偿', '价保退差'],
    typed: (name: string) => [`${name} `, ` ${name}`, `${name}  `, `  ${name}`],
  },
};

export function drawOrders(draw: Draw, lang: Language): Order[] {
  const say = words[lang];
  const regions = names.regionNames(draw, lang, draw.int(5, 7));
  const customers = names.companyNames(draw, lang, 40);
  const goods = names.productNames(draw, lang, 18).map((product) => ({ product, price: draw.int(349, 14_999) }));
  const start = dates.dayNumber(dates.dayBetween(draw, '2021-01-01', '2024-06-30'));
  const firstNumber = draw.int(10_000, 79_999);
  const days = draw.many(draw.int(420, 560), () => start + draw.int(0, 120)).toSorted((one, other) => one - other);
  return days.map((day, index) => {
    const region = draw.pick(regions);
    const cancelled = draw.chance(0.1);
    const items = drawItems(draw, goods);
    return {
      id: `SO-${firstNumber + index}`,
      day: dates.isoDay(day),
      customer: draw.pick(customers),
      region,
      typed: draw.chance(0.2) ? draw.pick(say.typed(region)) : region,
      status: cancelled ? say.cancelled : draw.pick(say.open),
      cancelled,
      items,
      // Cancelled orders are refunded in part only, so that counting them changes the sums.
      refunds: draw.chance(cancelled ? 0.5 : 0.28) ? drawRefunds(draw, sum(items.map(amount)), day, say.reasons) : [],
    };
  });
}

function drawItems(draw: Draw, goods: readonly { product: string; price: number }[]): Order['items'] {
  const items = draw.sample(goods, draw.pick([1, 1, 2, 2, 3, 4, 5])).map(({ product, price }) => ({
    product,
    quantity: draw.pick([1, 1, 1, 2, 2, 3, 5, 10]),
    // Some lines have a discount of 10 %.
    price: draw.chance(0.15) ? Math.round(price * 0.9) : price,
  }));
  // Some lines occur twice, as when a customer adds the same product again.
  return draw.chance(0.1) ? [...items, draw.pick(items)] : items;
}

/** One to three refunds, in total less than the order; two refunds of one order may have the same amount. */
function drawRefunds(draw: Draw, total: number, day: number, reasons: readonly string[]): Order['refunds'] {
  const count = draw.pick([1, 1, 1, 2, 2, 3]);
  const alike = draw.chance(0.3);
  const first = draw.int(50, Math.floor(total / 4));
  return draw.many(count, (index) => ({
    day: dates.isoDay(day + draw.int(2, 30)),
    cents: alike || index === 0 ? first : draw.int(50, Math.floor(total / 4)),
    reason: draw.pick(reasons),
  }));
}

const amount = ({ quantity, price }: Order['items'][number]) => quantity * price;
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

type Way = {
  counts: (order: Order) => boolean;
  cents: (order: Order) => number;
};

const right: Way = {
  counts: ({ cancelled }) => !cancelled,
  cents: ({ items, refunds }) => sum(items.map(amount)) - sum(refunds.map(({ cents }) => cents)),
};

/** Results of the wrong programs, except the one that groups by the regions as typed. */
const wrongWays: Way[] = [
  // All three tables joined at once: each item counts once per refund, each refund once per item.
  {
    ...right,
    cents: ({ items, refunds }) =>
      sum(items.map(amount)) * Math.max(1, refunds.length) - sum(refunds.map(({ cents }) => cents)) * items.length,
  },
  // The same join after dropping duplicates: equal lines and equal refunds are lost.
  {
    ...right,
    cents: ({ items, refunds }) =>
      sum([
        ...new Map(items.map((item) => [`${item.product} ${item.quantity} ${item.price}`, amount(item)])).values(),
      ]) - sum([...new Set(refunds.map(({ cents }) => cents))]),
  },
  // An inner join with the refunds.
  { ...right, counts: (order) => right.counts(order) && order.refunds.length > 0 },
  // Cancelled orders counted, or left out while their refunds are kept.
  { ...right, counts: () => true },
  {
    counts: () => true,
    cents: (order) => (order.cancelled ? -sum(order.refunds.map(({ cents }) => cents)) : right.cents(order)),
  },
];

export function netByRegion(orders: readonly Order[], way: Way = right): Map<string, { count: number; cents: number }> {
  const net = new Map<string, { count: number; cents: number }>();
  for (const order of orders.filter(way.counts)) {
    const { count, cents } = net.get(order.region) ?? { count: 0, cents: 0 };
    net.set(order.region, { count: count + 1, cents: cents + way.cents(order) });
  }
  return net;
}

/** Every wrong way is at least 1.00 off in every region, and trimming alone does not normalise the regions. */
export function trapsAreLive(orders: readonly Order[]): boolean {
  const truth = netByRegion(orders);
  const off = wrongWays.every((way) => {
    const wrong = netByRegion(orders, way);
    return [...truth].every(([region, { cents }]) => Math.abs((wrong.get(region)?.cents ?? 0) - cents) >= 100);
  });
  const spaced = orders.some(({ cancelled, typed }) => !cancelled && typed !== typed.trim());
  // Chinese has no capitals; in English, trimming alone must not be enough.
  const inCapitals = orders.some(({ cancelled, typed, region }) => !cancelled && typed.trim() !== region);
  return off && spaced && (inCapitals || orders.every(({ region }) => region.toLowerCase() === region));
}
