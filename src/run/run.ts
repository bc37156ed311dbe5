// A run from plan to results.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { namedAgent, type NamedAgent } from '../agent/index.ts';
import { defaultTimeLimits, type Limits, type ResultRow, type RunConfig, type TimeLimits } from '../core/index.ts';
import { carryOut, type RunServices } from './carry-out.ts';
import { version } from '../../setup/version.mjs';
import { makeLock } from './lock.ts';
import { runName, RunStore } from '../record/index.ts';
import { makePlan, trialNames, type Plan, type PlanOptions } from './plan.ts';
import { steadyClock } from '../system/index.ts';
import { summarise, type Summary } from './summary.ts';

export interface RunOptions extends PlanOptions, RunServices {
  /** By name, or one that the caller has made. */
  readonly agent: string | NamedAgent;
  readonly limits: Limits;
  readonly time?: TimeLimits;
  /** The folder of runs. */
  readonly folder: string;
  /** Before anything is written or spent. Throws to call it off. */
  readonly beforeStart?: (plan: Plan) => Promise<void>;
}

export async function startRun(options: RunOptions): Promise<Summary> {
  const { limits, time = defaultTimeLimits } = options;
  const { interpreters } = options.services;
  const now = options.now ?? steadyClock();
  const agent = typeof options.agent === 'string' ? namedAgent(options.agent) : options.agent;
  const plan = await makePlan(options);
  await options.beforeStart?.(plan);
  const name = runName(now(), agent.model ?? agent.name, randomBytes(3).toString('hex'));
  const isolation = agent.outside ? 'none' : interpreters.stack.isolation;
  const config: RunConfig = {
    v: 1,
    run: name,
    pybench: version,
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
  const lock = makeLock({ plan, agent, stack: interpreters.stack, limits, time, salt: options.salt });
  const store = RunStore.create(folder, config, lock);
  const rows = new Map<string, ResultRow>();
  try {
    await carryOut({ means: { ...options, now }, agent, plan, store, limits, time }, plan.trials, rows);
  } finally {
    store.close();
  }
  return summarise(folder, config, [...rows.values()]);
}
