// Counts the cells of a workbook before it is parsed: a file of a few hundred bytes can declare billions.
import { formatLimits } from '../limits.ts';
import { checkCount, FormatProblem } from '../problem.ts';

const OVER = 'cells in the rectangles that its sheets span';

/** An xlsx sheet uses memory for the whole rectangle up to its last cell, even if few cells have values. */
export function checkXlsxSize(files: ReadonlyMap<string, Uint8Array>): void {
  let cells = 0;
  for (const [path, content] of files) {
    if (!/\.xml$/i.test(path)) continue;
    let [bottom, right] = [0, 0];
    for (const [, letters = '', row = '', hidden] of latin1(content).matchAll(
      /\br\s*=\s*["'](?:([A-Za-z]{1,3})(\d{1,7})["']|[^"']*(&))/g,
    )) {
      if (hidden) throw new FormatProblem('the address of a cell is written with XML entities');
      bottom = Math.max(bottom, Number(row));
      right = Math.max(right, columnNumber(letters.toUpperCase()));
    }
    checkCount((cells += bottom * right), formatLimits.cells, OVER);
  }
}

/** Cells and rows of ods have repeat counts; empty ones at the end are not counted. */
export function checkOdsSize(content: Uint8Array): void {
  let [cells, emptyRows, rowRepeat, width, filled] = [0, 0, 0, 0, 0];
  const endRow = () => {
    if (filled === 0) emptyRows += rowRepeat;
    else {
      cells += emptyRows + rowRepeat * filled;
      emptyRows = 0;
    }
    checkCount(cells, formatLimits.cells, OVER);
    [rowRepeat, width, filled] = [0, 0, 0];
  };
  for (const [, name, attributes = ''] of latin1(content).matchAll(
    /<(?:[\w.-]+:)?(table|table-row|table-cell|covered-table-cell)(?=[\s/>])((?:[^>"']|"[^"]*"|'[^']*')*)>/g,
  )) {
    if (name === 'table' || name === 'table-row') endRow();
    if (name === 'table') emptyRows = 0;
    else if (name === 'table-row') rowRepeat = repeats(attributes, 'rows');
    else {
      width += repeats(attributes, 'columns');
      if (!attributes.endsWith('/') || /office:|calcext:|style-name|formula|spanned/.test(attributes)) filled = width;
    }
  }
  endRow();
}

const repeated = /number-(?:rows|columns)-repeated\s*=\s*["']([^"']*)["']/;

function repeats(attributes: string, things: string): number {
  if (!attributes.includes('-repeated')) return 1;
  const text = repeated.exec(attributes)?.[1] ?? '1';
  if (!/^\d{1,9}$/.test(text)) throw new FormatProblem(`"${text.slice(0, 40)}" is no number of ${things}`);
  return Number(text);
}

/** The column number: 1 for "A". */
export function columnNumber(letters: string): number {
  let number = 0;
  for (const letter of letters) number = number * 26 + letter.charCodeAt(0) - 64;
  return number;
}

function latin1(content: Uint8Array): string {
  return Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('latin1');
}
