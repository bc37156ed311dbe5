// Reads xlsx and ods spreadsheets as a workbook of sheets with typed cells. spreadsheet-write.ts writes them.
import type { Sheet as HucreSheet, CellStyle, CellValue } from 'hucre/xlsx';
import { formatLimits } from '../limits.ts';
import { checkCount, FormatProblem, parsingAsync } from '../problem.ts';
import { isoText, tableOf, type Cell, type Table } from './table.ts';
import { checkOdsSize, checkXlsxSize, columnNumber } from './spreadsheet-size.ts';
import { readZip, writeZip } from '../archives/zip.ts';

export interface Workbook {
  readonly sheets: readonly Sheet[];
}

export interface Sheet {
  readonly name: string;
  /** Set for xlsx only. */
  readonly hidden: boolean;
  /** Starts at A1; rows may differ in length. The value of a formula is its cached result, or null. */
  readonly rows: readonly (readonly Cell[])[];
  /** Formulas and formats of cells, by address, such as "B2". */
  readonly details: ReadonlyMap<string, CellDetail>;
  /** Such as "A1:C1". */
  readonly merges: readonly string[];
}

export interface CellDetail {
  /** Without the equals sign. */
  readonly formula?: string;
  /** The number format, such as "0.00%". */
  readonly format?: string;
  readonly bold?: boolean;
  readonly italic?: boolean;
  /** Colours are "#RRGGBB"; theme colours are omitted. */
  readonly fill?: string;
  readonly color?: string;
  readonly link?: string;
  readonly note?: string;
}

export async function readXlsx(bytes: Uint8Array): Promise<Workbook> {
  const files = await readZip(bytes);
  if (!files.has('xl/workbook.xml') && !files.has('[Content_Types].xml'))
    throw new FormatProblem('the file is not an xlsx workbook');
  checkXlsxSize(files);
  const { readXlsx: read } = await import('hucre/xlsx');
  return await parsingAsync('an xlsx workbook', async () => {
    const book = await read(await repacked(files), { readStyles: true, sheets: (_, index) => withinSheets(index) });
    return { sheets: book.sheets.map(sheetOf) };
  });
}

export async function readOds(bytes: Uint8Array): Promise<Workbook> {
  const files = await readZip(bytes);
  const content = files.get('content.xml');
  if (!content) throw new FormatProblem('the file is not an ods workbook');
  checkOdsSize(content);
  files.set('content.xml', withBooleans(content));
  const { readOds: read } = await import('hucre/ods');
  return await parsingAsync('an ods workbook', async () => {
    const book = await read(await repacked(files), { readStyles: true, sheets: (_, index) => withinSheets(index) });
    return { sheets: book.sheets.map(sheetOf) };
  });
}

/** Throws a FormatProblem for a workbook whose unpacked size exceeds the limit. */
export async function checkWorkbookSize(path: string, bytes: Uint8Array): Promise<void> {
  const files = await readZip(bytes);
  if (!path.toLowerCase().endsWith('.ods')) checkXlsxSize(files);
  else checkOdsSize(files.get('content.xml') ?? new Uint8Array());
}

function withinSheets(index: number): boolean {
  checkCount(index + 1, formatLimits.sheets, 'sheets');
  return true;
}

/** Unpacks within the limits first, because the spreadsheet library would inflate a hostile stream without a limit. */
async function repacked(files: ReadonlyMap<string, Uint8Array>): Promise<Uint8Array> {
  return await writeZip(Object.fromEntries(files), { stored: true });
}

/** pandas writes booleans in ods under a non-standard attribute. */
function withBooleans(content: Uint8Array): Uint8Array {
  const text = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('utf8');
  if (!/office:value="(?:true|false)"/.test(text)) return content;
  const repaired = text.replace(/<table:table-cell\b[^>]*office:value-type="boolean"[^>]*>/g, (tag) =>
    tag.includes('office:boolean-value')
      ? tag
      : tag.replace(/office:value="(true|false)"/, 'office:boolean-value="$1"'),
  );
  return new TextEncoder().encode(repaired);
}

