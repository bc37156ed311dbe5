// The report as JSON: the summary of each run, with its role, rank range and tasks.
import type { Summary, Tally } from '../results/index.ts';
import type { Board, Role } from './board.ts';

export interface ReportedSummary extends Summary {
  readonly role: Role;
  /** The range of possible ranks, and the groups without a significant difference; null when runs are not ranked. */
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
