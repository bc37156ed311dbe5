// Runs side by side: one row each, best first, a column per category.
import Table from 'cli-table3';
import pc from 'picocolors';
import { categories } from '../core/index.ts';
import type { Summary, Tally } from '../run/index.ts';

export function leaderboard(summaries: readonly Summary[]): string {
  const present = categories.filter((category) => summaries.some((summary) => summary.byCategory[category]));
  const table = new Table({
    head: ['agent', 'score', 'passed', ...present, 'coverage'],
    colAligns: ['left', 'right', 'right', ...present.map(() => 'right' as const), 'right'],
    style: { head: [], border: [], compact: true },
  });
  for (const summary of ranked(summaries)) {
    table.push([
      label(summary),
      pc.bold(percent(summary.mean)),
      `${summary.passed}/${summary.scored}`,
      ...present.map((category) => fraction(summary.byCategory[category])),
      percent(summary.coverage),
    ]);
  }
  return table.toString();
}

/** One run: a row per category, and how its trials ended. */
export function resultsTable(summary: Summary): string {
  const table = new Table({
    head: ['category', 'planned', 'scored', 'passed', 'score', 'coverage', 'outcomes'],
    colAligns: ['left', 'right', 'right', 'right', 'right', 'right', 'left'],
    style: { head: [], border: [], compact: true },
  });
  for (const [category, tally] of Object.entries(summary.byCategory)) table.push(tallyRow(category, tally));
  table.push(tallyRow(pc.bold('all'), summary));
  return table.toString();
}

export function ranked(summaries: readonly Summary[]): Summary[] {
  return summaries.toSorted((a, b) => (b.mean ?? -1) - (a.mean ?? -1));
}

export function label({ agent, model, unverified }: Summary): string {
  return `${model ? `${model} (${agent})` : agent}${unverified ? ', unverified' : ''}`;
}

export function percent(share: number | null): string {
  return share === null ? '–' : `${(share * 100).toFixed(1)} %`;
}

function tallyRow(name: string, tally: Tally): string[] {
  const outcomes = Object.entries(tally.outcomes).map(([kind, count]) => `${kind} ${count}`);
  return [
    name,
    String(tally.planned),
    String(tally.scored),
    String(tally.passed),
    percent(tally.mean),
    percent(tally.coverage),
    outcomes.join(', '),
  ];
}

function fraction(tally: Tally | undefined): string {
  return tally ? `${tally.passed}/${tally.scored}` : '–';
}
