// A report for programs: the summary of each run, with its place on the board.
import type { Summary, Tally } from '../run/index.ts';
import type { Board, Role } from './board.ts';

export interface ReportedSummary extends Summary {
  readonly role: Role;
  /** Best and worst rank that the data leave open, and groups that cannot be told apart; null where nothing is ranked. */
  readonly place: { readonly best: number; readonly worst: number; readonly groups: readonly number[] } | null;
  readonly beatenBy: readonly string[] | null;
  readonly byTask: Record<string, Tally>;
}

export function jsonReport({ entries, ranked }: Board): ReportedSummary[] {
  return entries.map(({ summary, role, place, beatenBy, byTask }) => ({
    ...summary,
    role,
    place: ranked && place ? { best: place.best, worst: place.worst, groups: place.groups } : null,
    beatenBy,
    byTask,
  }));
}
