// Checks of kind `workbook`: sheets, and cells with values, formulas, formats and styles.
import { afterAll, expect, test } from 'vitest';
import { writeXlsx, type NewSheet } from '../../src/formats/index.ts';
import { openRenderer } from '../../src/render/index.ts';
import { evaluate, workbookHas, type Material, type WorkbookRequirements } from '../../src/verify/index.ts';
import { drawWorkbooks } from '../../src/verify/seen/prepare.ts';

const file = 'output/b.xlsx';
const sheets: NewSheet[] = [
  {
    name: 'Summary',
    rows: [
      [
        { value: 'item', bold: true },
        { value: 'share', bold: true },
      ],
      ['tea', { value: 0.25, format: '0.0%' }],
      [
        { value: 'all', bold: true, fill: '#FFEE00' },
        { value: 0, formula: 'SUM(3,4)', format: '#,##0.00 "€"' },
      ],
    ],
  },
  { name: 'Raw', rows: [['x']], hidden: true },
];

const renderer = openRenderer();
afterAll(() => renderer.close());

async function verdict(requirements: WorkbookRequirements, bytes?: Uint8Array) {
  const check = workbookHas(file, 'look', requirements);
  const files = new Map([[file, bytes ?? (await writeXlsx({ sheets }))]]);
  const executions = await drawWorkbooks([check], { files, outputs: {} }, { renderer });
  const material: Material = {
    answer: { schema: undefined, block: null },
    outputs: {},
    files,
    figures: new Map(),
    executions,
  };
  return await evaluate(check, material);
}

test.each<[string, WorkbookRequirements]>([
  ['sheets', { sheets: ['summary'], hidden: ['Raw'] }],
  ['values', { cells: { Summary: { A2: { value: 'Tea' }, B2: { value: 0.25 }, C9: { value: null } } } }],
  ['a value within its tolerance', { cells: { Summary: { B2: { value: 0.26, tolerance: { absolute: 0.0101 } } } } }],
  ['formulas', { cells: { Summary: { B3: { formula: 'sum', value: 7 } } } }],
  ['formats', { cells: { Summary: { B2: { decimals: 1, percent: true }, B3: { decimals: 2, percent: false } } } }],
  ['looks', { cells: { Summary: { 'first row': { bold: true }, A3: { fill: true }, A2: { bold: false } } } }],
  ['columns', { cells: { Summary: { 'column item': { italic: false } } } }],
])('a requirement that holds passes: %s', async (_, requirements) =>
  expect(await verdict(requirements)).toMatchObject({ ok: true }),
);

test.each<[string, WorkbookRequirements, string]>([
  ['another sheet', { sheets: ['Summary', 'Raw'] }, 'the sheets are'],
  ['a sheet that is shown', { hidden: ['Summary'] }, 'no hidden sheet "Summary"'],
  ['no such sheet', { cells: { Total: { A1: { value: 1 } } } }, 'no sheet "Total"'],
  ['another value', { cells: { Summary: { B2: { value: 0.2501 } } } }, 'should be 0.2501, but is 0.25'],
  ['a number for a text', { cells: { Summary: { B2: { value: '0.250' } } } }, 'should be "0.250"'],
  ['no formula', { cells: { Summary: { B2: { formula: '' } } } }, 'should hold a formula, but holds 0.25'],
  ['another function', { cells: { Summary: { B3: { formula: 'SUMIF' } } } }, 'with SUMIF'],
  ['other decimals', { cells: { Summary: { B3: { decimals: 1 } } } }, 'should show 1 decimals'],
  ['a text', { cells: { Summary: { A2: { decimals: 0 } } } }, 'but shows "tea"'],
  ['no bold', { cells: { Summary: { 'last row': { bold: true } } } }, 'Summary!B3 should be bold'],
  ['no colour', { cells: { Summary: { A2: { fill: true } } } }, 'background'],
  ['no such column', { cells: { Summary: { 'column price': { bold: true } } } }, 'nothing in its column price'],
])('a requirement that does not hold fails: %s', async (_, requirements, message) => {
  const result = await verdict(requirements);
  expect(result.ok).toBe(false);
  expect(result.message).toContain(message);
});

test('a file that is not a workbook is a failed check', async () => {
  expect(await verdict({ sheets: ['a'] }, Buffer.from('PK'))).toMatchObject({ ok: false });
});
