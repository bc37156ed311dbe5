// Parts of the HTML report: escaped text, sheets as tables, scores as bars with error bars.
import type { Tally } from '../results/index.ts';
import { cellText, type SheetCell, type SheetColumn, type ReportSheet } from './sheet.ts';

export function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A table that scrolls by itself, with a caption and scopes for screen readers. */
export function htmlTable({ title, columns, rows }: Omit<ReportSheet, 'notes'>, kind = ''): string {
  const head = columns.map(({ name, align }) => `<th scope="col"${classes(align)}>${escape(name)}</th>`).join('');
  // The row header is the name, not the number before it.
  const named = columns[0]?.name === '#' ? 1 : 0;
  const body = rows.map(({ cells, baseline }) => {
    const tds = cells.map((cell, index) => htmlCell(cell, columns[index], index === named));
    return `<tr${classes(baseline && 'baseline')}>${tds.join('')}</tr>`;
  });
  return `<div class="scroll" tabindex="0" role="region" aria-label="${escape(title)}"><table${classes(kind)}><caption>${escape(title)}</caption>
<thead><tr>${head}</tr></thead>
<tbody>
${body.join('\n')}
</tbody></table></div>`;
}

export function htmlSection(sheet: ReportSheet, more = ''): string {
  return `<section><h2>${escape(sheet.title)}</h2>
${more}${htmlTable(sheet, sheet.columns.length <= 3 ? 'narrow' : '')}
${sheet.notes.map((note) => `<p class="note">${escape(note)}</p>`).join('\n')}</section>`;
}

/** A collapsed section. */
export function collapsed(summary: string, content: string): string {
  return `<details><summary>${escape(summary)}</summary>\n${content}\n</details>`;
}

function htmlCell(cell: SheetCell, column: SheetColumn | undefined, isHead: boolean): string {
  const align = column?.align;
  if (typeof cell === 'string') {
    const text = escape(cell);
    return isHead ? `<th scope="row"${classes(align)}>${text}</th>` : `<td${classes(align)}>${text}</td>`;
  }
  const { show, tally } = cell;
  const text = escape(cellText(cell));
  if (!tally || tally.mean === null) return `<td${classes(align)}>${text}</td>`;
  if (show === 'share') return `<td${classes(align, 'heat')} style="--share:${tally.mean.toFixed(3)}">${text}</td>`;
  return `<td class="score">${bar(tally)}<span>${text}</span></td>`;
}

function bar({ mean, interval }: Tally): string {
  const whisker = interval ? `<b style="left:${width(interval.low)};right:${width(1 - interval.high)}"></b>` : '';
  return `<span class="bar" aria-hidden="true"><i style="width:${width(mean ?? 0)}"></i>${whisker}</span>`;
}

function width(share: number): string {
  return `${(share * 100).toFixed(1)}%`;
}

function classes(...names: (string | false | undefined)[]): string {
  const given = names.filter(Boolean).join(' ');
  return given ? ` class="${given}"` : '';
}
