// Writes xlsx and ods: the same workbook always gives the same bytes.
import type { Cell as HucreCell, CellStyle, CellValue, WriteOptions, WriteSheet } from 'hucre/xlsx';
import { cellAddress, cellPlace, type CellDetail } from './spreadsheet.ts';
import type { Cell } from './table.ts';

export interface NewWorkbook {
  readonly sheets: readonly NewSheet[];
  readonly author?: string;
}

export interface NewSheet {
  readonly name: string;
  readonly rows: readonly (readonly (Cell | NewCell)[])[];
  /** xlsx only. */
  readonly hidden?: boolean;
  /** Counted from 0; xlsx only. */
  readonly hiddenRows?: readonly number[];
  /** Such as "A1:C1". */
  readonly merges?: readonly string[];
  /** Column widths in characters. */
  readonly widths?: readonly number[];
}

/** A cell with a formula, a date or formats. */
export interface NewCell extends CellDetail {
  /** The cached result of a formula; omitted: none is stored. */
  readonly value?: Cell;
  /** A date cell: "2026-03-01" or "2026-03-01T09:30:00". */
  readonly date?: string;
}

/** The containers require dates; these are constant. */
const made = new Date('2024-01-01T00:00:00Z');

export async function writeXlsx(book: NewWorkbook): Promise<Uint8Array> {
  const { writeXlsx: write } = await import('hucre/xlsx');
  return await write(optionsFor(book));
}

export async function writeOds(book: NewWorkbook): Promise<Uint8Array> {
  if (book.sheets.some(({ hidden }) => hidden)) throw new Error('hidden sheets are written to xlsx only');
  const { writeOds: write } = await import('hucre/ods');
  return await write(optionsFor(book));
}

function optionsFor({ sheets, author = 'office' }: NewWorkbook): WriteOptions {
  const properties = { creator: author, lastModifiedBy: author, created: made, modified: made };
  return { sheets: sheets.map(sheetFor), properties };
}

function sheetFor({ name, rows, hidden, hiddenRows, merges, widths }: NewSheet): WriteSheet {
  const cells = new Map<string, Partial<HucreCell>>();
  const values = rows.map((row, y) =>
    row.map((cell, x) => {
      if (cell === null || typeof cell !== 'object') return cell;
      cells.set(`${y},${x}`, cellFor(cell, cellAddress(y, x)));
      return valueFor(cell);
    }),
  );
  return {
    name,
    rows: values,
    cells,
    ...(hidden ? { hidden } : {}),
    ...(hiddenRows ? { rowDefs: new Map(hiddenRows.map((row) => [row, { hidden: true }])) } : {}),
    ...(merges ? { merges: merges.map(rangeOf) } : {}),
    ...(widths ? { columns: widths.map((width) => ({ width })) } : {}),
  };
}

function valueFor({ value = null, date }: NewCell): CellValue {
  if (date === undefined) return value;
  return new Date(date.includes('T') ? `${date}Z` : `${date}T00:00:00Z`);
}

function cellFor(cell: NewCell, address: string): Partial<HucreCell> {
  const value = valueFor(cell);
  if (value instanceof Date && Number.isNaN(value.getTime()))
    throw new Error(`${address}: "${cell.date}" is not an ISO date`);
  const style = styleFor(cell);
  return {
    value,
    ...(cell.formula === undefined ? {} : { type: 'formula', formula: cell.formula, formulaResult: value }),
    ...(style ? { style } : {}),
    ...(cell.link ? { hyperlink: { target: cell.link } } : {}),
    ...(cell.note ? { comment: { author: 'office', text: cell.note } } : {}),
  };
}

function styleFor(cell: NewCell): CellStyle | undefined {
  const dated = cell.date === undefined ? undefined : cell.date.includes('T') ? 'yyyy-mm-dd hh:mm:ss' : 'yyyy-mm-dd';
  const format = cell.format ?? dated;
  const font = {
    ...(cell.bold ? { bold: true } : {}),
    ...(cell.italic ? { italic: true } : {}),
    ...(cell.color ? { color: { rgb: cell.color.slice(1) } } : {}),
  };
  const style: CellStyle = {
    ...(format ? { numFmt: format } : {}),
    ...(Object.keys(font).length > 0 ? { font } : {}),
    ...(cell.fill ? { fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: cell.fill.slice(1) } } } : {}),
  };
  return Object.keys(style).length > 0 ? style : undefined;
}

function rangeOf(range: string): { startRow: number; startCol: number; endRow: number; endCol: number } {
  const [from, to] = range.split(':', 2).map(cellPlace);
  if (!from || !to) throw new Error(`"${range}" is no range of cells`);
  return { startRow: from.row, startCol: from.column, endRow: to.row, endCol: to.column };
}
