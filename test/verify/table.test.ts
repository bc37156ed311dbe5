// Checks of kind `table` on delimited text: right tables pass, wrong ones fail with a reason.
import { describe, expect, test } from 'vitest';
import { evaluate, tableEquals, type Material } from '../../src/verify/index.ts';
import type { OutputSpec } from '../../src/core/index.ts';

const about = { en: '', zh: '' };
const spec: OutputSpec = {
  type: 'table',
  about,
  columns: {
    region: { value: { type: 'text' } },
    year: { value: { type: 'integer' } },
    revenue: { value: { type: 'number', decimals: 2 } },
  },
  key: ['region', 'year'],
};
const rows = [
  { region: 'North', year: 2023, revenue: 120.5 },
  { region: '华东', year: 2023, revenue: -3.25 },
  { region: 'North', year: 2024, revenue: 99 },
];
const good = 'region,year,revenue\nNorth,2023,120.50\n华东,2023,-3.25\nNorth,2024,99\n';

function verdict(text: string | Uint8Array | undefined, output: OutputSpec = spec, file = 'output/t.csv') {
  const material: Material = {
    answer: { schema: undefined, block: null },
    outputs: { [file]: output },
    files: new Map(text === undefined ? [] : [[file, typeof text === 'string' ? Buffer.from(text) : text]]),
    figures: new Map(),
    executions: new Map(),
  };
  return evaluate(tableEquals(file, rows), material);
}

describe('a right table passes', () => {
  test.each([
    ['as asked', good],
    ['rows in another order', 'region,year,revenue\nNorth,2024,99\nNorth,2023,120.5\n华东,2023,-3.25\n'],
    ['columns in another order', 'revenue,year,region\n120.5,2023,North\n-3.25,2023,华东\n99.0,2024,North\n'],
    ['a byte order mark and CRLF', `\ufeff${good.replaceAll('\n', '\r\n')}`],
    ['whole numbers written as floats', good.replaceAll(',2023,', ',2023.0,')],
    ['quotes and outer space', good.replace('North,2023', '" North ",2023')],
    ['off by less than half a cent', good.replace('120.50', '120.5049')],
  ])('%s', async (_, text) => expect(await verdict(text)).toMatchObject({ ok: true }));
});

describe('a wrong table fails with a reason', () => {
  test.each([
    ['no file', undefined, 'is missing'],
    ['an empty file', '', 'is empty'],
    ['a header alone', 'region,year,revenue\n', '3 of 3 rows are missing'],
    ['off by a cent', good.replace('120.50', '120.51'), 'revenue: expected 120.5, got 120.51'],
    ['a sign', good.replace('-3.25', '3.25'), 'expected -3.25, got 3.25'],
    ['a unit in the cell', good.replace('99', '99 €'), 'expected a number, got "99 €"'],
    ['an empty cell', good.replace('99', ''), 'expected a number, got an empty cell'],
    ['a lost row', good.replace('华东,2023,-3.25\n', ''), '1 of 3 rows are missing, such as region 华东, year 2023'],
    ['a row too many', `${good}South,2023,1\n`, '1 rows should not be there, such as region south, year 2023'],
    ['a doubled row', `${good}North,2024,99\n`, 'twice'],
    ['a lost column', good.replaceAll(/^([^,]*),[^,]*,/gm, '$1,'), 'lacks the column "year"'],
    [
      'an index column',
      good.replaceAll(/^/gm, '0,').replace('0,region', ',region').replace(/0,$/, ''),
      'the query does not ask for',
    ],
    ['a repeated header', good.replace('year', 'region'), 'occurs twice'],
    [
      'two labels swapped',
      good.replace('North,2023', 'x').replace('North,2024', 'North,2023').replace('x', 'North,2024'),
      '2 cells are wrong',
    ],
    ['ragged rows', `${good}a,b\n`, 'not a well-formed table'],
    ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x00, 0x61]), 'not UTF-8'],
  ])('%s', async (_, text, message) => {
    const { ok, message: said } = await verdict(text);
    expect(ok).toBe(false);
    expect(said).toContain(message);
  });

  test('rows in the wrong order fail if the query asks for an order', async () => {
    const ordered = { ...spec, order: about };
    expect((await verdict(good, ordered)).ok).toBe(true);
    const swapped = 'region,year,revenue\nNorth,2024,99\nNorth,2023,120.5\n华东,2023,-3.25\n';
    expect(await verdict(swapped, ordered)).toMatchObject({
      ok: false,
      message: expect.stringContaining('not in the order'),
    });
  });

  test('the evidence names the wrong cells', async () => {
    expect((await verdict(good.replace('120.50', '1'))).evidence).toMatchObject({
      cells: [{ row: 'region North, year 2023', column: 'revenue', expected: 120.5, actual: '1' }],
    });
  });
});

test('a .tsv file is read with tabs as separators', async () => {
  expect((await verdict(good.replaceAll(',', '\t'), spec, 'output/t.tsv')).ok).toBe(true);
  expect((await verdict(good, spec, 'output/t.tsv')).ok).toBe(false);
});
