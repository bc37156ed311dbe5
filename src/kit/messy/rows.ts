// Tables as reports export them: with repeated headers, subtotals, blank lines, footnotes and copies between the
// rows. Every line has a kind; the truth is the lines of kind `data`.
import type { Draw } from '../../core/index.ts';

type Cell = string | number;

export interface Line {
  readonly kind: 'data' | 'header' | 'subtotal' | 'total' | 'blank' | 'note' | 'copy' | 'near-copy';
  readonly cells: readonly Cell[];
  /** The index of its row in the rows given to `lines`; for a copy, the index of the original. */
  readonly row?: number;
}

export function lines(rows: readonly (readonly Cell[])[]): Line[] {
  return rows.map((each, row) => ({ kind: 'data', cells: each, row }));
}

/** The cells, as format writers take them. */
export function cells(all: readonly Line[]): (readonly Cell[])[] {
  return all.map((line) => line.cells);
}

/** The true rows in their order, without the other lines. */
export function meaning(all: readonly Line[]): (readonly Cell[])[] {
  return all.filter(({ kind }) => kind === 'data').map((line) => line.cells);
}

/** Puts the header at the top and again after every few lines, as on printed pages. */
export function withHeaders(all: readonly Line[], header: readonly Cell[], every = Infinity): Line[] {
  return all.flatMap((line, index) =>
    index === 0 || index % every === 0 ? [{ kind: 'header', cells: header }, line] : [line],
  );
}

export interface TotalOptions {
  /** The column that groups adjacent rows. */
  readonly group: number;
  /** The column of numbers to sum; give money in whole cents and format it later. */
  readonly sum: number;
  readonly subtotal: (group: string) => string;
  readonly total: string;
}

/**
 * Adds a subtotal after each run of rows of one group, and the total at the end. The label is in the group's column.
 */
export function withTotals(all: readonly Line[], { group, sum, subtotal, total }: TotalOptions): Line[] {
  const result: Line[] = [];
  const width = Math.max(0, ...all.map((line) => line.cells.length));
  const summary = (kind: 'subtotal' | 'total', label: string, amount: number): Line => ({
    kind,
    cells: Array.from({ length: width }, (_, column) => (column === group ? label : column === sum ? amount : '')),
  });
  const groups = all.filter(({ kind }) => kind === 'data').map((line) => line.cells[group]);
  let [running, grand, seen] = [0, 0, 0];
  for (const line of all) {
    result.push(line);
    if (line.kind !== 'data') continue;
    running += Number(line.cells[sum]);
    grand += Number(line.cells[sum]);
    seen += 1;
    if (seen < groups.length && groups[seen] === line.cells[group]) continue;
    result.push(summary('subtotal', subtotal(String(line.cells[group])), running));
    running = 0;
  }
  return [...result, summary('total', total, grand)];
}

/** Adds blank lines at random: all cells empty, or no cells. Never two in a row, never first. */
export function withBlanks(draw: Draw, all: readonly Line[], chance: number): Line[] {
  return all.flatMap((line, index) => {
    if (index === 0 || !draw.chance(chance)) return [line];
    return [{ kind: 'blank', cells: draw.chance(0.5) ? line.cells.map(() => '') : [''] }, line];
  });
}

/** Remarks under the table, in the first column. */
export function withNotes(all: readonly Line[], notes: readonly string[]): Line[] {
  return [...all, ...notes.map((note): Line => ({ kind: 'note', cells: [note] }))];
}

/**
 * Repeats rows. A copy is somewhere after its row and equal to it; with `alter`, it is a near copy: the
 * same content written differently. `alter` must change the row.
 */
export function withCopies(
  draw: Draw,
  all: readonly Line[],
  count: number,
  alter?: (draw: Draw, cells: readonly Cell[]) => readonly Cell[],
): Line[] {
  const result = [...all];
  const rows = all.filter(({ kind }) => kind === 'data');
  for (const original of draw.sample(rows, count)) {
    const copied = alter ? alter(draw, original.cells) : original.cells;
    const row = original.row ?? -1;
    const kind = alter ? 'near-copy' : 'copy';
    result.splice(draw.int(result.indexOf(original) + 1, result.length), 0, { kind, cells: copied, row });
  }
  return result;
}
