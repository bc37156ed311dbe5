// `table`: a delimited file joined with the true rows on its key; columns and types come from the output's description.
import { extname } from 'node:path';
import { z } from 'zod';
import { jsonSchema, type Column, type Json, type TableSpec } from '../core/index.ts';
import { FormatProblem, readCsv, type Table } from '../formats/index.ts';
import { fail, pass, type Finding, type Material } from './material.ts';
import { compareScalar, fold, readCell, show } from './values.ts';

/** As much evidence as a page can draw. */
const MAX_EVIDENCE = 50;

export const tableCheckSchema = z.object({
  kind: z.literal('table'),
  name: z.string(),
  cites: z.string(),
  file: z.string(),
  rows: z.array(z.record(z.string(), jsonSchema)),
  /** Allowed deviation of numbers by column, where it is not half a unit of the last decimal. */
  tolerance: z
    .record(z.string(), z.object({ absolute: z.number().optional(), relative: z.number().optional() }))
    .optional(),
});
export type TableCheck = z.infer<typeof tableCheckSchema>;
type Row = Record<string, Json>;

export function tableEquals(file: string, rows: Row[], tolerance?: TableCheck['tolerance']): TableCheck {
  return { kind: 'table', name: `table ${file}`, cites: file, file, rows, ...(tolerance ? { tolerance } : {}) };
}

export function judgeTable(check: TableCheck, { files, outputs }: Material): Finding {
  const spec = outputs[check.file];
  if (spec?.type !== 'table') throw new Error(`the query asks for no table at "${check.file}"`);
  const bytes = files.get(check.file);
  if (!bytes) return fail(`${check.file} is missing`);
  try {
    const table = readCsv(bytes, { delimiter: extname(check.file) === '.tsv' ? '\t' : ',' });
    return compareTable(check, spec, table);
  } catch (error) {
    if (error instanceof FormatProblem) return fail(`${check.file}: ${error.message}`);
    throw error;
  }
}

function compareTable(check: TableCheck, spec: TableSpec, table: Table<string>): Finding {
  const places = new Map(table.header.map((name, index) => [fold(name), index]));
  const wanted = Object.keys(spec.columns);
  const missing = wanted.filter((name) => !places.has(fold(name)));
  if (missing.length > 0)
    return fail(`${check.file} lacks the column ${missing.map((name) => `"${name}"`).join(', ')}`);
  const extra = table.header.filter((name) => !wanted.some((each) => fold(each) === fold(name)));
  if (extra.length > 0)
    return fail(`${check.file} has columns that nobody asked for: ${extra.slice(0, 5).map(show).join(', ')}`);

  const cell = (row: readonly string[], name: string) => row[places.get(fold(name)) ?? -1] ?? '';
  const given = new Map<string, readonly string[]>();
  for (const row of table.rows) {
    const key = keyOf(spec, (name) => canonical(spec.columns[name], cell(row, name)));
    if (given.has(key)) return fail(`${check.file} has the row ${key} twice`);
    given.set(key, row);
  }
  const expectedKeys = check.rows.map((row) => keyOf(spec, (name) => canonical(spec.columns[name], asText(row[name]))));
  const lost = expectedKeys.filter((key) => !given.has(key));
  const known = new Set(expectedKeys);
  const surplus = [...given.keys()].filter((key) => !known.has(key));
  const cells = check.rows.flatMap((row, index) => {
    const actual = given.get(expectedKeys[index] ?? '');
    return actual ? wrongCells(check, spec, row, (name) => cell(actual, name)) : [];
  });
  const disorder = spec.order && !sameOrder(expectedKeys, [...given.keys()]);
  const problems = [
    ...(lost.length > 0 ? [`${lost.length} of ${check.rows.length} rows are missing, such as ${lost[0]}`] : []),
    ...(surplus.length > 0 ? [`${surplus.length} rows should not be there, such as ${surplus[0]}`] : []),
    ...(cells[0] ? [`${cells.length} cells are wrong; ${cells[0].row}, ${cells[0].column}: ${cells[0].problem}`] : []),
    ...(disorder && lost.length + surplus.length === 0 ? ['the rows are not in the order asked for'] : []),
  ];
  if (problems.length === 0) return pass(`${check.file}: all ${check.rows.length} rows are right`);
  return fail(`${check.file}: ${problems.join('; ')}`, {
    evidence: {
      missing: lost.slice(0, MAX_EVIDENCE),
      extra: surplus.slice(0, MAX_EVIDENCE),
      cells: cells.slice(0, MAX_EVIDENCE).map((each) => ({ ...each })),
    },
  });
}

interface WrongCell {
  readonly row: string;
  readonly column: string;
  readonly expected: Json;
  readonly actual: string;
  readonly problem: string;
}

function wrongCells(check: TableCheck, spec: TableSpec, row: Row, cell: (name: string) => string): WrongCell[] {
  const label = keyOf(spec, (name) => asText(row[name]));
  return Object.entries(spec.columns).flatMap(([column, { value: type }]) => {
    if (spec.key.includes(column)) return [];
    const expected = row[column] ?? null;
    const actual = cell(column);
    const read = readCell(type, actual);
    // An empty truth asks for an empty cell.
    const problem =
      expected === null
        ? actual.trim() === ''
          ? undefined
          : `expected an empty cell, got ${show(actual)}`
        : read === undefined
          ? `expected ${typeNames[type.type]}, got ${show(actual)}`
          : compareScalar(type, expected, read, check.tolerance?.[column] as { absolute?: number } | undefined);
    return problem ? [{ row: label, column, expected, actual, problem }] : [];
  });
}

function keyOf(spec: TableSpec, value: (name: string) => string): string {
  return spec.key.map((name) => `${name} ${value(name)}`).join(', ');
}

/** Two spellings of one key must meet: 7, 7.0 and "7 " name the same row. */
function canonical(column: Column | undefined, text: string): string {
  const value = column ? readCell(column.value, text) : text;
  return typeof value === 'number' ? String(value) : fold(text);
}

function sameOrder(expected: readonly string[], actual: readonly string[]): boolean {
  return expected.length === actual.length && expected.every((key, index) => key === actual[index]);
}

function asText(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? '');
}

const typeNames = {
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  text: 'a text',
  date: 'a date',
  choice: 'a choice',
};