function sheetOf(sheet: HucreSheet): Sheet {
  checkCount(
    sheet.rows.reduce((sum, row) => sum + row.length, 0),
    formatLimits.cells,
    'cells in one sheet',
  );
  const details = new Map<string, CellDetail>();
  for (const [place, { formula, style, hyperlink, comment }] of sheet.cells ?? []) {
    const [row = 0, column = 0] = place.split(',').map(Number);
    const detail = {
      ...(formula === undefined ? {} : { formula }),
      ...styleOf(style),
      ...(hyperlink ? { link: hyperlink.target } : {}),
      ...(comment ? { note: comment.text } : {}),
    };
    if (Object.keys(detail).length > 0) details.set(cellAddress(row, column), detail);
  }
  return {
    name: sheet.name,
    hidden: Boolean(sheet.hidden || sheet.veryHidden),
    rows: sheet.rows.map((row) => row.map(cellOf)),
    details,
    merges: (sheet.merges ?? []).map(
      (each) => `${cellAddress(each.startRow, each.startCol)}:${cellAddress(each.endRow, each.endCol)}`,
    ),
  };
}

/** Some writers store an empty text in an empty cell. */
function cellOf(value: CellValue | undefined): Cell {
  return value instanceof Date ? isoText(value) : value === undefined || value === '' ? null : value;
}

function styleOf(style: CellStyle | undefined): CellDetail {
  const [fill, color] = [
    style?.fill?.type === 'pattern' ? colorOf(style.fill.fgColor) : undefined,
    colorOf(style?.font?.color),
  ];
  return {
    ...(style?.numFmt && style.numFmt !== 'General' ? { format: style.numFmt } : {}),
    ...(style?.font?.bold ? { bold: true } : {}),
    ...(style?.font?.italic ? { italic: true } : {}),
    ...(fill ? { fill } : {}),
    ...(color ? { color } : {}),
  };
}

/** Some writers prefix two digits of alpha. */
function colorOf(color: NonNullable<CellStyle['font']>['color']): string | undefined {
  return color?.rgb ? `#${color.rgb.slice(-6).toUpperCase()}` : undefined;
}

/** The address "B2" for row 1 and column 1, both counted from zero. */
export function cellAddress(row: number, column: number): string {
  let letters = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return `${letters}${row + 1}`;
}

/** Row and column of an address such as "B2", counted from zero. */
export function cellPlace(address: string): { row: number; column: number } {
  const [, letters = '', digits = ''] = /^([A-Z]{1,3})([1-9]\d{0,6})$/.exec(address) ?? [];
  if (letters === '') throw new Error(`"${address}" is no address of a cell`);
  return { row: Number(digits) - 1, column: columnNumber(letters) - 1 };
}

/** The value at an address, with its formula and formats. */
export function cellAt(sheet: Sheet, address: string): CellDetail & { readonly value: Cell } {
  const { row, column } = cellPlace(address);
  return { value: sheet.rows[row]?.[column] ?? null, ...sheet.details.get(address) };
}

/** The sheet of that name, or the first visible one. */
export function sheetNamed(book: Workbook, name?: string): Sheet {
  const sheet =
    name === undefined
      ? (book.sheets.find(({ hidden }) => !hidden) ?? book.sheets[0])
      : book.sheets.find((each) => each.name === name);
  if (!sheet) {
    const names = book.sheets.slice(0, 10).map((each) => `"${each.name}"`);
    throw new FormatProblem(`the workbook has no sheet ${name ? `"${name}"` : ''}, only ${names.join(', ') || 'none'}`);
  }
  return sheet;
}

/** Reads a sheet whose first row holds the column names; empty rows are skipped. */
export function tableOfSheet(sheet: Sheet): Table {
  const uncalculated = [...sheet.details].find(
    ([address, { formula }]) => formula !== undefined && cellAt(sheet, address).value === null,
  );
  if (uncalculated)
    throw new FormatProblem(
      `${uncalculated[0]} of "${sheet.name}" holds the formula =${uncalculated[1].formula} but no value: nothing has calculated it`,
    );
  const filled = sheet.rows.filter((row) => row.some((cell) => cell !== null));
  const [first, ...rows] = filled;
  if (!first) throw new FormatProblem(`the sheet "${sheet.name}" is empty`);
  const header = first.slice(0, first.findLastIndex((cell) => cell !== null) + 1);
  const stray = rows.find((row) => row.slice(header.length).some((cell) => cell !== null));
  if (stray) throw new FormatProblem(`a row of "${sheet.name}" has more cells than its header`);
  return tableOf(
    header.map((cell) => String(cell ?? '')),
    rows.map((row) => header.map((_, index) => row[index] ?? null)),
  );
}
