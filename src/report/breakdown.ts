// Score tables by category, group, language, level, skill or task.
import { percent, type Tally } from '../results/index.ts';
import type { Board, BoardEntry } from './board.ts';
import { left, right, type SheetCell, type Row, type ReportSheet } from './sheet.ts';

/** `group`: the five groups of the paper. */
export const dimensions = ['category', 'group', 'language', 'level', 'skill', 'task'] as const;
export type Dimension = (typeof dimensions)[number];

function groupsOf({ summary, byTask }: Pick<BoardEntry, 'summary' | 'byTask'>, by: Dimension): Record<string, Tally> {
  switch (by) {
    case 'category':
      return summary.byCategory;
    case 'group':
      return summary.byGroup;
    case 'language':
      return summary.byLanguage;
    case 'level':
      return summary.byLevel;
    case 'skill':
      return summary.bySkill;
    case 'task':
      return byTask;
  }
}

/** The table of one run: a row per group, with its outcomes. */
export function groupsSheet(by: string, groups: Record<string, Tally>): ReportSheet {
  return {
    title: `By ${by}`,
    columns: [
      ...left(by),
      ...right('score [95 %]', 'coverage', 'passed', 'scored', 'planned', 'tasks'),
      ...left('outcomes'),
    ],
    rows: Object.entries(groups).map(([name, tally]) => groupRow(name, tally)),
    notes: [],
  };
}

function groupRow(name: string, tally: Tally): Row {
  const outcomes = Object.entries(tally.outcomes).map(([kind, count]) => `${kind} ${count}`);
  const counts = [tally.passed, tally.scored, tally.planned, tally.tasks].map(String);
  return { cells: [name, { show: 'score', tally }, percent(tally.coverage), ...counts, outcomes.join(', ')] };
}

/** One run: all numbers per group. Several runs: a column per group, or a row per group for skills and tasks. */
export function breakdownSheet({ entries }: Board, by: Dimension): ReportSheet {
  const [only, ...others] = entries;
  if (only && others.length === 0) return groupsSheet(by, groupsOf(only, by));
  const grouped = entries.map((entry) => groupsOf(entry, by));
  const names = [...new Set(grouped.flatMap((groups) => Object.keys(groups)))];
  const partly = grouped.some((groups) => Object.values(groups).some(({ coverage }) => coverage < 1));
  const notes = partly ? ['(14/15): scored ÷ planned trials, where some have no score.'] : [];
  if (by !== 'skill' && by !== 'task') {
    const rows = entries.map(({ label, role }, index) => ({
      cells: [label, ...names.map((name) => share(grouped[index]?.[name]))],
      baseline: role !== 'competes',
    }));
    return { title: `By ${by}`, columns: [...left('agent'), ...right(...names)], rows, notes };
  }
  return {
    title: `By ${by}`,
    columns: [...left(by), ...right(...entries.map((entry) => columnName(entry, entries)))],
    rows: names.toSorted().map((name) => ({ cells: [name, ...grouped.map((groups) => share(groups[name]))] })),
    notes,
  };
}

function share(tally: Tally | undefined): SheetCell {
  return { show: 'share', tally };
}

/** More than four runs are named by their number on the leaderboard. */
export function columnName(entry: BoardEntry, entries: readonly BoardEntry[]): string {
  return entries.length > 4 ? `#${entries.indexOf(entry) + 1}` : entry.label;
}
