// Net revenue by region from orders, item lines and refunds: joined all at once, an order's items repeat once per
// refund and its refunds once per item; joined too strictly, the many orders without a refund are lost.
import { amounts, column, defineTask, integer, number, tableEquals, tableOutput, text, writeCsv } from 'pybench/kit';
import { drawOrders, netByRegion, trapsAreLive, type Order } from './shop.ts';

type Truth = { rows: { region: string; orders: number; net_revenue: number }[] };

const file = 'output/revenue_by_region.csv';

const words = {
  en: {
    orders: ['Order No', 'Order date', 'Customer', 'Region', 'Status'],
    items: ['Order No', 'Product', 'Qty', 'Unit price'],
    refunds: ['Refund No', 'Order No', 'Paid back on', 'Amount', 'Reason'],
    query: `I need our net revenue by region. There are three exports from the shop: ./data/orders.csv has one line per order, with its region and status; ./data/order_items.csv has what was ordered (quantity and price per piece); ./data/refunds.csv has the money we paid back, as positive amounts. The order number links them. An order has one or more item lines and any number of refunds, very often none. If two item lines look exactly alike, they are still two lines that were both sold.

Net revenue is quantity × unit price over all item lines, minus all refunds, and it belongs to the region of the order. Orders with the status "Cancelled" do not count at all: leave out the order, its items and its refunds. The region was typed by hand, so names that differ only in capital letters or in spaces before or after them are the same region. All amounts are in euros and exact to the cent.`,
  },
  zh: {
    orders: ['订单号', '下单日期', '客户', '大区', '状态'],
    items: ['订单号', '商品', '数量', '单价'],
    refunds: ['退款单号', '订单号', '退款日期', '退款金额', '原因'],
    query: `我想看看各大区的净收入。商城导出了三份表：./data/orders.csv 每行一张订单，记着所属大区和状态；./data/order_items.csv 是订单里的商品明细（数量和单价）；./data/refunds.csv 是退给客户的钱，金额都写成正数。三份表靠订单号对应。一张订单有一行或多行明细，退款可能有好几笔，但多数订单一笔也没有。两行明细即使一模一样，也是实实在在卖出的两行，都要算。

净收入等于全部明细的“数量 × 单价”之和，减去全部退款，归到订单所属的大区。状态为“已取消”的订单完全不算：订单本身、它的明细和它的退款都要排除。大区是手工填写的，只是前后多了空格的，仍是同一个大区。金额单位都是元，精确到分。`,
  },
};

export default defineTask<Truth>({
  level: 'medium',
  skills: ['join', 'aggregation'],
  inputs: ['csv'],
  outputs: ['csv'],
  mentions: ['数量 × 单价'],
  generate(draw, { lang }) {
    const say = words[lang];
    const orders = draw.until((each) => drawOrders(each, lang), trapsAreLive, 'every careless way shows');
    const linesOf = (of: (order: Order) => (string | number)[][]) => draw.shuffle(orders.flatMap(of));
    const items = linesOf(({ id, items: lines }) =>
      lines.map(({ product, quantity, price }) => [id, product, quantity, amounts.formatCents(price)]),
    );
    const refunds = orders
      .flatMap(({ id, refunds: paid }) => paid.map((refund) => ({ id, ...refund })))
      // Refunds are numbered in order of payment, so that their numbers do not reveal the orders.
      .toSorted((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0))
      .map(({ id, day, cents, reason }, index) => [`R${30_001 + index}`, id, day, amounts.formatCents(cents), reason]);
    return {
      files: {
        'orders.csv': writeCsv(
          [say.orders, ...orders.map(({ id, day, customer, typed, status }) => [id, day, customer, typed, status])],
          // The Chinese export is written as a spreadsheet program writes CSV.
          lang === 'zh' ? { bom: true, lineEnd: '\r\n' } : {},
        ),
        'order_items.csv': writeCsv([say.items, ...items]),
        'refunds.csv': writeCsv([say.refunds, ...refunds]),
      },
      query: say.query,
      outputs: {
        [file]: tableOutput(
          { en: 'one row per region.', zh: '每个大区一行。' },
          {
            region: column(
              text,
              "the region's name, without the extra spaces; capital letters or small ones do not matter",
              '大区名称，去掉多余的空格',
            ),
            orders: column(integer, 'how many orders count', '计入的订单数'),
            net_revenue: column(number(2), 'in euros', '单位为元'),
          },
          ['region'],
        ),
      },
      truth: {
        rows: [...netByRegion(orders)].map(([region, { count, cents }]) => ({
          region,
          orders: count,
          net_revenue: cents / 100,
        })),
      },
    };
  },
  // The kit's half a cent: correct ways differ by 5e-11 (float sums against whole cents); the nearest wrong one was
  // 27.78 off in any region of seeds 1 to 20, and `trapsAreLive` forbids less than 1.00.
  checks: ({ rows }) => [tableEquals(file, rows)],
});
