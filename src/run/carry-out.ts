// Carrying trials out: of a new run, or those that are left of an old one.
import type { NamedAgent } from '../agent/index.ts';
import {
  lastTry,
  printTrialId,
  type Event,
  type EventBody,
  type Limits,
  type ResultRow,
  type TimeLimits,
  type TrialId,
} from '../core/index.ts';
import type { Plan } from './plan.ts';
import { resultRow, type RunStore } from '../record/index.ts';
import { runAll, steadyClock } from '../system/index.ts';
import { runTrial, TRIES, type Services } from '../trial/index.ts';

export interface RunServices {
  readonly services: Services;
  readonly concurrency: number;
  readonly signal: AbortSignal;
  /** A trial's events as a notebook; injected, for projections live above this layer. */
  readonly notebook: (events: readonly Event[]) => string;
  readonly now?: () => Date;
  /** Before the first trial: how many there are to do, where, and how many have a row already. */
  readonly onPlan?: (trials: number, folder: string, done: number) => void;
  readonly onStart?: (trial: string) => void;
  readonly onEvent?: (trial: string, event: EventBody) => void;
  readonly onRow?: (row: ResultRow, done: number) => void;
}

export interface RunOrder {
  readonly means: RunServices;
  readonly agent: NamedAgent;
  readonly plan: Plan;
  readonly store: RunStore;
  readonly limits: Limits;
  readonly time: TimeLimits;
}

/** Rows go to disk as trials end, and into `rows`, by trial. */
export async function carryOut(
  order: RunOrder,
  trials: readonly TrialId[],
  rows: Map<string, ResultRow>,
): Promise<void> {
  const { means, store } = order;
  const now = means.now ?? steadyClock();
  means.onPlan?.(trials.length, store.folder, rows.size);
  let done = 0;
  await runAll(trials, means.concurrency, means.signal, async (id, signal) => {
    means.onStart?.(printTrialId(id));
    const row = await oneTrial(order, id, now, signal);
    rows.set(row.id, row);
    done += 1;
    means.onRow?.(row, done);
    // Nobody asked to stop, so the run has spent its limit: what is running may end, the rest is for another day.
    if (row.outcome.kind === 'cancelled' && !signal.aborted) return 'last';
  });
}

async function oneTrial(order: RunOrder, id: TrialId, now: () => Date, signal: AbortSignal): Promise<ResultRow> {
  const { agent, plan, store, means, limits, time } = order;
  const name = printTrialId(id);
  const task = plan.tasks.get(id.task);
  if (!task) throw new Error(`${id.task} is not in the plan`);
  const instance = await plan.exam(id);
  const log = store.openTrial(name, now);
  try {
    if (log.events.length > 0) log.removeOutputs();
    for (let tried = 1; tried <= TRIES; tried += 1) {
      const outcome = await runTrial({
        id,
        task,
        instance,
        agent: agent.forTask(task, instance),
        agentName: agent.name,
        model: agent.model,
        services: means.services,
        limits,
        time,
        log,
        signal,
        onEvent: (event) => means.onEvent?.(name, event),
      });
      if (outcome.kind !== 'sandbox-error' || signal.aborted) break;
    }
    log.writeNotebook(means.notebook(lastTry(log.events)));
    await log.flush();
  } finally {
    log.close();
  }
  const row = resultRow(log.events);
  if (!row) throw new Error(`${name} has not ended`);
  await store.addRow(row);
  return row;
}
