// The report as terminal text. Wide characters keep the columns aligned.
import Table from 'cli-table3';
import { failureWordsOf } from '../verify/failures/index.ts';
import type { Board } from './board.ts';
import { breakdownSheet, groupsSheet, type Dimension } from './breakdown.ts';
import { colors } from '../system/index.ts';
import { percent, type Summary, type Tally } from '../results/index.ts';
import { leaderboardSheet } from './leaderboard.ts';
import { cellText, type SheetCell, type Row, type ReportSheet } from './sheet.ts';
import { failureCounts, reportSheets } from './sheets.ts';

export function terminalReport(board: Board, by?: Dimension): string {
  return reportSheets(board, by).map(titled).join('\n\n');
}

/** The output of `pybench start`. */
export function leaderboard(board: Board): string {
  return [terminalTable(leaderboardSheet(board)), titled(breakdownSheet(board, 'category'))].join('\n\n');
}

/** The output of `pybench run`: a row per category, and why trials failed. */
export function resultsTable(summary: Summary): string {
  const { failures, passK, twins } = summary;
  const reasons = failureCounts(failures).map(([reason, count]) => `${failureWordsOf(reason)} ${count}`);
  const several = passK.map(({ k, any, all }) => `pass@${k} ${percent(any.value)}, pass^${k} ${percent(all.value)}`);
  return [
    terminalTable(groupsSheet('category', { ...summary.byCategory, all: summary })),
    ...(reasons.length > 0 ? [`Why trials failed: ${reasons.join(' · ')}`] : []),
    ...(several.length > 0 ? [`Several attempts: ${several.join(' · ')}`] : []),
    ...(twins ? [`Clean twins: ${twinText(twins.clean)}; with the trap: ${twinText(twins.trap)}`] : []),
  ].join('\n');
}

function twinText({ mean, scored, planned }: Tally): string {
  return `${percent(mean)} (${scored} of ${planned} scored)`;
}

function titled(sheet: ReportSheet): string {
  return `${colors.bold(sheet.title)}\n${terminalTable(sheet)}`;
}

export function terminalTable({ columns, rows, notes }: ReportSheet): string {
  const table = new Table({
    head: columns.map(({ name }) => name),
    colAligns: columns.map(({ align }) => align ?? 'left'),
    style: { head: [], border: [], compact: true },
  });
  for (const row of rows) table.push(row.cells.map((cell) => paint(cell, row)));
  return [table.toString(), ...notes.map((note) => colors.dim(note))].join('\n');
}

function paint(cell: SheetCell, { baseline = false }: Row): string {
  const text = cellText(cell);
  if (baseline) return colors.dim(text);
  return typeof cell === 'object' && cell.show === 'score' ? colors.bold(text) : text;
}
