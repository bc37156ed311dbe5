// `table`: a file that holds a table, joined with the expected rows on its key; columns and types come from the
// output's specification. The file extension selects the format: delimited text, sheet, JSON or database.
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
   * Allowed deviation of numbers by column; the default is half a unit of the last decimal. One value applies to all
   * rows; a list has one entry for each of `rows`, in which null means the default.
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
  uses: ['renderer'],
  evaluator: async () => (await import('./evaluate.ts')).evaluateTable,
  mutators: async () => ({ table: (await import('./mutators/table.ts')).tableMutator }),
});
