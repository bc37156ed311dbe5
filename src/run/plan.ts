// Plans the trials of a run from the metadata of tasks. Instances are made when trials start.
import { usageProblem, type Language, type TaskId, type TrialId, type Twin, printTrialId } from '../core/index.ts';
import { taskInfo, type TaskInfo } from '../suite/index.ts';

export interface PlanOptions {
  readonly suite: string;
  readonly tasks: readonly TaskId[];
  readonly languages: readonly Language[];
  readonly seeds: readonly number[];
  readonly attempts: number;
  readonly twins: boolean;
  readonly salt: string;
}

export interface Plan {
  readonly suite: string;
  /** The salt of all instances; it is not recorded. */
  readonly salt: string;
  readonly tasks: ReadonlyMap<TaskId, TaskInfo>;
  readonly trials: readonly TrialId[];
}

export async function makePlan({ suite, salt, ...options }: PlanOptions): Promise<Plan> {
  const tasks = await readTasks(options.tasks, suite);
  const trials = [...tasks.values()].flatMap((task) => {
    const twins: (Twin | undefined)[] = [undefined, ...(options.twins ? (task.twins ?? []) : [])];
    // A fixed instance is planned once: other seeds make the same instance.
    const seeds = task.fixed ? options.seeds.slice(0, 1) : options.seeds;
    const attempts = Array.from({ length: options.attempts }, (_, index) => index + 1);
    return seeds.flatMap((seed) =>
      languagesOf(task, options.languages).flatMap((lang) =>
        twins.flatMap((twin) =>
          attempts.map((attempt): TrialId => ({ task: task.id, seed, lang, ...(twin ? { twin } : {}), attempt })),
        ),
      ),
    );
  });
  return { suite, salt, tasks, trials };
}

/** A plan of exactly these trials. */
export async function planTrials(
  trials: readonly TrialId[],
  { suite, salt }: Pick<PlanOptions, 'suite' | 'salt'>,
): Promise<Plan> {
  const ids = [...new Set(trials.map(({ task }) => task))];
  return { suite, salt, tasks: await readTasks(ids, suite), trials };
}

async function readTasks(ids: readonly TaskId[], suite: string): Promise<ReadonlyMap<TaskId, TaskInfo>> {
  const tasks = new Map<TaskId, TaskInfo>();
  for (const id of ids) tasks.set(id, await taskInfo(id, suite));
  return tasks;
}

function languagesOf(task: TaskInfo, wanted: readonly Language[]): Language[] {
  const common = wanted.filter((lang) => task.languages.includes(lang));
  if (common.length > 0) return common;
  const only = task.languages.join(', ');
  throw usageProblem(`${task.id} exists in ${only} only: run it with --lang ${only}, or exclude it with -x ${task.id}`);
}

export function trialNames(plan: Plan): string[] {
  return plan.trials.map(printTrialId);
}
