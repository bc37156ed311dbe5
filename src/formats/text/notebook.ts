// Reads and writes Jupyter notebooks as files of a task.
import {
  notebookJson,
  notebookSchema,
  type Json,
  type Notebook,
  type NotebookCell,
  type NotebookOutput,
} from '../../core/index.ts';
import { readJson, writeJson } from './json.ts';
import { formatLimits } from '../limits.ts';
import { checkCount, FormatProblem } from '../problem.ts';

export function readNotebook(bytes: Uint8Array): Notebook {
  const read = notebookSchema.safeParse(readJson(bytes));
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new FormatProblem(
      `the file is not a notebook: ${issue?.path.join('.') || 'the whole file'}: ${issue?.message ?? 'invalid'}`,
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

/** Writes a Python notebook; cell ids are numbers. */
export function writeNotebook(cells: readonly NewNotebookCell[], metadata: Record<string, Json> = {}): string {
  const kernel = { kernelspec: { display_name: 'Python 3', language: 'python', name: 'python3' } };
  const book: Notebook = {
    cells: cells.map(cellFor),
    metadata: { ...kernel, language_info: { name: 'python' }, ...metadata },
    nbformat: 4,
    nbformat_minor: 5,
  };
  return writeJson(notebookJson(book), { indent: 1 });
}

function cellFor(cell: NewNotebookCell, index: number): NotebookCell {
  const id = `cell-${index + 1}`;
  if ('markdown' in cell) return { cell_type: 'markdown', id, metadata: {}, source: cell.markdown };
  return {
    cell_type: 'code',
    execution_count: cell.count ?? null,
    id,
    metadata: {},
    outputs: [...(cell.outputs ?? [])],
    source: cell.code,
  };
}
