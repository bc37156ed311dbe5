// The report as one self-contained HTML file: it loads nothing and runs no script.
import { agentSettings, type ResultRow } from '../core/index.ts';
import { failureWordsOf } from '../verify/failures/index.ts';
import { compact, duration } from '../results/index.ts';
import type { Board, BoardEntry } from './board.ts';
import { breakdownSheet, dimensions, type Dimension } from './breakdown.ts';
import { escape, collapsed, htmlSection, htmlTable } from './html-parts.ts';
import { leaderboardSheet } from './leaderboard.ts';
import { scatter } from './scatter.ts';
import { left, right, type ReportSheet } from './sheet.ts';
import { failuresSheet, paretoSheet, passKSheet, twinsSheet } from './sheets.ts';
import { style } from './style.ts';

/** Per table: browsers scroll poorly with ten thousand rows. */
const MAX_ROWS = 1000;

export function htmlReport(board: Board, by: Dimension = 'category'): string {
  const { entries } = board;
  const sections = [
    htmlSection(leaderboardSheet(board)),
    ...sectionOf(breakdownSheet(board, by)),
    ...sectionOf(paretoSheet(board), scatter(entries)),
    ...sectionOf(failuresSheet(board)),
    ...sectionOf(passKSheet(board)),
    ...sectionOf(twinsSheet(board)),
  ];
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>PyBench report</title>
<style>${style}</style>
<main>
<h1>PyBench report</h1>
<p class="lead">${escape(lead(entries))}</p>
${sections.join('\n')}
<section><h2>More tables</h2>
${moreTables(board, by)}
</section>
<section><h2>Trials</h2>
${entries.map(trials).join('\n')}
</section>
<footer>A pass means that every check of the task held. What the numbers mean: docs/statistics.md and docs/reports.md of PyBench.</footer>
</main>
</html>
`;
}

function lead(entries: readonly BoardEntry[]): string {
  const suites = [...new Set(entries.map(({ run }) => run.config.spec.selection.suite))].join(', ');
  const versions = [...new Set(entries.map(({ run }) => run.config.pybench))].join(', ');
  const days = [...new Set(entries.map(({ run }) => run.config.createdAt.slice(0, 10)))].toSorted();
  const tasks = new Set(entries.flatMap(({ byTask }) => Object.keys(byTask))).size;
  const when = days.length > 1 ? `${days[0]} to ${days.at(-1)}` : (days[0] ?? '');
  return [counted(entries.length, 'run'), counted(tasks, 'task'), `suite ${suites}`, `PyBench ${versions}`, when].join(
    ' · ',
  );
}

function counted(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? '' : 's'}`;
}

function sectionOf(sheet: ReportSheet, more?: string): string[] {
  return sheet.rows.length > 0 ? [htmlSection(sheet, more)] : [];
}

function moreTables(board: Board, by: Dimension): string {
  const others = dimensions
    .filter((dimension) => dimension !== by)
    .map((dimension) => breakdownSheet(board, dimension));
  return others
    .map((sheet) => {
      const rest = sheet.rows.length - MAX_ROWS;
      const note =
        rest > 0 ? `<p class="note">${rest} more rows: pybench report --by ${sheet.columns[0]?.name}.</p>` : '';
      return collapsed(sheet.title, htmlTable({ ...sheet, rows: sheet.rows.slice(0, MAX_ROWS) }, 'matrix') + note);
    })
    .join('\n');
}

function trials({ run, label, summary }: BoardEntry): string {
  const { config, lock, folder, rows } = run;
  const settings = Object.entries(agentSettings(config.spec.agent)).map(
    ([name, value]) => `${name} ${JSON.stringify(value)}`,
  );
  const image = lock.image ? `image ${lock.image.manifest}` : 'no interpreter image';
  const notes = [folder, ...settings, `Python ${lock.python.version}`, image, `isolation ${config.isolation}`];
  const sorted = rows.toSorted((a, b) => sortKey(a) - sortKey(b) || (a.id < b.id ? -1 : 1));
  const rest = sorted.length - MAX_ROWS;
  const more =
    rest > 0
      ? `<p class="note">${rest} more trials, the passed ones last, are in ${escape(folder)}/results.jsonl.</p>`
      : '';
  return collapsed(
    `${label}: ${summary.passed} of ${summary.scored} passed`,
    `<p class="note">${escape(notes.join(' · '))}</p>
${trialTable(label, sorted.slice(0, MAX_ROWS))}
${more}`,
  );
}

/** Failed trials first, then unscored ones. */
function sortKey({ score }: ResultRow): number {
  return score === 0 ? 0 : score === null ? 1 : 2;
}

const trialColumns = [...left('trial', 'outcome', 'why'), ...right('turns', 'tokens', 'time')];

function trialTable(label: string, rows: readonly ResultRow[]): string {
  const head = trialColumns.map(({ name, align = 'left' }) => `<th scope="col" class="${align}">${name}</th>`).join('');
  const body = rows.map((row) => {
    const { outcome, failure, score, usage, wallMs } = row;
    const why = [...(failure ? [failureWordsOf(failure)] : []), ...('reason' in outcome ? [outcome.reason] : [])];
    const mark = score === 1 ? 'pass' : score === 0 ? 'fail' : 'open';
    const tokens = usage.inputTokens === undefined ? null : usage.inputTokens + (usage.outputTokens ?? 0);
    return `<tr><th scope="row">${escape(row.id)}</th><td class="${mark}">${outcome.kind}</td><td class="why">${escape(why.join(': '))}</td><td class="right">${row.turns || '–'}</td><td class="right">${compact(tokens)}</td><td class="right">${duration(wallMs)}</td></tr>`;
  });
  return `<div class="scroll" tabindex="0" role="region" aria-label="${escape(`Trials of ${label}`)}"><table class="trials"><caption>${escape(`Trials of ${label}`)}</caption>
<thead><tr>${head}</tr></thead><tbody>
${body.join('\n')}
</tbody></table></div>`;
}
