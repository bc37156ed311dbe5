// The sheets of a workbook as LibreOffice calculates and draws them: `render` produces this and `verify` checks it.
import { z } from 'zod';

const cellSchema = z.object({
  row: z.int(),
  column: z.int(),
  value: z.union([z.number(), z.string(), z.null()]),
  /** The type of a number follows from its number format. */
  kind: z.enum(['text', 'number', 'date', 'datetime', 'time', 'boolean']),
  /** A date as ISO text. */
  moment: z.string().nullable().optional(),
  /** The text as the number format displays it. */
  shown: z.string(),
  font: z.string(),
  formula: z.string().optional(),
  /** LibreOffice's error code of a formula without a result. */
  error: z.int().optional(),
  /** First row and column, last row and column of the merged range that starts here. */
  merged: z.tuple([z.int(), z.int(), z.int(), z.int()]).optional(),
});
/** Lengths are in hundredths of a millimetre from the sheet's top left corner. */
const lineSchema = z.object({ index: z.int(), at: z.number(), size: z.number(), hidden: z.boolean() });
const sheetSchema = z.object({
  name: z.string(),
  visible: z.boolean(),
  /** Whether cells are omitted because there are too many. */
  cut: z.boolean(),
  /** The cells that are not empty. */
  cells: z.array(cellSchema),
  /** The rows and columns of these cells. */
  rows: z.array(lineSchema),
  columns: z.array(lineSchema),
  /** Objects that cover cells. */
  covers: z.array(z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number(), what: z.string() })),
  /** On request: the drawn parts of the sheet, each a PDF file of one page whose corner is at x, y. */
  pages: z.array(
    z.object({
      file: z.string(),
      x: z.number(),
      y: z.number(),
      /** From and to. */
      rows: z.tuple([z.int(), z.int()]),
      columns: z.tuple([z.int(), z.int()]),
    }),
  ),
});
export const drawnSheetsSchema = z.array(sheetSchema);
export type DrawnSheet = z.infer<typeof sheetSchema>;
