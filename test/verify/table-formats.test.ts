// The `table` check in every table format: typed cells, and missing cells, rows and columns.
import { afterAll, describe, expect, test } from 'vitest';
import type { OutputSpec } from '../../src/core/index.ts';
import { writeTable, writeXlsx, type Cell, type Table } from '../../src/formats/index.ts';
import { openRenderer } from '../../src/render/index.ts';
import { evaluate, tableEquals, type Material } from '../../src/verify/index.ts';
import { drawWorkbooks } from '../../src/verify/seen/prepare.ts';

const about = { en: '', zh: '' };
const spec: OutputSpec = {
  type: 'table',
  about,
  columns: {
    id: { value: { type: 'text' } },
    count: { value: { type: 'integer' } },
    price: { value: { type: 'number', decimals: 2 } },
    day: { value: { type: 'date' } },
    open: { value: { type: 'boolean' } },
  },
  key: ['id'],
  sheet: 'Stock',
};
const rows = [
  { id: '华东', count: 3, price: 1.5, day: '2026-03-01', open: true },
  { id: 'B', count: 0, price: null, day: '2026-12-31', open: false },
];
const good: Table = {
  header: ['id', 'count', 'price', 'day', 'open'],
  rows: rows.map(({ id, count, price, day, open }): Cell[] => [id, count, price, day, open]),
};
const endings = ['csv', 'tsv', 'xlsx', 'ods', 'json', 'jsonl', 'sqlite'] as const;
const typed = endings.filter((ending) => ending !== 'csv' && ending !== 'tsv');

const renderer = openRenderer();
afterAll(() => renderer.close());

async function verdict(ending: string, table: Table | Uint8Array, tolerance?: Parameters<typeof tableEquals>[2]) {
  const file = `output/t.${ending}`;
  const bytes = table instanceof Uint8Array ? table : await writeTable(file, table, 'Stock');
  const check = tableEquals(file, rows, tolerance);
  const submission = { files: new Map([[file, bytes]]), outputs: { [file]: spec } };
  const material: Material = {
    answer: { schema: undefined, block: null },
    ...submission,
    figures: new Map(),
    executions: await drawWorkbooks([check], submission, { renderer }),
  };
  return await evaluate(check, material);
}

const changed = (row: number, column: number, value: Cell): Table => ({
  ...good,
  rows: good.rows.map((cells, at) => (at === row ? cells.with(column, value) : cells)),
});

describe.each(endings)('%s', (ending) => {
  test('a right table passes', async () => {
    expect(await verdict(ending, good)).toMatchObject({ ok: true });
    const turned = { header: good.header.toReversed(), rows: good.rows.map((row) => row.toReversed()).toReversed() };
    expect(await verdict(ending, turned)).toMatchObject({ ok: true });
    expect(await verdict(ending, changed(0, 2, 1.505))).toMatchObject({ ok: true });
  });

  test.each(good.header.map((name, at) => [name, at] as const))('fails without the column %s', async (name, at) => {
    const without = { header: good.header.toSpliced(at, 1), rows: good.rows.map((row) => row.toSpliced(at, 1)) };
    expect(await verdict(ending, without)).toMatchObject({
      ok: false,
      message: expect.stringContaining(`lacks the column "${name}"`),
    });
  });

  test.each([
    ['a number just beyond', changed(0, 2, 1.5052), 'expected 1.5, got 1.5052'],
    ['a whole number off by one', changed(0, 1, 4), 'expected 3, got 4'],
    ['an empty cell', changed(0, 1, null), 'got an empty cell'],
    ['a cell that should be empty', changed(1, 2, 0), 'expected an empty cell'],
    ['another day', changed(1, 3, '2026-12-30'), 'expected "2026-12-31"'],
    ['the opposite', changed(0, 4, false), 'expected true'],
    ['a row too few', { ...good, rows: good.rows.slice(1) }, '1 of 2 rows are missing'],
    ['a row twice', { ...good, rows: [...good.rows, ...good.rows.slice(1)] }, 'twice'],
  ])('a table with %s fails', async (_, table, message) => {
    const { ok, message: said } = await verdict(ending, table);
    expect(said).toContain(message);
    expect(ok).toBe(false);
  });
});

test.each(typed)('%s: a number that is stored as text fails', async (ending) => {
  expect(await verdict(ending, changed(0, 2, '1.5'))).toMatchObject({
    ok: false,
    message: expect.stringContaining('expected a number, got "1.5"'),
  });
});

test('the sheet must have the requested name; other sheets are ignored', async () => {
  const sheet = { name: 'Stock', rows: [good.header, ...good.rows] };
  const other = { name: 'Notes', rows: [['x']] };
  expect(await verdict('xlsx', await writeXlsx({ sheets: [other, sheet] }))).toMatchObject({ ok: true });
  expect(await verdict('xlsx', await writeXlsx({ sheets: [{ ...sheet, name: 'Sheet1' }] }))).toMatchObject({
    ok: false,
    message: expect.stringContaining('no sheet "Stock", only "Sheet1"'),
  });
});

const book = (formula: string, value?: number) =>
  writeXlsx({
    sheets: [
      {
        name: 'Stock',
        rows: [
          good.header,
          ['华东', { formula, ...(value === undefined ? {} : { value }) }, 1.5, '2026-03-01', true],
          ['B', 0, null, '2026-12-31', false],
        ],
      },
    ],
  });

test('a formula counts with its recalculated value, not with the stored one', async () => {
  expect(await verdict('xlsx', await book('SUM(1,2)'))).toMatchObject({ ok: true });
  expect((await verdict('xlsx', await book('SUM(1,3)', 3))).message).toContain('expected 3, got 4');
  expect((await verdict('xlsx', await book('NOSUCH(1)', 3))).ok).toBe(false);
});

test('a tolerance may apply to a single row', async () => {
  const wide = { count: [{ absolute: 2 }, null] };
  expect(await verdict('json', changed(0, 1, 5), wide)).toMatchObject({ ok: true });
  expect(await verdict('json', changed(0, 1, 6), wide)).toMatchObject({ ok: false });
  expect(await verdict('json', changed(1, 1, 1), wide)).toMatchObject({ ok: false });
});
