// A workbook as a person sees it: values after every formula is recalculated, the displayed text of each cell, its font
// weight and background, and the reason why a cell cannot be read.
import { z } from 'zod';
import {
  cellAddress,
  checkWorkbookSize,
  drawnSheetsSchema,
  FormatProblem,
  readDrawnPages,
  readXlsxLooks,
  type Cell,
  type DrawnPage,
  type DrawnSheet,
  type Glyph,
  type XlsxLooks,
} from '../../formats/index.ts';
import type { Execution } from '../material.ts';
import { agreeing, isDash, showsDate } from './shown-number.ts';
import { backgroundOf, unreadable, type PageBox } from './visible.ts';

export interface SeenCell {
  readonly row: number;
  readonly column: number;
  readonly address: string;
  /** Null for a formula whose result is empty. */
  readonly value: Cell;
  /** The displayed text. */
  readonly shown: string;
  readonly formula?: string;
  readonly bold: boolean;
  readonly italic: boolean;
  /** "#RRGGBB". */
  readonly ground: string;
  /** Why a person cannot see the value, if so. */
  readonly problem?: string;
}

export interface SeenSheet {
  readonly name: string;
  readonly visible: boolean;
  /** The non-empty cells, row by row. */
  readonly cells: readonly SeenCell[];
}

type DrawnCell = DrawnSheet['cells'][number];

/** Throws a FormatProblem when LibreOffice cannot open the workbook or when it exceeds the size limits. */
export async function seenWorkbook(
  execution: Execution | undefined,
  file: string,
  bytes: Uint8Array,
): Promise<SeenSheet[]> {
  if (!execution) throw new Error('the workbook has not been drawn');
  await checkWorkbookSize(file, bytes);
  if ('fault' in execution) throw new FormatProblem(execution.fault);
  const sheets = z.object({ sheets: drawnSheetsSchema }).parse(JSON.parse(execution.result)).sheets;
  const looks = file.toLowerCase().endsWith('.xlsx') ? await readXlsxLooks(bytes) : new Map<string, XlsxLooks>();
  if (sheets.some(({ cut }) => cut)) throw new FormatProblem('the workbook has too many cells to be looked at');
  const pages = await readDrawnPages(execution.files ?? new Map());
  return sheets.map((sheet) => new SheetLook(sheet, pages, looks.get(sheet.name)).seen());
}

/** Points in 1/100 mm, the unit of positions on a sheet. */
const POINT = 72 / 2540;

interface Drawn {
  readonly page: DrawnSheet['pages'][number];
  readonly drawn: DrawnPage;
  readonly box: PageBox;
  readonly glyphs: readonly Glyph[];
  readonly ground: readonly [number, number, number];
}

/** Fonts that draw symbols instead of letters, even if this machine does not have them. */
const symbolFont = /^(?:wingdings|webdings|symbol|zapf ?dingbats|marlett|mt extra|bookshelf symbol|opensymbol)/i;

class SheetLook {
  readonly #sheet: DrawnSheet;
  readonly #pages: ReadonlyMap<string, DrawnPage>;
  readonly #looks: XlsxLooks | undefined;
  readonly #rows: ReadonlyMap<number, DrawnSheet['rows'][number]>;
  readonly #columns: ReadonlyMap<number, DrawnSheet['rows'][number]>;
  /** Characters keyed by page and by the row and column of their cell. */
  readonly #glyphs = new Map<string, Glyph[]>();

  constructor(sheet: DrawnSheet, pages: ReadonlyMap<string, DrawnPage>, looks: XlsxLooks | undefined) {
    this.#sheet = sheet;
    this.#pages = pages;
    this.#looks = looks;
    this.#rows = new Map(sheet.rows.map((line) => [line.index, line]));
    this.#columns = new Map(sheet.columns.map((line) => [line.index, line]));
    for (const { file, x, y } of sheet.pages)
      for (const glyph of pages.get(file)?.glyphs ?? []) {
        const row = lineAt(sheet.rows, (glyph.top + glyph.bottom) / 2 / POINT + y);
        const column = lineAt(sheet.columns, (glyph.left + glyph.right) / 2 / POINT + x);
        const key = `${file} ${row} ${column}`;
        const there = this.#glyphs.get(key);
        if (there) there.push(glyph);
        else this.#glyphs.set(key, [glyph]);
      }
  }

