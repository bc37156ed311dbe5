// Scores by category, language and the like.
import type { Tally } from '../run/index.ts';
import { percent } from './amounts.ts';
import type { Board, BoardEntry } from './board.ts';
import { left, right, type SheetCell, type Row, type ReportSheet } from './sheet.ts';

/** `group`: the paper's five. */
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

/** One run: a row per group, and how its trials ended. */
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

/** One run has room for all that is known of its groups. Of several, few groups are columns, and many are rows. */
export function breakdownSheet({ entries }: Board, by: Dimension): ReportSheet {
  const [only, ...others] = entries;
  if (only && others.length === 0) return groupsSheet(by, groupsOf(only, by));
  const grouped = entries.map((entry) => groupsOf(entry, by));
  const names = [...new Set(grouped.flatMap((groups) => Object.keys(groups)))];
  const partly = grouped.some((groups) => Object.values(groups).some(({ coverage }) => coverage < 1));
  const notes = partly ? ['(14/15): scored of planned trials, where not all were scored.'] : [];
  if (by !== 'skill' && by !== 'task') {
    const rows = entries.map(({ label, role }, index) => ({
      cells: [label, ...names.map((name) => share(grouped[index]?.[name]))],
      frame: role !== 'competes',
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

/** Many runs are told by their numbers on the board. */
export function columnName(entry: BoardEntry, entries: readonly BoardEntry[]): string {
  return entries.length > 4 ? `#${entries.indexOf(entry) + 1}` : entry.label;
}
