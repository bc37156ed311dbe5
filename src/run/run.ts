// Executes a new run: plan, lock, folder, trials, summary.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { version } from '../../setup/version.mjs';
import type { NamedAgent } from '../agent/index.ts';
import {
  agentName,
  modelOf,
  type ResultRow,
  type RunConfig,
  type RunSpec,
  withDefaultLimits,
  withDefaultTimeLimits,
} from '../core/index.ts';
import { runName, RunStore } from '../record/index.ts';
import { selectTasks } from '../suite/index.ts';
import { steadyClock } from '../system/index.ts';
import { executeTrials, type ExecutionOptions } from './execute-trials.ts';
import { makeLock } from './lock.ts';
import { makePlan, trialNames, type Plan } from './plan.ts';
import { summarise, type Summary } from '../results/index.ts';

export interface NewRun extends ExecutionOptions {
  readonly spec: RunSpec;
  /** Made from `spec.agent`. The record stores the agent's own spec, whose defaults are filled in. */
  readonly agent: NamedAgent;
  readonly salt: string;
  /** The folder of runs. */
  readonly folder: string;
  /** Called before files are written or cost arises. Throws to cancel the run. */
  readonly beforeStart?: (plan: Plan, agent: NamedAgent) => Promise<void>;
}

export async function executeRun(options: NewRun): Promise<Summary> {
  const { spec, agent, salt, services, concurrency } = options;
  const { suite, tasks, exclude, limit, ...selection } = spec.selection;
  const limits = withDefaultLimits(spec.conditions.limits);
  const time = withDefaultTimeLimits(spec.conditions.time);
  const now = options.now ?? steadyClock();
  const selected = selectTasks({ suite, include: tasks, exclude, ...(limit === undefined ? {} : { limit }) });
  const plan = await makePlan({ ...selection, suite, tasks: selected, salt });
  await options.beforeStart?.(plan, agent);
  const name = runName(now(), modelOf(agent.spec) ?? agentName(agent.spec), randomBytes(3).toString('hex'));
  const { stack } = services.interpreters;
  const isolation = agent.outside ? 'none' : stack.isolation;
  const config: RunConfig = {
    v: 2,
    run: name,
    pybench: version,
    createdAt: now().toISOString(),
    spec: {
      ...spec,
      agent: agent.spec,
      conditions: { ...spec.conditions, limits, time },
      pace: { ...spec.pace, concurrency },
    },
    trials: trialNames(plan),
    isolation,
    unverified: isolation === 'none',
  };
  const folder = join(options.folder, name);
  const store = RunStore.create(folder, config, makeLock({ plan, agent, stack, limits, time, salt }));
  const rows = new Map<string, ResultRow>();
  try {
    await executeTrials({ options: { ...options, now }, agent, plan, store, limits, time }, plan.trials, rows);
  } finally {
    store.close();
  }
  return summarise(folder, config, [...rows.values()]);
}
