// The report as Markdown.
import type { Board } from './board.ts';
import type { Dimension } from './breakdown.ts';
import { cellText, type ReportSheet } from './sheet.ts';
import { reportSheets } from './sheets.ts';

export function markdownReport(board: Board, by?: Dimension): string {
  return `${reportSheets(board, by).map(section).join('\n\n')}\n`;
}

function section({ title, columns, rows, notes }: ReportSheet): string {
  const lines = [
    columns.map(({ name }) => name),
    columns.map(({ align }) => (align === 'right' ? '---:' : '---')),
    ...rows.map(({ cells, baseline }) => cells.map((cell) => emphasised(cellText(cell), baseline))),
  ].map((cells) => `| ${cells.map((cell) => cell.replaceAll('\\', '\\\\').replaceAll('|', '\\|')).join(' | ')} |`);
  return [`## ${title}`, lines.join('\n'), ...notes].join('\n\n');
}

/** Baselines are in italics. */
function emphasised(text: string, baseline = false): string {
  const safe = text.replace(/[<>&]/g, (mark) => `&#${mark.charCodeAt(0)};`).replace(/[\n\r]+/g, ' ');
  return baseline && safe.trim() ? `*${safe}*` : safe;
}
