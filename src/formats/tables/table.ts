// A table as checks use it, independent of the file format.
import { formatLimits } from '../limits.ts';
import { checkCount, FormatProblem } from '../problem.ts';

/** Dates are ISO text: 2026-03-01, or 2026-03-01T09:30:00 with a time of day. */
export type Cell = string | number | boolean | null;

export interface Table<C extends Cell = Cell> {
  readonly header: readonly string[];
  /** Every row has as many cells as the header. */
  readonly rows: readonly (readonly C[])[];
  /** Set for delimited text. */
  readonly separator?: string;
}

/** Builds a table; column names must be unique. */
export function tableOf<C extends Cell>(header: readonly string[], rows: readonly (readonly C[])[]): Table<C> {
  checkCount(header.length, formatLimits.columns, 'columns');
  checkCount(rows.length, formatLimits.rows, 'rows');
  const names = header.map((name) => name.trim());
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) throw new FormatProblem(`the column "${name}" occurs twice in the header`);
    seen.add(name);
  }
  return { header: names, rows };
}

/** A table from objects: its columns are all keys in order of first appearance; a missing key is null. */
export function tableOfObjects(objects: readonly unknown[]): Table {
  checkCount(objects.length, formatLimits.rows, 'rows');
  const records = objects.map(asRecord);
  const header = [...new Set(records.flatMap((record) => Object.keys(record)))];
  checkCount(header.length * records.length, formatLimits.cells, 'cells');
  const rows = records.map((record, index) =>
    header.map((name) => (Object.hasOwn(record, name) ? asCell(record[name], name, index) : null)),
  );
  return tableOf(header, rows);
}

function asRecord(value: unknown, index: number): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new FormatProblem(`item ${index + 1} of the array is not an object`);
  return value as Record<string, unknown>;
}

function asCell(value: unknown, name: string, index: number): Cell {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  throw new FormatProblem(`"${name}" of object ${index + 1} is not a single value`);
}

/** A time without a zone as ISO text; midnight is written as a date only. */
export function isoText(date: Date): string {
  const text = date.toISOString();
  if (text.endsWith('T00:00:00.000Z')) return text.slice(0, -'T00:00:00.000Z'.length);
  return text.replace(/\.000Z$|Z$/, '');
}
