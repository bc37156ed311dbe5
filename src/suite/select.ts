// Selects the tasks of a suite that a command works on.
import { categoryOf, matchesGlob, usageProblem, type TaskId } from '../core/index.ts';
import { taskIds } from './folders.ts';

export interface Selection {
  readonly suite: string;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  /** The largest number of tasks; they are spread evenly over the categories. */
  readonly limit?: number;
}

export function selectTasks({ suite, include = [], exclude = [], limit }: Selection): TaskId[] {
  const all = taskIds(suite);
  for (const pattern of include) {
    if (!all.some((id) => matchesGlob(id, pattern))) {
      throw usageProblem(`no task of the suite "${suite}" matches "${pattern}"; see "pybench task list"`);
    }
  }
  const chosen = all
    .filter((id) => include.length === 0 || include.some((pattern) => matchesGlob(id, pattern)))
    .filter((id) => !exclude.some((pattern) => matchesGlob(id, pattern)));
  if (chosen.length === 0) throw usageProblem('the selection leaves no task');
  return limit === undefined ? chosen : spread(chosen, limit);
}

/** Takes one task of each category in turn, then puts the chosen ones back in order. */
function spread(ids: readonly TaskId[], limit: number): TaskId[] {
  const byCategory = new Map<string, TaskId[]>();
  for (const id of ids) byCategory.set(categoryOf(id), [...(byCategory.get(categoryOf(id)) ?? []), id]);
  const taken = new Set<TaskId>();
  for (let round = 0; taken.size < Math.min(limit, ids.length); round += 1) {
    for (const group of byCategory.values()) {
      const next = group[round];
      if (next && taken.size < limit) taken.add(next);
    }
  }
  return ids.filter((id) => taken.has(id));
}
