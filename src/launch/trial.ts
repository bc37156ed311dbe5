// Runs one trial from its spec, without a run folder: for a chat, an environment or a worker.
import {
  agentName,
  lastTry,
  modelOf,
  parseTrialId,
  trialSpecSchema,
  usageProblem,
  type Collected,
  type Event,
  type EventBody,
  type Outcome,
  type TrialSpecInput,
  withDefaultLimits,
} from '../core/index.ts';
import { loadTask, makeInstance } from '../suite/index.ts';
import { steadyClock } from '../system/index.ts';
import { MemoryRecord, runTrial } from '../trial/index.ts';
import { prepareAgent } from './agent.ts';
import { timeLimitsFor, type CommonOptions } from './options.ts';
import { usingServices } from '../services/index.ts';

export interface TrialLaunchOptions extends Omit<
  CommonOptions,
  'onPlan' | 'onStart' | 'onRow' | 'onEvent' | 'beforeStart'
> {
  readonly onEvent?: (event: EventBody) => void;
}

export interface TrialResult {
  readonly outcome: Outcome;
  readonly events: readonly Event[];
  /** What the agent left in ./output. */
  readonly files: Collected['files'];
}

export async function runTrialFromSpec(given: TrialSpecInput, options: TrialLaunchOptions = {}): Promise<TrialResult> {
  const { agent: spec, suite, trial, conditions, spending } = trialSpecSchema.parse(given);
  const id = parseTrialId(trial);
  if (!id) throw usageProblem(`"${trial}" is not a trial; one looks like chart/tied-winner@7.zh#1`);
  const { isolation } = conditions;
  const limits = withDefaultLimits(conditions.limits);
  const made = options.agent;
  const agentFor = made ? () => made : prepareAgent({ agent: spec, limits, pace: {}, spending }, options);
  return await usingServices(options.services, { isolation, limits }, async (services) => {
    options.onOpen?.(services.interpreters.stack);
    const agent = agentFor(services.interpreters.stack);
    const task = await loadTask(id.task, suite);
    const { attempt: _, ...instanceId } = id;
    const instance = await makeInstance(task, instanceId, options.salt ?? '');
    const record = new MemoryRecord(options.now ?? steadyClock());
    const outcome = await runTrial({
      id,
      task,
      instance,
      agent: agent.forTask(task, instance),
      agentName: agentName(agent.spec),
      model: modelOf(agent.spec),
      services,
      limits,
      time: timeLimitsFor(spec, conditions.time),
      log: record,
      signal: options.signal ?? new AbortController().signal,
      ...(options.onEvent ? { onEvent: options.onEvent } : {}),
    });
    const files = [...record.files].map(([path, bytes]) => ({ path, bytes }));
    return { outcome, events: lastTry(record.events), files };
  });
}
