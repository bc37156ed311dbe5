// A table without a format. The terminal, Markdown and HTML reports all render the same sheets.
import { percent, percentWithin, type Tally } from '../results/index.ts';

export interface ReportSheet {
  readonly title: string;
  readonly columns: readonly SheetColumn[];
  readonly rows: readonly Row[];
  /** Explanations below the table. */
  readonly notes: readonly string[];
}

export interface SheetColumn {
  readonly name: string;
  readonly align?: 'right';
}

export interface Row {
  readonly cells: readonly SheetCell[];
  /** A baseline, shown in a muted style. */
  readonly baseline?: boolean;
}

/** `score`: with its interval. `share`: without, plus scored/planned where coverage is below 100 %. */
export type SheetCell = string | { readonly show: 'score' | 'share'; readonly tally: Tally | undefined };

export function left(...names: string[]): SheetColumn[] {
  return names.map((name) => ({ name }));
}

export function right(...names: string[]): SheetColumn[] {
  return names.map((name) => ({ name, align: 'right' }));
}

export function cellText(cell: SheetCell): string {
  if (typeof cell === 'string') return cell;
  const { show, tally } = cell;
  if (!tally) return '–';
  return show === 'score'
    ? percentWithin(tally.mean, tally.interval)
    : `${percent(tally.mean)}${tally.coverage < 1 ? ` (${tally.scored}/${tally.planned})` : ''}`;
}
