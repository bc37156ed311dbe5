// Jupyter notebooks, nbformat 4.
import { z } from 'zod';
import type { Json } from '../../core/index.ts';
import { readJson, writeJson } from './json.ts';
import { formatLimits } from '../limits.ts';
import { checkCount, FormatProblem } from '../problem.ts';

/** A text of a notebook is one string or a list of lines that keep their ends. */
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
  /** Asked for since 4.5. */
  id: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .optional(),
  metadata: bundleSchema,
  source: textSchema,
});
const cellSchema = z.discriminatedUnion('cell_type', [
  cellBase.extend({ cell_type: z.literal('markdown'), attachments: bundleSchema.optional() }),
  cellBase.extend({ cell_type: z.literal('raw') }),
  cellBase.extend({
    cell_type: z.literal('code'),
    execution_count: z.int().nullable(),
    outputs: z.array(outputSchema),
  }),
]);

const notebookSchema = z.object({
  nbformat: z.literal(4),
  nbformat_minor: z.int().nonnegative(),
  metadata: bundleSchema,
  cells: z.array(cellSchema),
});

export type Notebook = z.infer<typeof notebookSchema>;
export type NotebookCell = z.infer<typeof cellSchema>;
export type NotebookOutput = z.infer<typeof outputSchema>;

export function readNotebook(bytes: Uint8Array): Notebook {
  const read = notebookSchema.safeParse(readJson(bytes));
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new FormatProblem(
      `the file is not a notebook: ${issue?.path.join('.') || 'the whole'}: ${issue?.message ?? 'wrong'}`,
    );
  }
  const { cells, nbformat_minor: minor } = read.data;
  checkCount(cells.length, formatLimits.items, 'cells');
  if (minor >= 5 && cells.some(({ id }) => id === undefined)) throw new FormatProblem('a cell lacks its id');
  const ids = cells.flatMap(({ id }) => (id === undefined ? [] : [id]));
  if (new Set(ids).size < ids.length) throw new FormatProblem('two cells have the same id');
  return read.data;
}

export type NewNotebookCell =
  | { readonly markdown: string }
  | { readonly code: string; readonly count?: number; readonly outputs?: readonly NotebookOutput[] };

/** A notebook of Python; cells are numbered for their ids. */
export function writeNotebook(cells: readonly NewNotebookCell[], metadata: Record<string, Json> = {}): string {
  const kernel = { kernelspec: { display_name: 'Python 3', language: 'python', name: 'python3' } };
  return writeJson(
    {
      cells: cells.map(cellFor),
      metadata: { ...kernel, language_info: { name: 'python' }, ...metadata },
      nbformat: 4,
      nbformat_minor: 5,
    },
    { indent: 1 },
  );
}

function cellFor(cell: NewNotebookCell, index: number): Json {
  const id = `cell-${index + 1}`;
  if ('markdown' in cell) return { cell_type: 'markdown', id, metadata: {}, source: linesOf(cell.markdown) };
  return {
    cell_type: 'code',
    execution_count: cell.count ?? null,
    id,
    metadata: {},
    outputs: (cell.outputs ?? []).map((output) =>
      'text' in output ? { ...output, text: linesOf(output.text) } : output,
    ),
    source: linesOf(cell.code),
  };
}

function linesOf(text: string): string[] {
  return text.split(/(?<=\n)/).filter((line) => line !== '');
}
