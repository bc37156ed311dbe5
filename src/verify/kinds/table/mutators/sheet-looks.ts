// Mutants of a sheet that change how cells look but not what they store, and variants that keep the displayed values.
import type { TableSpec, Draw } from '../../../../core/index.ts';
import type { CellDetail } from '../../../../formats/index.ts';
import type { TableCell, TableRow } from './table-file.ts';

export type LookChange = readonly [what: string, rows: readonly TableRow[], hiddenRows?: readonly number[]];

type Place = readonly [row: number, column: number];

/** Positions of the numbers in numeric columns. */
function numbersIn(spec: TableSpec, header: readonly string[], rows: readonly TableRow[]): Place[] {
  return rows.flatMap((row, y) =>
    row.flatMap(({ value }, x): Place[] => {
      const type = spec.columns[header[x] ?? '']?.value.type;
      return typeof value === 'number' && (type === 'number' || type === 'integer') ? [[y, x]] : [];
    }),
  );
}

function changed(rows: readonly TableRow[], [y, x]: Place, change: (cell: TableCell) => TableCell): TableRow[] {
  return rows.map((row, at) => (at === y ? row.map((cell, column) => (column === x ? change(cell) : cell)) : row));
}

const looking = (cell: TableCell, look: CellDetail): TableCell => ({ ...cell, look: { ...cell.look, ...look } });

/** Changes at a random cell or row: the stored value is right, but the sheet shows another value or none. */
export function misleadingLooks(
  draw: Draw,
  spec: TableSpec,
  header: readonly string[],
  rows: readonly TableRow[],
): LookChange[] {
  const numbers = numbersIn(spec, header, rows);
  const filled = rows.flatMap((row, y) => row.flatMap(({ value }, x): Place[] => (value === null ? [] : [[y, x]])));
  if (filled.length === 0) return [];
  const white: Place = draw.pick(filled);
  const at = ([y, x]: Place) => `${header[x] ?? ''} of row ${y + 1}`;
  const hidden = draw.int(0, rows.length - 1);
  const changes: LookChange[] = [
    [
      `${at(white)} is in white letters`,
      changed(rows, white, (cell) => looking(cell, { color: '#FFFFFF', fill: '#FFFFFF' })),
    ],
    [`row ${hidden + 1} is hidden`, rows, [hidden]],
  ];
  if (numbers.length === 0) return changes;
  const [formula, lying, blank] = [draw.pick(numbers), draw.pick(numbers), draw.pick(numbers)];
  return [
    ...changes,
    [
      `${at(formula)} is a formula that gives another number than the one beside it`,
      changed(rows, formula, (cell) => looking(cell, { formula: `${Number(cell.value)}+7` })),
    ],
    [`${at(lying)} shows another number`, changed(rows, lying, (cell) => looking(cell, { format: '"8"0.00' }))],
    [`${at(blank)} shows nothing`, changed(rows, blank, (cell) => looking(cell, { format: ';;;' }))],
  ];
}

/** The accounting format with the same number of decimals. */
function otherFormat(format: string): string | undefined {
  const zeros = /^#,##0(\.0+)?$|^0(\.0+)?$/.exec(format);
  const decimals = zeros?.[1] ?? zeros?.[2] ?? '';
  return zeros ? `_(* #,##0${decimals}_);_(* (#,##0${decimals});_(* "-"??_);_(@_)` : undefined;
}

/** The same numbers as a formula without a cached result, in accounting formats, and on a coloured background. */
export function sameSheetLooks(
  draw: Draw,
  spec: TableSpec,
  header: readonly string[],
  rows: readonly TableRow[],
): LookChange[] {
  const numbers = numbersIn(spec, header, rows);
  if (numbers.length === 0) return [];
  const formula: Place = draw.pick(numbers);
  const all = (change: (cell: TableCell) => TableCell) =>
    numbers.reduce<readonly TableRow[]>((done, place) => changed(done, place, change), rows);
  return [
    [
      'a formula that nothing has calculated',
      changed(rows, formula, (cell) => ({ value: null, look: { ...cell.look, formula: `${Number(cell.value)}+0` } })),
    ],
    [
      'the accounting format',
      all((cell) => {
        const format = otherFormat(cell.look?.format ?? '');
        return format === undefined ? cell : looking(cell, { format });
      }),
    ],
    ['dark blue letters on yellow', all((cell) => looking(cell, { color: '#1F3864', fill: '#FFF2CC' }))],
  ];
}
