// Reads the rows of a requested table as text, keyed by the requested column names. It does not check the table's key.
import type { TableSpec } from '../../../core/index.ts';
import { FormatProblem } from '../../../formats/index.ts';
import type { Material } from '../../material.ts';
import { givenTable } from '../../seen/table.ts';
import { fold, show } from '../../values.ts';

export interface AskedRows {
  readonly spec: TableSpec;
  readonly rows: readonly Readonly<Record<string, string>>[];
}

/**
 * `check` is the check's name. Throws a FormatProblem when the file is missing or broken, or when its columns are not
 * exactly the requested ones.
 */
export async function readAskedRows(check: string, file: string, material: Material): Promise<AskedRows> {
  const spec = material.outputs[file];
  if (spec?.type !== 'table') throw new Error(`the query asks for no table at "${file}"`);
  const table = await givenTable(check, file, spec, material);
  if (table.unseen !== undefined) throw new FormatProblem(table.unseen);
  const places = new Map(table.header.map((name, index) => [fold(name), index]));
  const wanted = Object.keys(spec.columns);
  const missing = wanted.filter((name) => !places.has(fold(name)));
  if (missing.length > 0) throw new FormatProblem(`it lacks the column ${missing.map(show).join(', ')}`);
  const extra = table.header.filter((name) => !wanted.some((each) => fold(each) === fold(name)));
  if (extra.length > 0)
    throw new FormatProblem(
      `it has columns that the query does not ask for: ${extra.slice(0, 5).map(show).join(', ')}`,
    );
  const rows = table.rows.map((row) =>
    Object.fromEntries(wanted.map((name) => [name, String(row[places.get(fold(name)) ?? -1] ?? '').trim()])),
  );
  return { spec, rows };
}
