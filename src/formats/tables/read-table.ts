// Reads a table from any supported file format.
import { extname } from 'node:path';
import { readCsv } from './csv.ts';
import { readJson, readJsonLines } from '../text/json.ts';
import { FormatProblem } from '../problem.ts';
import { readOds, readXlsx, sheetNamed, tableOfSheet } from './spreadsheet.ts';
import { readSqlite } from './sqlite.ts';
import { tableOfObjects, type Table } from './table.ts';
import type { Encoding } from '../text/text.ts';

export interface TableReading {
  /** The sheet of a workbook (default: the first visible one) or the table of a database (required). */
  readonly name?: string;
  /** For delimited text. Default: a tab for .tsv; detected from the header for .csv. */
  readonly delimiter?: string;
  readonly encoding?: Encoding;
}

/** The file formats that hold a table, by file extension. */
export const tableEndings = [
  '.csv',
  '.tsv',
  '.xlsx',
  '.ods',
  '.json',
  '.jsonl',
  '.ndjson',
  '.sqlite',
  '.sqlite3',
  '.db',
] as const;

/** The path determines the expected format. Cells of csv and tsv are text; other formats have typed cells. */
export async function readTable(path: string, bytes: Uint8Array, options: TableReading = {}): Promise<Table> {
  switch (extname(path).toLowerCase() as (typeof tableEndings)[number]) {
    case '.csv':
      return readCsv(bytes, options);
    case '.tsv':
      return readCsv(bytes, { delimiter: '\t', ...options });
    case '.xlsx':
      return tableOfSheet(sheetNamed(await readXlsx(bytes), options.name));
    case '.ods':
      return tableOfSheet(sheetNamed(await readOds(bytes), options.name));
    case '.json':
      return tableOfJson(readJson(bytes));
    case '.jsonl':
    case '.ndjson':
      return tableOfObjects(readJsonLines(bytes));
    case '.sqlite':
    case '.sqlite3':
    case '.db':
      if (options.name === undefined) throw new Error(`${path}: name the table of the database`);
      return await readSqlite(bytes, options.name);
    default:
      throw new Error(`${path}: its ending is none of ${tableEndings.join(', ')}`);
  }
}

function tableOfJson(value: unknown): Table {
  if (!Array.isArray(value)) throw new FormatProblem('the file is not an array of objects');
  return tableOfObjects(value);
}