  seen(): SeenSheet {
    const cells = this.#sheet.cells
      .map((cell) => this.#cell(cell))
      .toSorted((one, other) => one.row - other.row || one.column - other.column);
    return { name: this.#sheet.name, visible: this.#sheet.visible, cells };
  }

  #cell(cell: DrawnCell): SeenCell {
    const { row, column, formula } = cell;
    const value = valueOf(cell);
    const base = {
      row,
      column,
      address: cellAddress(row, column),
      value,
      ...(formula === undefined ? {} : { formula }),
    };
    const drawn = this.#drawn(cell);
    const solid = drawn?.glyphs.filter(({ text }) => text.trim() !== '') ?? [];
    const styled = this.#looks?.boldRows.some((area) => row === area.row && column >= area.from && column <= area.to);
    const shown = drawn ? shownText(cell, solid) : cell.shown;
    const problem = value === null ? undefined : this.#problem(cell, value, shown, drawn);
    return {
      ...base,
      shown,
      bold: (styled ?? false) || (solid.length > 0 && solid.every(({ bold }) => bold)),
      italic: solid.length > 0 && solid.every(({ italic }) => italic),
      ground: drawn ? hex(drawn.ground) : '#FFFFFF',
      ...(problem === undefined ? {} : { problem }),
    };
  }

  /** What is drawn in the cell; undefined when the cell is on no page. */
  #drawn({ row, column, merged }: DrawnCell): Drawn | undefined {
    const page = this.#sheet.pages.find(
      ({ rows, columns }) => row >= rows[0] && row <= rows[1] && column >= columns[0] && column <= columns[1],
    );
    const drawn = page && this.#pages.get(page.file);
    const [top, left] = [this.#rows.get(row), this.#columns.get(column)];
    if (!page || !drawn || !top || !left) return undefined;
    const bottom = this.#rows.get(merged?.[2] ?? row) ?? top;
    const right = this.#columns.get(merged?.[3] ?? column) ?? left;
    const box: PageBox = {
      left: (left.at - page.x) * POINT,
      top: (top.at - page.y) * POINT,
      right: (right.at + right.size - page.x) * POINT,
      bottom: (bottom.at + bottom.size - page.y) * POINT,
    };
    const glyphs = merged
      ? drawn.glyphs.filter((glyph) => isInside(glyph, box))
      : (this.#glyphs.get(`${page.file} ${row} ${column}`) ?? []);
    return { page, drawn, box, glyphs, ground: backgroundOf(drawn, box) };
  }

  #problem(cell: DrawnCell, value: Cell, shown: string, drawn: Drawn | undefined): string | undefined {
    if (cell.error !== undefined) return `holds the formula ${cell.formula ?? ''}, which gives an error`;
    if (!this.#sheet.visible) return 'is on a sheet that is hidden';
    const { row, column } = cell;
    if ((this.#rows.get(row)?.hidden ?? false) || this.#looks?.flatRows.has(row)) return `is in a hidden row`;
    if ((this.#columns.get(column)?.hidden ?? false) || this.#looks?.flatColumns.has(column))
      return `is in a hidden column`;
    if (!drawn) return 'cannot be seen';
    if (symbolFont.test(cell.font)) return `is written in a font of symbols, ${cell.font}`;
    const number = typeof value === 'number';
    const blocked = unreadable(drawn.drawn, drawn.glyphs, drawn.ground, number);
    if (blocked !== undefined && shown.trim() !== '') return blocked;
    if (shown.trim() === '') return `shows nothing, though its value is ${JSON.stringify(value)}`;
    const cover = this.#sheet.covers.find((each) => overlaps(each, drawn.page, drawn.glyphs));
    if (cover) return `is covered by ${cover.what}`;
    const red = drawn.glyphs.some(({ color: [r, g, b] }) => r > g + 80 && r > b + 80);
    return agrees(cell, value, shown, red)
      ? undefined
      : `shows ${JSON.stringify(shown.slice(0, 80))}, though its value is ${JSON.stringify(value)}`;
  }
}

function valueOf({ value, kind, moment }: DrawnCell): Cell {
  if (value === '') return null;
  if (typeof value !== 'number') return value;
  if (kind === 'boolean') return value !== 0;
  return (kind === 'date' || kind === 'datetime') && moment ? moment : value;
}

const compact = (text: string) => text.normalize('NFKC').replaceAll(/\s/g, '').replaceAll('−', '-');

/** The text as drawn. When a column is too narrow and shows hashes, the text that a wider column would show. */
function shownText({ kind, shown }: DrawnCell, solid: readonly Glyph[]): string {
  const drawn = compact(solid.map(({ text }) => text).join(''));
  if (drawn === '' || /^#+$/.test(drawn) || drawn.includes(compact(shown))) return shown;
  if (kind !== 'text') return drawn;
  // A text may be cut off at the cell's edge; a symbol font draws other characters.
  const own = new Set(compact(shown));
  const letters = Array.from(drawn);
  return letters.filter((letter) => own.has(letter)).length >= letters.length / 2 ? shown : drawn;
}

function agrees({ kind, moment }: DrawnCell, value: Cell, shown: string, red: boolean): boolean {
  if (typeof value === 'boolean')
    return new RegExp(`^(?:${value ? 'true|yes|1|是|真' : 'false|no|0|否|假'})$`, 'i').test(shown.trim());
  if (kind === 'date' || kind === 'datetime') return showsDate(shown, moment ?? '');
  if (kind === 'time') return /\d/.test(shown);
  if (typeof value === 'number') {
    if (value === 0 && isDash(shown)) return true;
    // Some formats show negative numbers in red instead of with a sign.
    return agreeing(shown, value) !== undefined || (value < 0 && red && agreeing(shown, -value) !== undefined);
  }
  return compact(shown).includes(compact(String(value)).slice(0, 1900));
}

function lineAt(lines: DrawnSheet['rows'], at: number): number {
  let [low, high] = [0, lines.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const line = lines[middle];
    if (!line) break;
    if (at < line.at) high = middle - 1;
    else if (line.hidden || at >= line.at + line.size) low = middle + 1;
    else return line.index;
  }
  return -1;
}

const isInside = ({ left, right, top, bottom }: Glyph, box: PageBox) => {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
};

/** Whether the object covers more than a tenth of the characters. */
function overlaps(
  cover: DrawnSheet['covers'][number],
  page: { x: number; y: number },
  glyphs: readonly Glyph[],
): boolean {
  const box: PageBox = {
    left: (cover.x - page.x) * POINT,
    top: (cover.y - page.y) * POINT,
    right: (cover.x + cover.width - page.x) * POINT,
    bottom: (cover.y + cover.height - page.y) * POINT,
  };
  const solid = glyphs.filter(({ text }) => text.trim() !== '');
  return solid.filter((glyph) => isInside(glyph, box)).length > 0.1 * solid.length;
}

const hex = (color: readonly number[]) =>
  `#${color
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()}`;
