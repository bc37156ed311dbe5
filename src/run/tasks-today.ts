// The tasks of a recorded run as they are today.
import { Problem, reasonOf, type TaskId } from '../core/index.ts';
import type { Recording } from '../record/index.ts';
import { loadTask, taskIds, type LoadedTask } from '../suite/index.ts';

/** Those that still exist, and those that are gone. */
export async function tasksToday({ config, trials }: Recording): Promise<{
  readonly tasks: ReadonlyMap<TaskId, LoadedTask>;
  readonly gone: readonly TaskId[];
}> {
  const present = new Set(idsOf(config.spec.selection.suite));
  const wanted = [...new Set(trials.map(({ task }) => task))];
  const tasks = new Map<TaskId, LoadedTask>();
  for (const id of wanted) if (present.has(id)) tasks.set(id, await loadTask(id, config.spec.selection.suite));
  return { tasks, gone: wanted.filter((id) => !present.has(id)) };
}

function idsOf(suite: string): TaskId[] {
  try {
    return taskIds(suite);
  } catch (error) {
    const hint = 'a path that is not absolute counts from the current folder';
    throw new Problem(`the suite of this run cannot be found: ${reasonOf(error)} (${hint})`, { cause: error });
  }
}
