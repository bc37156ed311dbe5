// One column of the inputs, submitted as the result: it compares no rows and fits no model. A task whose threshold one
// of these columns reaches asks for no work.
import { writeTable, type Table } from '../../formats/index.ts';
import type { TableSpec } from '../../core/index.ts';
import { answerWith, type SubmittedWork, type VisibleInstance } from '../submitted-work.ts';
import { constant } from './actions.ts';
import { asTable } from './found.ts';

/** The limit for one instance, over all columns and both signs. */
const MAX_SUBMISSIONS = 40;

/** Keyed by the column: `satisfaction` and `-satisfaction`, for every table that the query asks for. */
export async function columnSubmissions(instance: VisibleInstance): Promise<Map<string, SubmittedWork>> {
  const submissions = new Map<string, SubmittedWork>();
  for (const [path, spec] of Object.entries(instance.outputs)) {
    if (spec.type !== 'table') continue;
    for (const [name, table] of columnTables(instance, spec)) {
      if (submissions.size >= MAX_SUBMISSIONS) return submissions;
      const bytes = await writeTable(path, table, spec.sheet);
      submissions.set(name, { files: new Map([[path, bytes]]), response: answerWith(instance, () => 0) });
    }
  }
  return submissions;
}

/** The first column, for `-a one-column`; the `constant` action if the inputs have no numeric column. */
export async function oneColumn(instance: VisibleInstance): Promise<SubmittedWork> {
  const [first] = (await columnSubmissions(instance)).values();
  return first ?? (await constant(instance));
}

function columnTables({ files }: VisibleInstance, spec: TableSpec): [string, Table][] {
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
