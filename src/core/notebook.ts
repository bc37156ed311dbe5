// Jupyter notebooks, nbformat 4: the schema for all code that reads or writes one.
import { z } from 'zod';
import type { Json } from './json.ts';

/** A text in a notebook is one string or a list of lines with their line ends. */
const textSchema = z.union([z.string(), z.array(z.string())]).transform((text) => [text].flat().join(''));
const bundleSchema = z.record(z.string(), z.json());
const mimeSchema = z.object({ data: bundleSchema, metadata: bundleSchema });

const outputSchema = z.discriminatedUnion('output_type', [
  z.object({ output_type: z.literal('stream'), name: z.enum(['stdout', 'stderr']), text: textSchema }),
  mimeSchema.extend({ output_type: z.literal('display_data') }),
  mimeSchema.extend({ output_type: z.literal('execute_result'), execution_count: z.int().nullable() }),
  z.object({
    output_type: z.literal('error'),
    ename: z.string(),
    evalue: z.string(),
    traceback: z.array(z.string()),
  }),
]);

const cellBase = z.object({
  /** Required since 4.5. */
  id: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .exactOptional(),
  metadata: bundleSchema,
  source: textSchema,
});
const cellSchema = z.discriminatedUnion('cell_type', [
  cellBase.extend({ cell_type: z.literal('markdown'), attachments: bundleSchema.exactOptional() }),
  cellBase.extend({ cell_type: z.literal('raw') }),
  cellBase.extend({
    cell_type: z.literal('code'),
    execution_count: z.int().nullable(),
    outputs: z.array(outputSchema),
  }),
]);

export const notebookSchema = z.object({
  nbformat: z.literal(4),
  nbformat_minor: z.int().nonnegative(),
  metadata: bundleSchema,
  cells: z.array(cellSchema),
});

export type Notebook = z.infer<typeof notebookSchema>;
export type NotebookCell = z.infer<typeof cellSchema>;
export type NotebookOutput = z.infer<typeof outputSchema>;

/** The parts that readers of the code need; other parts may be of any version of the format. */
export const notebookCodeSchema = z.object({
  nbformat: z.literal(4),
  cells: z.array(z.object({ cell_type: z.string(), source: textSchema })),
});

/** The JSON of the file. Each text is a list of lines; keys keep their order. */
export function notebookJson(notebook: Notebook): Json {
  return { ...notebook, cells: notebook.cells.map(cellJson) };
}

function cellJson(cell: NotebookCell): Json {
  const source = notebookLines(cell.source);
  if (cell.cell_type !== 'code') return { ...cell, source };
  const outputs = cell.outputs.map((output) =>
    output.output_type === 'stream' ? { ...output, text: notebookLines(output.text) } : output,
  );
  return { ...cell, source, outputs };
}

/** Splits a text into lines with their line ends. */
export function notebookLines(text: string): string[] {
  return text === '' ? [] : text.split(/(?<=\n)/);
}
