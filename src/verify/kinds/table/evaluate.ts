// Evaluates a check of kind `table`: compares every cell of every expected row, missing and surplus rows, and their
// order.
import type { Json, ScalarType, TableSpec } from '../../../core/index.ts';
import { FormatProblem, type Cell } from '../../../formats/index.ts';
import { cannotRead, fail, pass, type CheckFinding, type Material } from '../../material.ts';
import { givenTable, type GivenTable } from '../../seen/table.ts';
import { compareScalar, fold, readCell, readTyped, show, type Tolerance } from '../../values.ts';
import type { TableCheck } from './kind.ts';

/** The number of evidence entries that a report page can show. */
const MAX_EVIDENCE = 50;

/** The tolerance of a column in the expected row with this index. */
export function toleranceAt({ tolerance }: TableCheck, column: string, row: number): Tolerance | undefined {
  const given = tolerance?.[column];
  return Array.isArray(given) ? (given[row] ?? undefined) : given;
}

export async function evaluateTable(check: TableCheck, material: Material): Promise<CheckFinding> {
  const spec = material.outputs[check.file];
  if (spec?.type !== 'table') throw new Error(`the query asks for no table at "${check.file}"`);
  if (!material.files.has(check.file)) return fail(`${check.file} is missing`);
  try {
    const table = await givenTable(check.name, check.file, spec, material);
    const finding = compareTable(check, spec, table);
    return finding.ok && table.unseen !== undefined ? fail(`${check.file}: ${table.unseen}`) : finding;
  } catch (error) {
    if (error instanceof FormatProblem) return cannotRead(check.file, error);
    throw error;
  }
}

function compareTable(check: TableCheck, spec: TableSpec, table: GivenTable): CheckFinding {
  const places = new Map(table.header.map((name, index) => [fold(name), index]));
  const wanted = Object.keys(spec.columns);
  const missing = wanted.filter((name) => !places.has(fold(name)));
  if (missing.length > 0)
    return fail(`${check.file} lacks the column ${missing.map((name) => `"${name}"`).join(', ')}`);
  const extra = table.header.filter((name) => !wanted.some((each) => fold(each) === fold(name)));
  if (extra.length > 0)
    return fail(`${check.file} has columns that the query does not ask for: ${extra.slice(0, 5).map(show).join(', ')}`);

  const cell = (row: readonly Cell[], name: string) => row[places.get(fold(name)) ?? -1] ?? '';
  const given = new Map<string, readonly Cell[]>();
  for (const row of table.rows) {
    const key = keyOf(spec, (name) => cell(row, name));
    if (given.has(key)) return fail(`${check.file} has the row ${key} twice`);
    given.set(key, row);
  }
  const expectedKeys = check.rows.map((row) => keyOf(spec, (name) => row[name] ?? null));
  const lost = expectedKeys.filter((key) => !given.has(key));
  const known = new Set(expectedKeys);
  const surplus = [...given.keys()].filter((key) => !known.has(key));
  const cells = check.rows.flatMap((_, index) => {
    const actual = given.get(expectedKeys[index] ?? '');
    return actual ? wrongCells(check, spec, index, (name) => cell(actual, name)) : [];
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
  readonly actual: Cell;
  readonly problem: string;
}

function wrongCells(check: TableCheck, spec: TableSpec, index: number, cell: (name: string) => Cell): WrongCell[] {
  const row = check.rows[index] ?? {};
  const label = spec.key.map((name) => `${name} ${asText(row[name])}`).join(', ');
  return Object.entries(spec.columns).flatMap(([column, { value: type }]) => {
    if (spec.key.includes(column)) return [];
    const expected = row[column] ?? null;
    const actual = cell(column);
    const problem = problemOf(check, type, expected, actual, toleranceAt(check, column, index));
    return problem ? [{ row: label, column, expected, actual, problem }] : [];
  });
}

function problemOf({ file }: TableCheck, type: ScalarType, expected: Json, actual: Cell, tolerance?: Tolerance) {
  const isEmpty = typeof actual === 'string' && actual.trim() === '';
  // An empty expected value requires an empty cell.
  if (expected === null || expected === '') return isEmpty ? undefined : `expected an empty cell, got ${show(actual)}`;
  const read = delimited(file) ? readCell(type, asText(actual)) : isEmpty ? undefined : readTyped(type, actual);
  if (read === undefined) return `expected ${typeNames[type.type]}, got ${isEmpty ? 'an empty cell' : show(actual)}`;
  return compareScalar(type, expected, read, tolerance);
}

/** Whether the file format stores every cell as text. */
const delimited = (file: string) => /\.[ct]sv$/i.test(file);

/** Normalises a row's key: 7, 7.0 and "7 " name the same row. */
function keyOf(spec: TableSpec, value: (name: string) => Json): string {
  return spec.key
    .map((name) => {
      const type = spec.columns[name]?.value ?? { type: 'text' };
      const text = asText(value(name));
      const read = readCell(type, text);
      return `${name} ${typeof read === 'number' ? String(read) : fold(text)}`;
    })
    .join(', ');
}

function sameOrder(expected: readonly string[], actual: readonly string[]): boolean {
  return expected.length === actual.length && expected.every((key, index) => key === actual[index]);
}

function asText(value: Json | undefined): string {
  return typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value);
}

const typeNames = {
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  text: 'a text',
  date: 'a date',
  choice: 'a choice',
};
