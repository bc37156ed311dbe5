// Planning: which trials a run consists of, with every exam made once so that the lock can name it.
import { availableParallelism } from 'node:os';
import { printInstanceId, printTrialId, type Language, type TaskId, type TrialId, type Twin } from '../core/index.ts';
import { loadTask, makeInstance, type LoadedTask } from '../suite/index.ts';

export interface PlanOptions {
  readonly tasks: readonly TaskId[];
  readonly languages: readonly Language[];
  readonly seeds: readonly number[];
  readonly attempts: number;
  readonly twins: boolean;
  readonly salt: string;
}

export interface Plan {
  readonly tasks: ReadonlyMap<TaskId, LoadedTask>;
  readonly trials: readonly TrialId[];
  /** Digest of each instance, by its id. */
  readonly instances: Readonly<Record<string, string>>;
}

export async function makePlan(options: PlanOptions): Promise<Plan> {
  const tasks = new Map<TaskId, LoadedTask>();
  const trials: TrialId[] = [];
  const instances: Record<string, string> = {};
  for (const id of options.tasks) {
    const task = await loadTask(id);
    tasks.set(id, task);
    const twins: (Twin | undefined)[] = [undefined, ...(options.twins ? (task.twins ?? []) : [])];
    for (const seed of options.seeds) {
      for (const lang of options.languages) {
        for (const twin of twins) {
          const instance = { task: id, seed, lang, ...(twin ? { twin } : {}) };
          instances[printInstanceId(instance)] = (await makeInstance(task, instance, options.salt)).digest;
          for (let attempt = 1; attempt <= options.attempts; attempt += 1) trials.push({ ...instance, attempt });
        }
      }
    }
  }
  return { tasks, trials, instances };
}

export function trialNames(plan: Plan): string[] {
  return plan.trials.map(printTrialId);
}

/** How many trials run at once, unless told otherwise. */
export function defaultConcurrency(): number {
  return Math.max(1, availableParallelism());
}
