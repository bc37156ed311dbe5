// `table`: a file that holds a table, joined with the true rows on its key; columns and types come from the output's
// description. The file's name says whether it is csv, a sheet, JSON or a table of a database.
import { z } from 'zod';
import { jsonSchema } from '../../../core/index.ts';
import { defineKind } from '../../define-kind.ts';
import { drawnWorkbooks } from '../../seen/drawn-workbooks.ts';
import { toleranceSchema } from '../../values.ts';

const tableCheckSchema = z.object({
  kind: z.literal('table'),
  name: z.string(),
  cites: z.string(),
  file: z.string(),
  rows: z.array(z.record(z.string(), jsonSchema)),
  /**
   * Allowed deviation of numbers by column, where it is not half a unit of the last decimal: one for all rows, or a list
   * with one for each of `rows`, in which null means the half unit.
   */
  tolerance: z.record(z.string(), z.union([toleranceSchema, z.array(toleranceSchema.nullable())])).optional(),
});
export type TableCheck = z.infer<typeof tableCheckSchema>;

export function tableEquals(file: string, rows: TableCheck['rows'], tolerance?: TableCheck['tolerance']): TableCheck {
  return { kind: 'table', name: `table ${file}`, cites: file, file, rows, ...(tolerance ? { tolerance } : {}) };
}

export const tableKind = defineKind({
  schema: tableCheckSchema,
  about: 'a table has exactly these rows',
  failure: 'wrong table',
  preparations: [drawnWorkbooks],
  evaluator: async () => (await import('./evaluate.ts')).evaluateTable,
  mutators: async () => ({ table: (await import('./mutators/table.ts')).tableMutator }),
});
