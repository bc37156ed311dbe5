// The text of a query, in English and in Chinese.
import { expect, test } from 'vitest';
import {
  column,
  date,
  field,
  fileOutput,
  integer,
  listOf,
  number,
  renderQuery,
  setOf,
  tableOutput,
  text,
} from '../../src/kit/index.ts';

const request = {
  query: 'Please look.',
  answer: {
    names: field(setOf(text), 'the names', '名字'),
    path: field(listOf(integer), 'the way', '路线'),
    share: field(number(1), 'the share', '占比'),
  },
  outputs: {
    'output/days.csv': tableOutput(
      { en: 'one row per day.', zh: '每天一行。' },
      { day: column(date), total: column(number(2), 'in euros', '单位欧元') },
      ['day'],
      { en: 'earliest first.', zh: '从早到晚。' },
    ),
    'output/tool.py': fileOutput({ en: 'the tool.', zh: '工具。' }),
  },
};

test('the query ends with the requested files and answer, in English', () => {
  expect(renderQuery(request, 'en')).toMatchInlineSnapshot(`
    "Please look.

    Save \`./output/days.csv\`: one row per day. It is a CSV file in UTF-8 with a header row and exactly these columns:
    - \`day\` (date as YYYY-MM-DD)
    - \`total\` (number, rounded to 2 decimals): in euros
    Rows in this order: earliest first.

    Save \`./output/tool.py\`: the tool.

    End your final reply with one fenced code block labelled \`answer\`, holding a JSON object with exactly these keys:
    - \`names\` (list of texts, in any order): the names
    - \`path\` (list of integers, in order): the way
    - \`share\` (number, rounded to 1 decimal): the share"
  `);
});

test('the query ends with the requested files and answer, in Chinese', () => {
  expect(renderQuery(request, 'zh')).toMatchInlineSnapshot(`
    "Please look.

    请保存 \`./output/days.csv\`：每天一行。格式为 UTF-8 编码的 CSV 文件，带表头，且只含以下各列：
    - \`day\`（日期，格式 YYYY-MM-DD）
    - \`total\`（数值，保留 2 位小数）：单位欧元
    行的顺序：从早到晚。

    请保存 \`./output/tool.py\`：工具。

    最后一条回复请以一个标记为 \`answer\` 的代码块结尾，其中是一个 JSON 对象，只含以下各键：
    - \`names\`（列表，顺序不限，元素为文本）：名字
    - \`path\`（列表，依次为整数）：路线
    - \`share\`（数值，保留 1 位小数）：占比"
  `);
});

test.each([
  ['xlsx', 'an Excel workbook (.xlsx); its sheet "Stock" has a header row', 'Excel 工作簿（.xlsx），工作表“Stock”'],
  ['ods', 'an OpenDocument spreadsheet (.ods); its sheet "Stock"', 'OpenDocument 电子表格（.ods）'],
  ['json', 'a JSON file in UTF-8: an array of objects', 'JSON 文件：一个由对象组成的数组'],
  ['jsonl', 'a JSON Lines file in UTF-8: one object a line', 'JSON Lines 文件：每行一个对象'],
  ['sqlite', 'an SQLite database with a table "Stock"', 'SQLite 数据库，其中的表“Stock”'],
  ['tsv', 'a TSV file in UTF-8 with a header row', 'TSV 文件，带表头'],
])('a table in %s is described with its format', (ending, english, chinese) => {
  const about = { en: 'a row each.', zh: '每项一行。' };
  const table = tableOutput(about, { n: column(integer) }, ['n'], undefined, 'Stock');
  const asked = { query: '', answer: undefined, outputs: { [`output/t.${ending}`]: table } };
  expect(renderQuery(asked, 'en')).toContain(`Save \`./output/t.${ending}\`: a row each. It is ${english}`);
  expect(renderQuery(asked, 'zh')).toContain(chinese);
});

test('a database needs the name of its table', () => {
  const table = tableOutput({ en: '', zh: '' }, { n: column(integer) }, ['n']);
  expect(() => renderQuery({ query: '', answer: undefined, outputs: { 'output/t.db': table } }, 'en')).toThrow(
    'say how the table of the database is called',
  );
});
