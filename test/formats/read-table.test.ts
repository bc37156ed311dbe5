// The same table is read from every table format.
import { expect, test } from 'vitest';
import {
  FormatProblem,
  readTable,
  writeCsv,
  writeJson,
  writeJsonLines,
  writeOds,
  writeSqlite,
  writeText,
  writeXlsx,
} from '../../src/formats/index.ts';
import { records } from './samples.ts';

const header = Object.keys(records[0] ?? {});
const rows = records.map((record) => Object.values(record));
const bytesOf = (text: string) => new TextEncoder().encode(text);
const sheets = [{ name: 'a', rows: [header, ...rows] }];

test('typed formats keep the types of cells', async () => {
  const expected = { header, rows };
  expect(await readTable('t.xlsx', await writeXlsx({ sheets }))).toEqual(expected);
  expect(await readTable('T.ODS', await writeOds({ sheets }))).toEqual(expected);
  expect(await readTable('t.json', bytesOf(writeJson(records)))).toEqual(expected);
  expect(await readTable('t.jsonl', bytesOf(writeJsonLines(records)))).toEqual(expected);
});

test('delimited text gives text cells', async () => {
  const expected = { header, rows: rows.map((row) => row.map((cell) => (cell === null ? '' : String(cell)))) };
  expect(await readTable('t.csv', bytesOf(writeCsv([header, ...rows], { bom: true })))).toMatchObject(expected);
  expect(await readTable('t.tsv', bytesOf(writeCsv([header, ...rows], { delimiter: '\t' })))).toMatchObject(expected);
  const gbk = writeText(writeCsv([['城'], ['京']], { delimiter: ';' }), { encoding: 'gbk' });
  expect(await readTable('t.csv', gbk, { delimiter: ';', encoding: 'gbk' })).toMatchObject({
    header: ['城'],
    rows: [['京']],
  });
});

test('a database table keeps the types of its values', async () => {
  const bytes = await writeSqlite([
    { name: 't', columns: { a: 'INTEGER', b: 'REAL', c: 'TEXT' }, rows: [[1, 0.1, null]] },
  ]);
  expect(await readTable('t.db', bytes, { name: 't' })).toEqual({ header: ['a', 'b', 'c'], rows: [[1, 0.1, null]] });
});

test('JSON objects may omit keys', async () => {
  expect(await readTable('t.json', bytesOf('[{"a": 1}, {"b": "x", "a": null}]'))).toEqual({
    header: ['a', 'b'],
    rows: [
      [1, null],
      [null, 'x'],
    ],
  });
});

test('a workbook gives the named sheet, or the first visible one', async () => {
  const book = await writeXlsx({
    sheets: [
      { name: 'veiled', rows: [['x'], [1]], hidden: true },
      { name: 'first', rows: [[], ['y', null], [null, null], [2, null]] },
      { name: 'stray', rows: [['z'], [3, 4]] },
    ],
  });
  expect(await readTable('b.xlsx', book)).toEqual({ header: ['y'], rows: [[2]] });
  expect(await readTable('b.xlsx', book, { name: 'veiled' })).toEqual({ header: ['x'], rows: [[1]] });
  await expect(readTable('b.xlsx', book, { name: 'stray' })).rejects.toThrow('more cells than its header');
  await expect(readTable('b.xlsx', book, { name: 'none' })).rejects.toThrow('no sheet "none", only "veiled", "first"');
});

test('a file of another type than its extension gives a FormatProblem', async () => {
  const csv = bytesOf('a,b\n1,2\n');
  for (const path of ['t.xlsx', 't.ods', 't.json', 't.jsonl', 't.sqlite'])
    await expect(readTable(path, csv, { name: 't' }), path).rejects.toThrow(FormatProblem);
  await expect(readTable('t.csv', await writeXlsx({ sheets }))).rejects.toThrow(FormatProblem);
});
