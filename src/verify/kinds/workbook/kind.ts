// `workbook`: a workbook as a person sees it: its sheets, and cells by address with values, formulas, number formats
// and appearance. Rows of data are for `table`.
import { z } from 'zod';
import { defineKind } from '../../define-kind.ts';
import { drawnWorkbooks } from '../../seen/drawn-workbooks.ts';
import { toleranceSchema } from '../../values.ts';

/** Requirements on a cell; an omitted property may have any value. */
const cellSchema = z.strictObject({
  /** Null requires an empty cell. A formula counts with its recalculated value. */
  value: z.union([z.string(), z.number(), z.boolean(), z.null()]).optional(),
  /** Allowed deviation of a number; the default is 1e-9, relative. */
  tolerance: toleranceSchema.optional(),
  /** A formula that uses this function, such as "SUM"; "" for any formula. */
  formula: z.string().optional(),
  /** The number is shown with this many decimals. */
  decimals: z.int().nonnegative().optional(),
  /** The number is shown as a percentage. */
  percent: z.boolean().optional(),
  bold: z.boolean().optional(),
  italic: z.boolean().optional(),
  /** "#RRGGBB", or true for any colour except white. */
  fill: z.union([z.string(), z.literal(true)]).optional(),
});
export type CellRequirement = z.infer<typeof cellSchema>;

/** An address, or several non-empty cells: the first or last non-empty row, or the cells below a column's header. */
const placeSchema = z.string().regex(/^(?:[A-Z]{1,3}[1-9]\d{0,6}|first row|last row|column .+)$/);

const workbookCheckSchema = z.object({
  kind: z.literal('workbook'),
  name: z.string(),
  cites: z.string(),
  file: z.string(),
  /** All visible sheets, in order. */
  sheets: z.array(z.string()).optional(),
  hidden: z.array(z.string()).optional(),
  /** By sheet and place, such as { Summary: { B2: { value: 7 }, 'first row': { bold: true } } }. */
  cells: z.record(z.string(), z.record(placeSchema, cellSchema)).optional(),
});
export type WorkbookCheck = z.infer<typeof workbookCheckSchema>;
export type WorkbookRequirements = Pick<WorkbookCheck, 'sheets' | 'hidden' | 'cells'>;

/** Requires these sheets and cells. `what` gives several checks of one file different names. */
export function workbookHas(
  file: string,
  what: string,
  requirements: WorkbookRequirements,
  cites = file,
): WorkbookCheck {
  return { kind: 'workbook', name: `workbook ${what}`, cites, file, ...requirements };
}

export const workbookKind = defineKind({
  schema: workbookCheckSchema,
  about: 'a workbook has these sheets, and cells with these values, formulas and looks',
  failure: 'wrong workbook',
  preparations: [drawnWorkbooks],
  uses: ['renderer'],
  evaluator: async () => (await import('./evaluate.ts')).evaluateWorkbook,
  mutators: 'a workbook that is a table has the mutators of tables; other workbooks are only removed and emptied',
});
