// Reads the table of an output from a file of any table format: from a workbook the cells as a person sees them, from a
// delimited file the cells between the separators.
import { extname } from 'node:path';
import type { TableSpec } from '../../core/index.ts';
import { FormatProblem, readTable, tableOf, type Cell, type Table } from '../../formats/index.ts';
import type { Material } from '../material.ts';
import { fold, show } from '../values.ts';
import { seenWorkbook, type SeenSheet } from './workbook.ts';

export interface GivenTable extends Table {
  /** Why a person cannot see some cell, if there is such a cell. */
  readonly unseen?: string;
}

export const isWorkbook = (file: string) => ['.xlsx', '.ods'].includes(extname(file).toLowerCase());

/** Throws a FormatProblem when the file is missing or broken, or when a column occurs twice. */
export async function givenTable(name: string, file: string, spec: TableSpec, material: Material): Promise<GivenTable> {
  const bytes = material.files.get(file);
  if (!bytes) throw new FormatProblem('the file is missing');
  const table = isWorkbook(file)
    ? tableOfSeen(sheetOf(await seenWorkbook(material.executions.get(name), file, bytes), spec.sheet))
    : withPoints(spec, await readTable(file, bytes, spec.sheet === undefined ? {} : { name: spec.sheet }));
  const names = table.header.map(fold);
  const twice = names.findIndex((each, index) => names.indexOf(each) < index);
  if (twice >= 0)
    throw new FormatProblem(
      `it has a column twice: ${show(table.header[names.indexOf(names[twice] ?? '')] ?? '')} and ${show(table.header[twice] ?? '')}`,
    );
  return table;
}

/**
 * If the separator is not a comma, a comma may be the decimal point. It is read so only when number columns leave no
 * other reading.
 */
function withPoints(spec: TableSpec, table: Table): Table {
  if (table.separator === undefined || table.separator === ',') return table;
  const numeric = new Set(
    Object.entries(spec.columns).flatMap(([name, { value }]) => (value.type === 'number' ? [fold(name)] : [])),
  );
  const isNumber = table.header.map((name) => numeric.has(fold(name)));
  const cells = table.rows.flatMap((row) => row.filter((_, at) => isNumber[at]).map((cell) => String(cell).trim()));
  const plain = cells.every((cell) => /^$|^[+-]?\d+(?:,\d+)?$/.test(cell));
  // A comma before three digits may be a thousands separator.
  const certain = cells.some((cell) => /,(?:\d{1,2}|\d{4,})$/.test(cell));
  if (!plain || !certain) return table;
  const changed = (cell: Cell, at: number) => (isNumber[at] ? String(cell).replace(',', '.') : cell);
  return { ...table, rows: table.rows.map((row) => row.map(changed)) };
}

/** The sheet with this name; without a name, the first visible sheet. */
function sheetOf(sheets: readonly SeenSheet[], name: string | undefined): SeenSheet {
  const sheet = sheets.find((each) => (name === undefined ? each.visible : each.name === name));
  if (!sheet) {
    const names = sheets.slice(0, 10).map((each) => show(each.name));
    throw new FormatProblem(
      `the workbook has no sheet ${name ? show(name) : 'that is shown'}, only ${names.join(', ')}`,
    );
  }
  return sheet;
}

/** The first non-empty row names the columns. */
function tableOfSeen({ name, cells }: SeenSheet): GivenTable {
  const filled = cells.filter(({ value }) => value !== null);
  const [first] = filled;
  if (!first) throw new FormatProblem(`the sheet ${show(name)} is empty`);
  const header = filled.filter(({ row }) => row === first.row);
  const [from, to] = [first.column, header.at(-1)?.column ?? first.column];
  const stray = filled.find(({ column }) => column < from || column > to);
  if (stray) throw new FormatProblem(`${stray.address} of ${show(name)} stands beside the columns of the header`);
  const rows = new Map<number, Cell[]>();
  for (const { row, column, value } of filled) {
    const cellsOfRow = rows.get(row) ?? Array.from({ length: to - from + 1 }, () => null);
    cellsOfRow[column - from] = value;
    rows.set(row, cellsOfRow);
  }
  const [names = [], ...lines] = rows.values();
  const unseen = filled.find(({ problem }) => problem !== undefined);
  return {
    ...tableOf(
      names.map((cell) => String(cell ?? '')),
      lines,
    ),
    ...(unseen ? { unseen: `${unseen.address} of ${show(name)} ${unseen.problem ?? ''}` } : {}),
  };
}
