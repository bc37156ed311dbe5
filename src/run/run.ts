// A run from plan to results.
import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { join } from 'node:path';
import { namedAgent, type NamedAgent } from '../agent/index.ts';
import {
  digestBytes,
  printTrialId,
  type Event,
  type Limits,
  type Lock,
  type ResultRow,
  type RunConfig,
  type TrialId,
} from '../core/index.ts';
import type { InterpreterHost } from '../interpreter/index.ts';
import { makeInstance } from '../suite/index.ts';
import { kitVersion } from './kit-version.ts';
import { runName } from './paths.ts';
import { makePlan, trialNames, type Plan, type PlanOptions } from './plan.ts';
import { preflight } from './preflight.ts';
import { resultRow } from './row.ts';
import { runAll } from './schedule.ts';
import { RunStore } from './store.ts';
import { summarise, type Summary } from './summary.ts';
import { runTrial } from './trial.ts';

export interface RunOptions extends PlanOptions {
  /** By name, or one that the caller has made. */
  readonly agent: string | NamedAgent;
  readonly concurrency: number;
  readonly limits: Limits;
  /** The folder of runs. */
  readonly folder: string;
  readonly host: InterpreterHost;
  readonly signal: AbortSignal;
  /** A trial's events as a notebook; injected, for projections live above this layer. */
  readonly notebook: (events: readonly Event[]) => string;
  /** Before anything is written or spent. Throws to call it off. */
  readonly beforeStart?: (plan: Plan) => Promise<void>;
  readonly onPlan?: (trials: number, folder: string) => void;
  readonly onRow?: (row: ResultRow, done: number) => void;
  readonly now?: () => Date;
}

export async function startRun(options: RunOptions): Promise<Summary> {
  const now = options.now ?? (() => new Date());
  // Every trial listens to it, and none of them leaks.
  setMaxListeners(0, options.signal);
  const agent = agentOf(options);
  const plan = await makePlan(options);
  await preflight(agent, plan.tasks, options.host);
  await options.beforeStart?.(plan);
  const name = runName(now(), agent.model ?? agent.name, randomBytes(3).toString('hex'));
  const kit = await kitVersion();
  const isolation = agent.outside ? 'none' : options.host.stack.isolation;
  const config: RunConfig = {
    v: 1,
    run: name,
    pybench: kit.version,
    createdAt: now().toISOString(),
    agent: agent.name,
    model: agent.model,
    settings: { ...agent.settings },
    suite: options.suite,
    trials: trialNames(plan),
    concurrency: options.concurrency,
    isolation,
    unverified: isolation === 'none',
  };
  const folder = join(options.folder, name);
  const store = RunStore.create(folder, config, makeLock(options, plan, kit, agent.prompts ?? null));
  const rows: ResultRow[] = [];
  try {
    options.onPlan?.(plan.trials.length, folder);
    await runAll(plan.trials, options.concurrency, options.signal, async (id) => {
      const row = await oneTrial(options, plan, store, id, now);
      rows.push(row);
      options.onRow?.(row, rows.length);
    });
  } finally {
    store.close();
  }
  return summarise(folder, config, rows);
}

async function oneTrial(
  options: RunOptions,
  plan: Plan,
  store: RunStore,
  id: TrialId,
  now: () => Date,
): Promise<ResultRow> {
  const agent = agentOf(options);
  const task = plan.tasks.get(id.task);
  if (!task) throw new Error(`${id.task} is not in the plan`);
  const instance = await makeInstance(task, id, options.salt);
  const log = store.openTrial(printTrialId(id), now);
  try {
    await runTrial({
      id,
      instance,
      agent: agent.forTask(task, instance),
      agentName: agent.name,
      model: agent.model,
      host: options.host,
      limits: options.limits,
      log,
      signal: options.signal,
    });
    log.writeNotebook(options.notebook(log.events));
    const row = resultRow(id, task, log.events);
    await store.addRow(row);
    return row;
  } finally {
    await log.close();
  }
}

function agentOf({ agent }: RunOptions): NamedAgent {
  return typeof agent === 'string' ? namedAgent(agent) : agent;
}

function makeLock(options: RunOptions, plan: Plan, kit: Lock['kit'], prompts: Lock['prompts']): Lock {
  const { stack } = options.host;
  return {
    v: 1,
    instances: { ...plan.instances },
    tasks: Object.fromEntries([...plan.tasks].map(([id, task]) => [id, task.sourceDigest])),
    kit,
    prompts,
    limits: options.limits,
    isolation: stack.isolation,
    image: stack.image,
    python: { version: stack.version, packages: { ...stack.packages } },
    salt: options.salt === '' ? null : digestBytes(`pybench salt ${options.salt}`),
  };
}
