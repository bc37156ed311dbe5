// Sheets as Markdown: what one would paste into a paper or a pull request.
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
    ...rows.map(({ cells, frame }) => cells.map((cell) => emphasised(cellText(cell), frame))),
  ].map((cells) => `| ${cells.map((cell) => cell.replaceAll('\\', '\\\\').replaceAll('|', '\\|')).join(' | ')} |`);
  return [`## ${title}`, lines.join('\n'), ...notes].join('\n\n');
}

/** What does not compete stands in italics. */
function emphasised(text: string, frame = false): string {
  const safe = text.replace(/[<>&]/g, (mark) => `&#${mark.charCodeAt(0)};`).replace(/[\n\r]+/g, ' ');
  return frame && safe.trim() ? `*${safe}*` : safe;
}
