// Dates as each office writes them: the office decides between day first and month first, some cells became spreadsheet
// serial numbers, some are Chinese. The defaults of a parser swap ambiguous dates without a warning.
import { column, date, dates, defineTask, names, tableEquals, tableOutput, text, writeCsv } from 'pybench/kit';
import { drawOffices, drawWritten, trapsAreLive, type Office } from './writing.ts';

type Truth = { rows: { claim_id: string; expense_date: string | null }[] };

const file = 'output/claim_dates.csv';

const words = {
  en: {
    header: ['Claim ID', 'Office', 'Claimed by', 'Date of expense', 'What for', 'Amount'],
    purposes: ['taxi', 'hotel', 'train', 'client lunch', 'flight', 'stationery', 'parking', 'conference'],
    list: (offices: string[]) => `${offices.slice(0, -1).join(', ')} and ${offices.at(-1)}`,
    query: (dayFirst: string, monthFirst: string, yearFirst: string) =>
      `All our offices sent in their expense claims and I put them together in ./data/expense_claims.csv. Now the column "Date of expense" is a mess, because every office writes dates in its own way, and I need proper dates for every claim.

${dayFirst} write the day first, then the month. ${monthFirst} write the month first, then the day. ${yearFirst} start with the year. The separators differ, and leading zeros come and go. A year of two digits means 20xx. Wherever a four-digit year comes first (as in 2024-03-05, 2024/3/5 or 2024年3月5日), the order is year, month, day, no matter which office it is. Some dates have turned into bare five-digit numbers: those are spreadsheet serial day numbers in the usual 1900 date system, from whichever office. A few claims have no date at all; keep them in the list and leave their date empty.`,
  },
  zh: {
    header: ['单号', '办事处', '报销人', '费用日期', '用途', '金额'],
    purposes: ['出租车', '住宿', '火车票', '客户餐叙', '机票', '办公用品', '停车费', '参会费'],
    list: (offices: string[]) => `${offices.slice(0, -1).join('、')}和${offices.at(-1)}`,
    query: (dayFirst: string, monthFirst: string, yearFirst: string) =>
      `各办事处的报销单我都汇总到 ./data/expense_claims.csv 里了。麻烦的是“费用日期”这一列：每个办事处写日期的习惯都不一样，我需要把每张单子的日期都理成规范的写法。

${dayFirst}先写日、再写月；${monthFirst}先写月、再写日；${yearFirst}先写年份。分隔符各不相同，前面的零也时有时无。两位数的年份都是 20xx 年。凡是四位年份写在最前面的（例如 2024-03-05、2024/3/5 或 2024年3月5日），不管是哪个办事处，一律是年、月、日的顺序。还有些日期变成了单独的五位数字，那是电子表格里的日期序列号，用的是常见的 1900 日期系统，哪个办事处都可能有。少数单子没有填日期，也要保留，日期留空即可。`,
  },
};

export default defineTask<Truth>({
  level: 'medium',
  skills: ['conversion', 'dates'],
  inputs: ['csv'],
  outputs: ['csv'],
  generate(draw, { lang }) {
    const say = words[lang];
    const offices = drawOffices(draw.fork('offices'), lang);
    const claims = draw.until((each) => drawWritten(each, offices), trapsAreLive, 'every careless reading shows');
    const people = names.personNames(draw, lang, 60);
    const firstNumber = draw.int(2_000, 7_000);
    // Claims are grouped by office and not sorted by date, so that neither neighbours nor numbers reveal a date.
    const numbered = claims.map((claim, index) => ({ id: `EC-${firstNumber + index}`, ...claim }));
    const rows = draw
      .shuffle(numbered)
      .map(({ id, office, written }) => [
        id,
        draw.chance(0.04) ? `${office.name} ` : office.name,
        draw.pick(people),
        draw.chance(0.06) ? ` ${written} ` : written,
        draw.pick(say.purposes),
        draw.decimal(4, 900, 2).toFixed(2),
      ]);
    const listed = (order: Office['order']) =>
      say.list(offices.filter((office) => office.order === order).map(({ name }) => name));
    return {
      files: { 'expense_claims.csv': writeCsv([say.header, ...rows], { lineEnd: '\r\n' }) },
      query: say.query(listed('day'), listed('month'), listed('year')),
      outputs: {
        [file]: tableOutput(
          { en: 'one row per claim, all of them.', zh: '每张报销单一行，一张不少。' },
          {
            claim_id: column(text, 'as in the file', '与原文件一致'),
            expense_date: column(date, 'empty if the claim has none', '没有填日期的留空'),
          },
          ['claim_id'],
        ),
      },
      truth: {
        rows: numbered.map(({ id, day }) => ({ claim_id: id, expense_date: day === null ? null : dates.isoDay(day) })),
      },
    };
  },
  checks: ({ rows }) => [tableEquals(file, rows)],
});
