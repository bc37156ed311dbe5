// Planning: which trials a run consists of, with every exam made once so that the lock can name it.
import {
  printInstanceId,
  printTrialId,
  usageProblem,
  type InstanceId,
  type Language,
  type TaskId,
  type TrialId,
  type Twin,
} from '../core/index.ts';
import { estimateTokens } from '../model/index.ts';
import { loadTask, makeInstance, type TaskInstance, type LoadedTask } from '../suite/index.ts';

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
  readonly tasks: ReadonlyMap<TaskId, LoadedTask>;
  readonly trials: readonly TrialId[];
  /** Digest of each instance, by its id. */
  readonly instances: Readonly<Record<string, string>>;
  /** Of the queries of all trials together, roughly. */
  readonly queryTokens: number;
  /** An exam of the plan. The first ones are kept, for large ones take long to make; the others are made again. */
  readonly exam: (id: InstanceId) => Promise<TaskInstance>;
}

/** Of exams that are kept. */
const MOST_BYTES = 64 * 2 ** 20;
const MOST_EXAMS = 1000;

export async function makePlan(options: PlanOptions): Promise<Plan> {
  const trials: TrialId[] = [];
  for (const id of options.tasks) {
    const task = await loadTask(id, options.suite);
    const twins: (Twin | undefined)[] = [undefined, ...(options.twins ? (task.twins ?? []) : [])];
    // An exam that no seed changes is taken once: the same exam twice would count as two.
    for (const seed of task.fixed ? options.seeds.slice(0, 1) : options.seeds) {
      for (const lang of languagesOf(task, options.languages)) {
        for (const twin of twins) {
          for (let attempt = 1; attempt <= options.attempts; attempt += 1) {
            trials.push({ task: id, seed, lang, ...(twin ? { twin } : {}), attempt });
          }
        }
      }
    }
  }
  return await planTrials(trials, options);
}

/** A plan of these very trials. */
export async function planTrials(
  trials: readonly TrialId[],
  { suite, salt }: Pick<PlanOptions, 'suite' | 'salt'>,
): Promise<Plan> {
  const tasks = new Map<TaskId, LoadedTask>();
  const instances: Record<string, string> = {};
  const tokens = new Map<string, number>();
  const kept = new Map<string, TaskInstance>();
  let bytes = 0;
  for (const trial of trials) {
    const task = tasks.get(trial.task) ?? (await loadTask(trial.task, suite));
    tasks.set(trial.task, task);
    const name = printInstanceId(trial);
    if (tokens.has(name)) continue;
    const exam = await makeInstance(task, instanceOf(trial), salt);
    instances[name] = exam.digest;
    tokens.set(name, estimateTokens(exam.query));
    bytes += exam.files.reduce((sum, file) => sum + file.bytes.length, 0);
    if (bytes < MOST_BYTES && kept.size < MOST_EXAMS) kept.set(name, exam);
  }
  const queryTokens = trials.reduce((sum, trial) => sum + (tokens.get(printInstanceId(trial)) ?? 0), 0);
  const exam = async (id: InstanceId) => {
    const task = tasks.get(id.task);
    if (!task) throw new Error(`${id.task} is not in the plan`);
    return kept.get(printInstanceId(id)) ?? (await makeInstance(task, instanceOf(id), salt));
  };
  return { tasks, trials, instances, queryTokens, exam };
}

/** Without the attempt, if it has one. */
function instanceOf({ task, seed, lang, twin }: InstanceId): InstanceId {
  return { task, seed, lang, ...(twin ? { twin } : {}) };
}

function languagesOf(task: LoadedTask, asked: readonly Language[]): Language[] {
  const both = asked.filter((lang) => task.languages.includes(lang));
  if (both.length > 0) return both;
  const only = task.languages.join(', ');
  throw usageProblem(
    `${task.id} exists in ${only} only: run it with --lang ${only}, or leave it out with -x ${task.id}`,
  );
}

export function trialNames(plan: Plan): string[] {
  return plan.trials.map(printTrialId);
}
