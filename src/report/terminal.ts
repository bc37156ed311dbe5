// A report in a terminal. Chinese text keeps the columns aligned.
import Table from 'cli-table3';
import pc from 'picocolors';
import { failureKinds, failureWords } from '../core/index.ts';
import type { Summary } from '../run/index.ts';
import type { Board } from './board.ts';
import { cellText, type Cell, type Row, type Sheet } from './sheet.ts';
import { groupsSheet, leaderboardSheet, reportSheets, type Dimension } from './sheets.ts';

export function terminalReport(board: Board, by?: Dimension): string {
  return reportSheets(board, by)
    .map((sheet) => `${pc.bold(sheet.title)}\n${terminalTable(sheet)}`)
    .join('\n\n');
}

export function leaderboard(board: Board): string {
  return terminalTable(leaderboardSheet(board));
}

/** One run, as `run` shows it: a row per category, and why trials failed. */
export function resultsTable(summary: Summary): string {
  const reasons = failureKinds
    .flatMap((kind) => (summary.failures[kind] ? [{ words: failureWords[kind], count: summary.failures[kind] }] : []))
    .toSorted((a, b) => b.count - a.count)
    .map(({ words, count }) => `${words} ${count}`);
  return [
    terminalTable(groupsSheet('category', summary.byCategory, summary)),
    ...(reasons.length > 0 ? [`Why trials failed: ${reasons.join(' · ')}`] : []),
  ].join('\n');
}

export function terminalTable({ columns, rows, notes }: Sheet): string {
  const table = new Table({
    head: columns.map(({ name }) => name),
    colAligns: columns.map(({ align }) => align ?? 'left'),
    style: { head: [], border: [], compact: true },
  });
  for (const row of rows) table.push(row.cells.map((cell) => paint(cell, row)));
  return [table.toString(), ...notes.map((note) => pc.dim(note))].join('\n');
}

function paint(cell: Cell, { frame = false }: Row): string {
  const text = cellText(cell);
  if (frame) return pc.dim(text);
  return typeof cell === 'object' && cell.show === 'score' ? pc.bold(text) : text;
}
