// Carries out the trials of a new run, or those that are left of an old one.
import type { NamedAgent } from '../agent/index.ts';
import {
  lastTry,
  printTrialId,
  reasonOf,
  type Event,
  type EventBody,
  type Limits,
  type Digest,
  type ResultRow,
  type TimeLimits,
  type TrialId,
} from '../core/index.ts';
import type { Plan } from './plan.ts';
import { checkPrograms } from './preflight.ts';
import { resultRow, type RunStore } from '../record/index.ts';
import { openInstances, withPrograms, type InstanceSource } from '../suite/index.ts';
import { runAll, steadyClock } from '../system/index.ts';
import { runTrial, TRIES, type Services } from '../trial/index.ts';

export interface RunServices {
  readonly services: Services;
  readonly concurrency: number;
  readonly signal: AbortSignal;
  /** A trial's events as a notebook; injected, for projections live above this layer. */
  readonly notebook: (events: readonly Event[]) => string;
  readonly now?: () => Date;
  /** The folder of the instance cache; the user's by default. */
  readonly instanceCache?: string;
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
  /** Digests of instances by name: one that has another digest now ends the run. */
  readonly recorded?: ReadonlyMap<string, Digest>;
}

/** Rows go to disk as trials end, and into `rows`, by trial. */
export async function carryOut(
  order: RunOrder,
  trials: readonly TrialId[],
  rows: Map<string, ResultRow>,
): Promise<void> {
  const { agent, means, plan, recorded, store } = order;
  const now = means.now ?? steadyClock();
  means.onPlan?.(trials.length, store.folder, rows.size);
  let done = 0;
  const instances = openInstances({ ...plan, planned: trials, recorded, cache: means.instanceCache });
  const programs = checkedMeanwhile(agent, plan, means);
  try {
    await runAll(trials, means.concurrency, programs.signal, async (id, signal) => {
      means.onStart?.(printTrialId(id));
      const row = await oneTrial({ ...order, instances }, id, now, signal);
      rows.set(row.id, row);
      done += 1;
      means.onRow?.(row, done);
      // Without a signal to stop, the run has reached its spending limit: trials that run may end, no other starts.
      if (row.outcome.kind === 'cancelled' && !signal.aborted) return 'last';
    });
  } finally {
    await instances.close();
    await programs.end();
  }
}

/** Compiles programs while trials run. A syntax error aborts the signal, and `end` throws it. */
function checkedMeanwhile(agent: NamedAgent, { tasks }: Plan, { services, signal }: RunServices) {
  const failed = new AbortController();
  const check = checkPrograms(agent, tasks.values(), services.interpreters);
  check.catch((error: unknown) => failed.abort(reasonOf(error)));
  return { signal: AbortSignal.any([signal, failed.signal]), end: () => check };
}

type OpenOrder = RunOrder & { readonly instances: InstanceSource };

async function oneTrial(order: OpenOrder, id: TrialId, now: () => Date, signal: AbortSignal): Promise<ResultRow> {
  const { agent, instances, plan, store, means, limits, time } = order;
  const name = printTrialId(id);
  const known = plan.tasks.get(id.task);
  if (!known) throw new Error(`${id.task} is not in the plan`);
  const [task, instance] = await Promise.all([withPrograms(known), instances.instance(id)]);
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
