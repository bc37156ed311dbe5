// Tables, texts and typed values of the inputs, extracted without understanding them.
import { extname } from 'node:path';
import type { InputFile, Json, ScalarType } from '../../core/index.ts';
import { FormatProblem, readCsv, type Table } from '../../formats/index.ts';

/** A value extracted from the inputs. */
export type Found = string | number | boolean;

/** The limit on extracted values. */
const MAX_VALUES = 20_000;

/** The input as a table, if it can be read as one: delimited text, a list of objects in JSON, or lines. */
export function asTable({ path, bytes }: InputFile): Table<string> | undefined {
  const text = inputText({ path, bytes });
  if (text === undefined) return undefined;
  const extension = extname(path);
  if (extension === '.json') return tableOfJson(text);
  try {
    return readCsv(bytes, extension === '.tsv' ? { delimiter: '\t' } : {});
  } catch (error) {
    if (!(error instanceof FormatProblem)) throw error;
    const [header = '', ...lines] = text.split(/\r?\n/).filter((line) => line.trim() !== '');
    return { header: [header], rows: lines.map((line) => [line]) };
  }
}

export function inputText({ bytes }: InputFile): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined; // Binary: a picture, a sound, an archive.
  }
}

/** All objects of a JSON text, at any depth, as rows. */
function tableOfJson(text: string): Table<string> | undefined {
  let json: Json;
  try {
    json = JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
  const objects: Record<string, Json>[] = [];
  const walk = (value: Json): void => {
    if (value === null || typeof value !== 'object') return;
    if (!Array.isArray(value)) objects.push(value);
    for (const each of Array.isArray(value) ? value : Object.values(value)) walk(each);
  };
  walk(json);
  const header = [...new Set(objects.flatMap((each) => Object.keys(each)))];
  return { header, rows: objects.map((each) => header.map((name) => cellOf(each[name]))) };
}

function cellOf(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The distinct values of this type in the inputs, in their order. */
export function valuesOf(type: ScalarType, files: readonly InputFile[]): Found[] {
  if (type.type === 'choice') return [...type.options];
  if (type.type === 'boolean') return [true, false];
  const found = new Set<Found>();
  for (const text of files.flatMap(pieces)) {
    if (found.size >= MAX_VALUES) break;
    const value = spelled(type, text.trim());
    if (value !== undefined) found.add(value);
  }
  return [...found];
}

/** The cells of a table; the words of a text without columns. */
function pieces(file: InputFile): string[] {
  const table = asTable(file);
  if (!table) return [];
  return table.header.length > 1 ? table.rows.flat() : table.rows.flat().flatMap((line) => line.split(/\s+/));
}

function spelled(type: ScalarType, text: string): Found | undefined {
  if (text === '') return undefined;
  if (type.type === 'number') return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
  if (type.type === 'integer') return /^-?\d+$/.test(text) ? Number(text) : undefined;
  if (type.type === 'date') return /^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined;
  return text;
}
