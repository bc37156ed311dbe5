// Loads the current versions of the tasks of a recorded run.
import { Problem, reasonOf, type TaskId } from '../core/index.ts';
import type { Recording } from '../record/index.ts';
import { loadTask, taskIds, type LoadedTask } from '../suite/index.ts';

/** The tasks that still exist, and the ids of those that were removed. */
export async function currentTasks({ config, trials }: Recording): Promise<{
  readonly tasks: ReadonlyMap<TaskId, LoadedTask>;
  readonly removed: readonly TaskId[];
}> {
  const present = new Set(idsOf(config.spec.selection.suite));
  const wanted = [...new Set(trials.map(({ task }) => task))];
  const tasks = new Map<TaskId, LoadedTask>();
  for (const id of wanted) if (present.has(id)) tasks.set(id, await loadTask(id, config.spec.selection.suite));
  return { tasks, removed: wanted.filter((id) => !present.has(id)) };
}

function idsOf(suite: string): TaskId[] {
  try {
    return taskIds(suite);
  } catch (error) {
    const hint = 'a relative path starts at the current folder';
    throw new Problem(`the suite of this run cannot be found: ${reasonOf(error)} (${hint})`, { cause: error });
  }
}
