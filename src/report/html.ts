// The leaderboard as one self-contained page.
import { categories, type ResultRow } from '../core/index.ts';
import type { Summary } from '../run/index.ts';
import { label, percent, ranked } from './leaderboard.ts';

export interface ReportedRun {
  readonly summary: Summary;
  readonly rows: readonly ResultRow[];
  /** What a reader must know of the machine: isolation, image or not. */
  readonly notes: readonly string[];
}

export function htmlReport(runs: readonly ReportedRun[], title: string): string {
  const summaries = ranked(runs.map(({ summary }) => summary));
  const present = categories.filter((category) => summaries.some((summary) => summary.byCategory[category]));
  const head = ['agent', 'score', ...present, 'coverage'].map((name) => `<th>${escape(name)}</th>`).join('');
  const rows = summaries.map(
    (summary) =>
      `<tr><td>${escape(label(summary))}</td><td>${bar(summary.mean)}</td>${present
        .map((category) => `<td>${percent(summary.byCategory[category]?.mean ?? null)}</td>`)
        .join('')}<td>${percent(summary.coverage)}</td></tr>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<style>${style}</style>
<main>
<h1>${escape(title)}</h1>
<p>A score is passed ÷ scored trials; coverage is scored ÷ planned.</p>
<table class="board"><thead><tr>${head}</tr></thead><tbody>${rows.join('\n')}</tbody></table>
${runs.map(runSection).join('\n')}
</main>
</html>
`;
}

function runSection({ summary, rows, notes }: ReportedRun): string {
  const body = rows
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map((row) => {
      const reason = 'reason' in row.outcome ? row.outcome.reason : '';
      const mark = row.score === 1 ? 'pass' : row.score === 0 ? 'fail' : 'open';
      return `<tr><td>${escape(row.id)}</td><td>${row.level}</td><td class="${mark}">${row.outcome.kind}</td><td>${escape(reason)}</td><td>${(row.wallMs / 1000).toFixed(1)} s</td></tr>`;
    });
  return `<details><summary>${escape(label(summary))}: ${summary.passed} of ${summary.scored} passed</summary>
<p class="notes">${escape([summary.run, ...notes].join(' · '))}</p>
<table><thead><tr><th>trial</th><th>level</th><th>outcome</th><th>why</th><th>time</th></tr></thead><tbody>${body.join('\n')}</tbody></table>
</details>`;
}

function bar(mean: number | null): string {
  const width = Math.round((mean ?? 0) * 100);
  return `<span class="bar"><span style="width:${width}%"></span></span> ${percent(mean)}`;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const style = `
:root { color-scheme: light dark; --line: #8884; --good: #2a7d4f; --bad: #b3402f; }
body { font: 16px/1.5 system-ui, "Noto Sans CJK SC", sans-serif; margin: 0; }
main { max-width: 64rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .35rem .6rem; border-bottom: 1px solid var(--line); vertical-align: top; }
.board td:first-child { font-weight: 600; }
.bar { display: inline-block; width: 8rem; height: .7rem; background: var(--line); border-radius: .35rem; overflow: hidden; }
.bar span { display: block; height: 100%; background: var(--good); }
.pass { color: var(--good); } .fail { color: var(--bad); } .open, .notes { opacity: .7; }
summary { cursor: pointer; padding: .3rem 0; font-weight: 600; }
`;
