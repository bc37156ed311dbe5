// The sheets of a workbook as an office program calculates and draws them: what `render` reports and `verify` looks at.
import { z } from 'zod';

const cellSchema = z.object({
  row: z.int(),
  column: z.int(),
  value: z.union([z.number(), z.string(), z.null()]),
  /** What the number format makes of a number. */
  kind: z.enum(['text', 'number', 'date', 'datetime', 'time', 'boolean']),
  /** Of a date: as ISO text. */
  moment: z.string().nullable().optional(),
  /** As the number format shows it. */
  shown: z.string(),
  font: z.string(),
  formula: z.string().optional(),
  /** A code of LibreOffice, where a formula has no result. */
  error: z.int().optional(),
  /** First row and column, last row and column of the merged area that begins here. */
  merged: z.tuple([z.int(), z.int(), z.int(), z.int()]).optional(),
});
/** Lengths are in hundredths of a millimetre from the sheet's corner. */
const lineSchema = z.object({ index: z.int(), at: z.number(), size: z.number(), hidden: z.boolean() });
const sheetSchema = z.object({
  name: z.string(),
  visible: z.boolean(),
  /** Whether some cells are left out because there are too many. */
  cut: z.boolean(),
  cells: z.array(cellSchema),
  /** Those with something in them. */
  rows: z.array(lineSchema),
  columns: z.array(lineSchema),
  /** What lies over the cells. */
  covers: z.array(z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number(), what: z.string() })),
  /** If wanted: the drawn parts of the sheet, each a PDF of one page among the files that begins at x, y. */
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
