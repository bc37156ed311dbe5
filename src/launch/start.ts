// Starts a run from its spec, and resumes one from its folder.
import {
  defined,
  runSpecSchema,
  withDefaultLimits,
  type Pace,
  type RunSpec,
  type RunSpecInput,
  type Spending,
} from '../core/index.ts';
import { readRun } from '../record/index.ts';
import type { Summary } from '../results/index.ts';
import { continueRun, executeRun, requireUnwritten } from '../run/index.ts';
import { prepareAgent } from './agent.ts';
import { concurrencyFor, signalOf, timeLimitsFor, type CommonOptions } from './options.ts';
import { usingServices } from '../services/index.ts';

export interface StartOptions extends CommonOptions {
  /** The folder of runs; by default `runs`. */
  readonly folder?: string | undefined;
}

export async function startRun(given: RunSpecInput, options: StartOptions = {}): Promise<Summary> {
  const spec = withTimeLimits(runSpecSchema.parse(given));
  const { agent, conditions, pace, spending } = spec;
  const { isolation } = conditions;
  const limits = withDefaultLimits(conditions.limits);
  const made = options.agent;
  const agentFor = made ? () => made : prepareAgent({ agent, limits, pace, spending }, options);
  return await usingServices(options.services, { isolation, limits, cells: pace.cells }, async (services) => {
    options.onOpen?.(services.interpreters.stack);
    return await executeRun({
      ...options,
      spec,
      agent: agentFor(services.interpreters.stack),
      services,
      salt: options.salt ?? '',
      folder: options.folder ?? 'runs',
      concurrency: concurrencyFor(agent, pace),
      signal: signalOf(pace, options.signal),
    });
  });
}

export interface ResumeOptions extends CommonOptions {
  /** What may differ from the start of the run: how fast it goes and what it may spend. */
  readonly pace?: Pace | undefined;
  readonly spending?: Spending | undefined;
}

/** Continues a stopped run under the conditions of its lock. */
export async function resumeRun(run: string, options: ResumeOptions = {}): Promise<Summary> {
  const { config, lock } = readRun(run);
  const { agent } = config.spec;
  const { pace = {} } = options;
  const spending = resumedSpending(config.spec.spending, options.spending);
  const { isolation, limits } = lock;
  requireUnwritten(run);
  const made = options.agent;
  const agentFor = made ? () => made : prepareAgent({ agent, limits, pace, spending }, options);
  return await usingServices(options.services, { isolation, limits, cells: pace.cells }, async (services) => {
    options.onOpen?.(services.interpreters.stack);
    return await continueRun({
      ...options,
      run,
      agent: agentFor(services.interpreters.stack),
      services,
      salt: options.salt ?? '',
      concurrency: concurrencyFor(agent, pace),
      signal: signalOf(pace, options.signal),
    });
  });
}

/**
 * Limits of a trial shape its score, so they hold as recorded, like prices and the cache, unless the caller gives others.
 * The limits of the run ended the last start; a resume has its own.
 */
function resumedSpending({ perTrial, prices, cache }: Spending, given: Spending = {}): Spending {
  const limits = { ...perTrial, ...defined(given.perTrial ?? {}) };
  return { ...defined({ prices, cache }), ...defined(given), perTrial: limits };
}

function withTimeLimits(spec: RunSpec): RunSpec {
  const time = timeLimitsFor(spec.agent, spec.conditions.time);
  return { ...spec, conditions: { ...spec.conditions, time } };
}
