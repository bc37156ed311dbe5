// The tables of a report, without a format.
import type { FailureReason } from '../core/index.ts';
import type { PassK } from '../stats/index.ts';
import { failureWordsOf } from '../verify/failures/index.ts';
import { dollars, percent, percentWithin, points, type Summary } from '../results/index.ts';
import type { Board } from './board.ts';
import { breakdownSheet, columnName, type Dimension } from './breakdown.ts';
import { leaderboardSheet } from './leaderboard.ts';
import { left, right, type ReportSheet } from './sheet.ts';

/** All tables that are not empty. */
export function reportSheets(board: Board, by: Dimension = 'category'): ReportSheet[] {
  const sheets = [
    leaderboardSheet(board),
    breakdownSheet(board, by),
    paretoSheet(board),
    failuresSheet(board),
    passKSheet(board),
    twinsSheet(board),
  ];
  return sheets.filter(({ rows }) => rows.length > 0);
}

export function paretoSheet({ entries }: Board): ReportSheet {
  const known = entries.filter(({ beatenBy }) => beatenBy !== null);
  const byCost = (known.length > 1 ? known : []).toSorted(
    (a, b) => (a.summary.meanCost ?? 0) - (b.summary.meanCost ?? 0),
  );
  return {
    title: 'Cost and score',
    columns: [...left('agent'), ...right('cost per trial', 'score [95 %]'), ...left('Pareto front')],
    rows: byCost.map(({ label, summary, beatenBy }) => ({
      cells: [
        label,
        dollars(summary.meanCost),
        { show: 'score', tally: summary },
        beatenBy?.length ? `dominated by ${beatenBy.join(', ')}` : 'on the front',
      ],
    })),
    notes: [
      'On the Pareto front: no other run is at least as cheap and at least as good, and better in one of both. This uses the measured scores; see the intervals too.',
    ],
  };
}

/** The most frequent reason first. */
export function failureCounts(failures: Summary['failures']): [reason: FailureReason, count: number][] {
  return (Object.entries(failures) as [FailureReason, number][]).toSorted(([, a], [, b]) => b - a);
}

export function failuresSheet({ entries }: Board): ReportSheet {
  const failed = entries.filter(({ summary }) => summary.passed < summary.scored);
  const totals = new Map<FailureReason, number>();
  for (const { summary } of failed)
    for (const [reason, count] of failureCounts(summary.failures))
      totals.set(reason, (totals.get(reason) ?? 0) + count);
  const reasons = [...totals].toSorted(([, a], [, b]) => b - a).map(([reason]) => reason);
  return {
    title: 'Why trials failed',
    columns: [...left('reason'), ...right(...failed.map((entry) => columnName(entry, entries)))],
    rows: reasons.map((reason) => ({
      cells: [failureWordsOf(reason), ...failed.map(({ summary }) => String(summary.failures[reason] ?? '–'))],
    })),
    notes: ['Each failed trial has one reason: the first that applies, in a fixed order (docs/reports.md).'],
  };
}

export function passKSheet({ entries }: Board): ReportSheet {
  return {
    title: 'Several attempts',
    columns: [...left('agent'), ...right('k', 'pass@k', 'pass^k', 'instances')],
    rows: entries.flatMap(({ label, summary: { passK, acrossSeeds } }) => [
      ...passK.map(({ k, any, all }) => ({
        cells: [label, String(k), passText(any), passText(all), scoredInstances(any)],
      })),
      ...(acrossSeeds
        ? [{ cells: [label, `${acrossSeeds.k} seeds`, '', passText(acrossSeeds), scoredInstances(acrossSeeds)] }]
        : []),
    ]),
    notes: [
      'pass@k: at least one of k attempts passes. pass^k: all k attempts pass. Over seeds: all of k seeds of a task pass; the unit is then the task.',
    ],
  };
}

function passText({ value, interval }: PassK): string {
  return percentWithin(value, interval);
}

/** Instances with fewer than k scored attempts are left out of the estimate. */
function scoredInstances({ instances, leftOut }: PassK): string {
  return leftOut > 0 ? `${instances} of ${instances + leftOut}` : String(instances);
}

export function twinsSheet({ entries }: Board): ReportSheet {
  return {
    title: 'Effect of traps',
    columns: [...left('agent'), ...right('with the trap', 'coverage', 'clean twin', 'coverage', 'effect of the trap')],
    rows: entries.flatMap(({ label, summary: { twins } }) =>
      twins
        ? [
            {
              cells: [
                label,
                percentWithin(twins.trap.mean, twins.trap.interval),
                percent(twins.trap.coverage),
                percentWithin(twins.clean.mean, twins.clean.interval),
                percent(twins.clean.coverage),
                twins.cost ? points(twins.cost.mean, twins.cost.precision?.interval ?? null) : '–',
              ],
            },
          ]
        : [],
    ),
    notes: ['A clean twin is the same instance without its trap. Twins do not count in the scores above.'],
  };
}
