// One column of the inputs, handed in as the result: no rows are compared, nothing is learned. A bar that one of them
// reaches asks for no work.
import { writeTable, type Table } from '../../formats/index.ts';
import type { TableSpec } from '../../core/index.ts';
import { answerWith, type Submitted, type SeenInstance } from '../deed.ts';
import { constant } from './deeds.ts';
import { asTable } from './found.ts';

/** Per exam, over all columns and both directions. */
const MAX_DEEDS = 40;

/** By what was handed in: `satisfaction` and `-satisfaction`, for every table that is asked for. */
export async function columnDeeds(exam: SeenInstance): Promise<Map<string, Submitted>> {
  const deeds = new Map<string, Submitted>();
  for (const [path, spec] of Object.entries(exam.outputs)) {
    if (spec.type !== 'table') continue;
    for (const [name, table] of columnTables(exam, spec)) {
      if (deeds.size >= MAX_DEEDS) return deeds;
      const bytes = await writeTable(path, table, spec.sheet);
      deeds.set(name, { files: new Map([[path, bytes]]), response: answerWith(exam, () => 0) });
    }
  }
  return deeds;
}

/** The first of them, for `-a one-column`; a constant where the inputs have no such column. */
export async function oneColumn(exam: SeenInstance): Promise<Submitted> {
  const [first] = (await columnDeeds(exam)).values();
  return first ?? (await constant(exam));
}

function columnTables({ files }: SeenInstance, spec: TableSpec): [string, Table][] {
  const names = Object.keys(spec.columns);
  return files.flatMap((file) => {
    const table = asTable(file);
    const keys = spec.key.map((name) => table?.header.indexOf(name) ?? -1);
    if (!table || keys.includes(-1)) return [];
    const numeric = table.header.flatMap((name, at) => {
      const isKey = keys.includes(at);
      const numbers = table.rows.filter((row) => Number.isFinite(Number.parseFloat(row[at] ?? ''))).length;
      return !isKey && numbers > table.rows.length / 2 ? [{ name, at }] : [];
    });
    return numeric.flatMap(({ name, at }) =>
      [1, -1].map((sign): [string, Table] => {
        const rows = table.rows.map((row) => {
          const value = sign * (Number.parseFloat(row[at] ?? '') || 0);
          return names.map((each) => (spec.key.includes(each) ? (row[table.header.indexOf(each)] ?? '') : value));
        });
        return [`${sign < 0 ? '-' : ''}${name} of ${file.path}`, { header: names, rows }];
      }),
    );
  });
}
