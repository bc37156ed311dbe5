// A program as a file: percent-format Python, or the code cells of a notebook.
import { readFileSync, statSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { notebookCodeSchema, Problem, reasonOf } from '../core/index.ts';
import { parseProgram, type Program } from './program.ts';

/** The maximum size of a program file. Notebooks contain their pictures, so it is generous. */
const MAX_BYTES = 64 * 2 ** 20;

export function readProgramFile(file: string): Program {
  const extension = extname(file).toLowerCase();
  if (extension !== '.py' && extension !== '.ipynb') {
    throw new Problem(`${file} is not a program: it must end in .py (cells begin with "# %%") or .ipynb`);
  }
  const source = readText(file);
  const name = basename(file, extname(file));
  const program = extension === '.py' ? parseProgram(name, source) : parseNotebook(name, source, file);
  if (program.cells.length === 0) throw new Problem(`${file} holds no code`);
  return program;
}

function parseNotebook(name: string, source: string, file: string): Program {
  const book = notebookCodeSchema.safeParse(parseJson(source, file));
  if (!book.success) {
    const [issue] = book.error.issues;
    const where = issue?.path.join('.') || 'its top level';
    throw new Problem(`${file} is not a notebook of format 4: ${where}: ${issue?.message ?? 'malformed'}`);
  }
  const cells = book.data.cells.filter(({ cell_type: type, source: code }) => type === 'code' && code.trim() !== '');
  return { name, title: '', cells: cells.map(({ source: code }) => ({ code, answer: false })) };
}

function parseJson(source: string, file: string): unknown {
  try {
    return JSON.parse(source);
  } catch (error) {
    throw new Problem(`${file} is not a notebook: ${reasonOf(error)}`, { cause: error });
  }
}

function readText(file: string): string {
  try {
    const stats = statSync(file);
    if (!stats.isFile()) throw new Problem(stats.isDirectory() ? 'it is a folder' : 'it is not a regular file');
    if (stats.size > MAX_BYTES) throw new Problem(`it is larger than ${MAX_BYTES / 2 ** 20} MiB`);
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch (error) {
    const reason = error instanceof TypeError ? 'it is not UTF-8 text' : reasonOf(error);
    throw new Problem(`cannot read ${file}: ${reason}`, { cause: error });
  }
}
