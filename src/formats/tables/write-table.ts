// Writes a table to the format that its path names; read-table.ts reads it.
import { extname } from 'node:path';
import { writeCsv } from './csv.ts';
import { writeJson, writeJsonLines } from '../text/json.ts';
import { writeOds, writeXlsx } from './spreadsheet-write.ts';
import { writeSqlite } from './sqlite.ts';
import { tableEndings } from './read-table.ts';
import type { Cell, Table } from './table.ts';

/** `name` is the sheet or the database table. Database columns accept values of every type. */
export async function writeTable(path: string, { header, rows }: Table, name = 'Sheet1'): Promise<Uint8Array> {
  const objects = () =>
    rows.map((row) => Object.fromEntries(header.map((key, at): [string, Cell] => [key, row[at] ?? null])));
  switch (extname(path).toLowerCase() as (typeof tableEndings)[number]) {
    case '.csv':
    case '.tsv':
      return text(writeCsv([header, ...rows], extname(path) === '.tsv' ? { delimiter: '\t' } : {}));
    case '.xlsx':
      return await writeXlsx({ sheets: [{ name, rows: [header, ...rows] }] });
    case '.ods':
      return await writeOds({ sheets: [{ name, rows: [header, ...rows] }] });
    case '.json':
      return text(writeJson(objects()));
    case '.jsonl':
    case '.ndjson':
      return text(writeJsonLines(objects()));
    case '.sqlite':
    case '.sqlite3':
    case '.db':
      return await writeSqlite([{ name, columns: Object.fromEntries(header.map((key) => [key, ''])), rows }]);
    default:
      throw new Error(`${path}: its ending is none of ${tableEndings.join(', ')}`);
  }
}

const text = (content: string) => new TextEncoder().encode(content);
