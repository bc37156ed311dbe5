// The leaderboard as a table: one row per run, without columns that are empty for all runs.
import { MIN_TASKS_TO_RANK } from '../stats/index.ts';
import { compact, dollars, duration, percent } from '../results/index.ts';
import type { Board, BoardEntry } from './board.ts';
import type { SheetCell, SheetColumn, ReportSheet } from './sheet.ts';

interface LeaderboardColumn extends SheetColumn {
  readonly cell: (entry: BoardEntry) => SheetCell;
  readonly hidden?: boolean;
}

export function leaderboardSheet(board: Board): ReportSheet {
  const columns = columnsOf(board).filter(({ hidden }) => !hidden);
  return {
    title: 'Leaderboard',
    columns,
    rows: board.entries.map((entry) => ({
      cells: columns.map(({ cell }) => cell(entry)),
      baseline: entry.role !== 'competes',
    })),
    notes: notesOf(board),
  };
}

function columnsOf({ entries, ranked }: Board): LeaderboardColumn[] {
  const right = { align: 'right' } as const;
  const unknown = (key: 'meanTurns' | 'meanTokens' | 'meanCost') =>
    entries.every(({ summary }) => summary[key] === null);
  return [
    { name: '#', ...right, cell: (entry) => String(entries.indexOf(entry) + 1), hidden: entries.length <= 4 },
    { name: 'agent', cell: nameOf },
    { name: 'score [95 %]', ...right, cell: ({ summary }) => ({ show: 'score', tally: summary }) },
    { name: 'coverage', ...right, cell: ({ summary }) => percent(summary.coverage) },
    {
      name: 'macro',
      ...right,
      cell: ({ summary }) => percent(summary.macro?.rate ?? null),
      hidden: !severalCategories(entries),
    },
    {
      name: 'turns',
      ...right,
      cell: ({ summary }) => summary.meanTurns?.toFixed(1) ?? '–',
      hidden: unknown('meanTurns'),
    },
    { name: 'tokens', ...right, cell: ({ summary }) => compact(summary.meanTokens), hidden: unknown('meanTokens') },
    { name: 'cost', ...right, cell: ({ summary }) => dollars(summary.meanCost), hidden: unknown('meanCost') },
    { name: 'time', ...right, cell: ({ summary }) => duration(summary.time.medianMs) },
    { name: 'rank', cell: rankOf, hidden: !ranked },
  ];
}

/** Baselines name their role. */
function nameOf({ label, role }: BoardEntry): string {
  return role === 'competes' || role === label ? label : `${label} (${role})`;
}

/** `1–2 ab`. */
function rankOf({ place }: BoardEntry): string {
  if (!place) return '';
  const range = place.best === place.worst ? String(place.best) : `${place.best}–${place.worst}`;
  const letters = place.groups.map((group) => (group <= 26 ? String.fromCharCode(96 + group) : `(${group})`));
  return `${range} ${letters.join('')}`;
}

function severalCategories(entries: readonly BoardEntry[]): boolean {
  return entries.some(({ summary }) => (summary.macro?.groups ?? 0) > 1);
}

function notesOf({ entries, ranked, sameInstances }: Board): string[] {
  const competitors = entries.filter(({ place }) => place !== null).length;
  const notes: [note: string, holds: boolean][] = [
    [
      'Score: passed ÷ scored trials, with its 95 % confidence interval (tasks as clusters). Coverage: scored ÷ planned trials.',
      true,
    ],
    ['Macro: mean of the category scores.', severalCategories(entries)],
    ['Turns, tokens and cost: mean per scored trial.', entries.some(({ summary }) => summary.meanTurns !== null)],
    ['Time: median of the scored trials.', true],
    [
      'Rank: the range of ranks at a family-wise error rate of 5 %; runs that share a letter do not differ significantly.',
      ranked,
    ],
    [`Not ranked: at least ${MIN_TASKS_TO_RANK} scored tasks are needed.`, competitors > 1 && !ranked],
    ['The runs have different instances: use pybench compare to compare their scores.', !sameInstances],
  ];
  return notes.flatMap(([note, holds]) => (holds ? [note] : []));
}
