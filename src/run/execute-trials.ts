// Executes trials: all trials of a new run, or the remaining trials of a stopped run.
import type { NamedAgent } from '../agent/index.ts';
import {
  agentName,
  modelOf,
  printTrialId,
  reasonOf,
  type Digest,
  type EventBody,
  type Limits,
  type ResultRow,
  type TimeLimits,
  type TrialId,
} from '../core/index.ts';
import { resultRow, type RunStore } from '../record/index.ts';
import { openInstances, withPrograms, type InstanceSource } from '../suite/index.ts';
import { runAll, steadyClock } from '../system/index.ts';
import { runTrial, type Services } from '../trial/index.ts';
import type { Plan } from './plan.ts';
import { checkPrograms } from './preflight.ts';

/** Called while a run executes. */
export interface RunCallbacks {
  /** Before the first trial: how many trials will run, in which folder, and how many have a row already. */
  readonly onPlan?: (trials: number, folder: string, done: number) => void;
  readonly onStart?: (trial: string) => void;
  readonly onEvent?: (trial: string, event: EventBody) => void;
  readonly onRow?: (row: ResultRow, done: number) => void;
}

export interface ExecutionOptions extends RunCallbacks {
  readonly services: Services;
  readonly concurrency: number;
  readonly signal: AbortSignal;
  readonly now?: () => Date;
  /** The folder of the instance cache; by default the user's. */
  readonly instanceCache?: string | undefined;
}

export interface RunExecution {
  readonly options: ExecutionOptions;
  readonly agent: NamedAgent;
  readonly plan: Plan;
  readonly store: RunStore;
  readonly limits: Limits;
  readonly time: TimeLimits;
  /** Recorded digests of instances by name. An instance with a different digest ends the run. */
  readonly recorded?: ReadonlyMap<string, Digest>;
}

/** Writes the row of each trial to disk when the trial ends, and adds it to `rows` under the trial's id. */
export async function executeTrials(
  execution: RunExecution,
  trials: readonly TrialId[],
  rows: Map<string, ResultRow>,
): Promise<void> {
  const { agent, options, plan, recorded, store } = execution;
  const now = options.now ?? steadyClock();
  options.onPlan?.(trials.length, store.folder, rows.size);
  let done = 0;
  const instances = openInstances({ ...plan, planned: trials, recorded, cache: options.instanceCache });
  const programs = checkConcurrently(agent, plan, options);
  try {
    await runAll(trials, options.concurrency, programs.signal, async (id, signal) => {
      options.onStart?.(printTrialId(id));
      const row = await executeTrial(execution, instances, id, now, signal);
      rows.set(row.id, row);
      done += 1;
      options.onRow?.(row, done);
      // Cancelled without a stop signal: the budget of the run is used up. Running trials finish; no other trial starts.
      if (row.outcome.kind === 'cancelled' && !signal.aborted) return 'last';
    });
  } finally {
    await instances.close();
    await programs.end();
  }
}

/** Compiles programs while trials run. A syntax error aborts the signal, and `end` throws it. */
function checkConcurrently(agent: NamedAgent, { tasks }: Plan, { services, signal }: ExecutionOptions) {
  const failed = new AbortController();
  const check = checkPrograms(agent, tasks.values(), services.interpreters);
  check.catch((error: unknown) => failed.abort(reasonOf(error)));
  return { signal: AbortSignal.any([signal, failed.signal]), end: () => check };
}

async function executeTrial(
  { agent, plan, store, options, limits, time }: RunExecution,
  instances: InstanceSource,
  id: TrialId,
  now: () => Date,
  signal: AbortSignal,
): Promise<ResultRow> {
  const name = printTrialId(id);
  const known = plan.tasks.get(id.task);
  if (!known) throw new Error(`${id.task} is not in the plan`);
  const [task, instance] = await Promise.all([withPrograms(known), instances.instance(id)]);
  const log = store.openTrial(name, now);
  try {
    if (log.events.length > 0) log.removeOutputs();
    await runTrial({
      id,
      task,
      instance,
      agent: agent.forTask(task, instance),
      agentName: agentName(agent.spec),
      model: modelOf(agent.spec),
      services: options.services,
      limits,
      time,
      log,
      signal,
      onEvent: (event) => options.onEvent?.(name, event),
    });
    log.writeNotebook();
    await log.flush();
  } finally {
    log.close();
  }
  const row = resultRow(log.events);
  if (!row) throw new Error(`${name} has not ended`);
  await store.addRow(row);
  return row;
}
