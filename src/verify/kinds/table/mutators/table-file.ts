// A table together with the rest of its file: the other sheets of a workbook, cell styles, the other tables of a
// database. A changed table is written back with the rest of the file unchanged.
import { extname } from 'node:path';
import type { TableSpec } from '../../../../core/index.ts';
import {
  cellAddress,
  listSqlite,
  readOds,
  readSqlite,
  readTable,
  readXlsx,
  sheetNamed,
  tableEndings,
  tableOfSheet,
  writeCsv,
  writeOds,
  writeSqlite,
  writeTable,
  writeXlsx,
  type Cell,
  type CellDetail,
  type CsvStyle,
  type NewCell,
  type Sheet,
} from '../../../../formats/index.ts';

export interface TableCell {
  readonly value: Cell;
  /** For a sheet: everything except the value. */
  readonly look?: CellDetail;
}
export type TableRow = readonly TableCell[];

/**
 * How to write the table: the style of delimited text, or the hidden rows of a sheet, counted from 0 below the header.
 */
export interface TableStyle extends CsvStyle {
  readonly hiddenRows?: readonly number[];
}

export interface TableFile {
  readonly header: readonly string[];
  readonly rows: readonly TableRow[];
  readonly write: (header: readonly string[], rows: readonly TableRow[], style?: TableStyle) => Promise<Uint8Array>;
}

const values = (rows: readonly TableRow[]) => rows.map((row) => row.map(({ value }) => value));

export const isTableFile = (path: string) => tableEndings.some((ending) => ending === extname(path).toLowerCase());

export async function openTableFile(path: string, spec: TableSpec, bytes: Uint8Array): Promise<TableFile> {
  const ending = extname(path).toLowerCase();
  if (ending === '.xlsx' || ending === '.ods') return await openSheet(ending, spec, bytes);
  const table = await readTable(path, bytes, spec.sheet === undefined ? {} : { name: spec.sheet });
  const rows = table.rows.map((row) => row.map((value) => ({ value })));
  const isText = ending === '.csv' || ending === '.tsv';
  const others = isText || spec.sheet === undefined ? [] : await otherTables(bytes, spec.sheet);
  return {
    header: table.header,
    rows,
    write: async (header, lines, style = {}) => {
      if (isText)
        return new TextEncoder().encode(
          writeCsv([header, ...values(lines)], { ...(ending === '.tsv' ? { delimiter: '\t' } : {}), ...style }),
        );
      if (others.length === 0) return await writeTable(path, { header, rows: values(lines) }, spec.sheet);
      const columns = Object.fromEntries(header.map((name) => [name, '']));
      return await writeSqlite([{ name: spec.sheet ?? '', columns, rows: values(lines) }, ...others]);
    },
  };
}

async function otherTables(bytes: Uint8Array, name: string) {
  const names = (await listSqlite(bytes)).filter((each) => each !== name);
  return await Promise.all(
    names.map(async (each) => {
      const { header, rows } = await readSqlite(bytes, each);
      return { name: each, columns: Object.fromEntries(header.map((column) => [column, ''])), rows };
    }),
  );
}

async function openSheet(ending: '.xlsx' | '.ods', spec: TableSpec, bytes: Uint8Array): Promise<TableFile> {
  const book = await (ending === '.xlsx' ? readXlsx(bytes) : readOds(bytes));
  const sheet = sheetNamed(book, spec.sheet);
  const { header } = tableOfSheet(sheet);
  const lines = cellsOf(sheet).filter((row) => row.some(({ value }) => value !== null));
  const [head = [], ...rows] = lines;
  const looks = new Map(header.map((name, at) => [name, head[at]?.look]));
  const write = ending === '.xlsx' ? writeXlsx : writeOds;
  return {
    header,
    rows: rows.map((row) => header.map((_, at) => row[at] ?? { value: null })),
    write: (names, changed, { hiddenRows } = {}) => {
      const first = names.map((value): TableCell => ({ value, ...lookOf(looks.get(value)) }));
      return write({
        sheets: book.sheets.map((each) => ({
          name: each.name,
          ...(each.hidden ? { hidden: true } : {}),
          ...(each === sheet && hiddenRows ? { hiddenRows: hiddenRows.map((row) => row + 1) } : {}),
          merges: each.merges,
          rows: (each === sheet ? [first, ...changed] : cellsOf(each)).map((row) => row.map(newCell)),
        })),
      });
    },
  };
}

const lookOf = (look: CellDetail | undefined) => (look ? { look } : {});

function cellsOf({ rows, details }: Sheet): TableCell[][] {
  return rows.map((row, y) => row.map((value, x) => ({ value, ...lookOf(details.get(cellAddress(y, x))) })));
}

function newCell({ value, look }: TableCell): Cell | NewCell {
  return look ? { ...look, value } : value;
}
