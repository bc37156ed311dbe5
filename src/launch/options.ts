// The options of a start besides its spec, and values derived from a spec.
import type { NamedAgent } from '../agent/index.ts';
import {
  defaultTimeLimits,
  defined,
  noTimeLimits,
  type AgentSpec,
  type Conditions,
  type Pace,
  type TimeLimits,
} from '../core/index.ts';
import type { PythonStack } from '../interpreter/index.ts';
import { isPerson } from '../model/index.ts';
import type { Plan, RunCallbacks } from '../run/index.ts';
import { defaultConcurrency } from '../system/index.ts';
import type { Services } from '../trial/index.ts';
import type { ModelAccess } from './model.ts';

export interface CommonOptions extends ModelAccess, RunCallbacks {
  /** Replaces the agent that the spec describes. */
  readonly agent?: NamedAgent | undefined;
  /** The salt of the instances. Only its digest is recorded. */
  readonly salt?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Services that are open already; they stay open. */
  readonly services?: Services | undefined;
  readonly now?: () => Date;
  /** The folder of the instance cache; by default the user's. */
  readonly instanceCache?: string | undefined;
  /** Called once interpreters are open, with the Python that code will run in. */
  readonly onOpen?: ((stack: PythonStack) => void) | undefined;
  /** Called before anything is written or spent. Throws to cancel. */
  readonly beforeStart?: (plan: Plan, agent: NamedAgent) => Promise<void>;
}

const GRADING_SECONDS = 600;

/** Fills in missing time limits: a program outside the sandbox has its own timeout, and a person may take any time. */
export function timeLimitsFor(agent: AgentSpec, given: Conditions['time']): TimeLimits {
  if (agent.kind === 'human') return { ...noTimeLimits, ...defined(given) };
  const execSeconds = agent.kind === 'exec' ? Math.ceil(agent.timeoutSeconds ?? 0) : 0;
  const person = agent.kind === 'interpreter' && isPerson(agent.model);
  return {
    trialSeconds: given.trialSeconds ?? Math.max(defaultTimeLimits.trialSeconds, execSeconds + GRADING_SECONDS),
    idleSeconds: given.idleSeconds ?? (person ? 0 : defaultTimeLimits.idleSeconds),
  };
}

/** Trials of a model mostly wait for its service, so more of them run at once. */
export function concurrencyFor(agent: AgentSpec, { concurrency }: Pace): number {
  return concurrency ?? defaultConcurrency(agent.kind === 'interpreter');
}

/** Aborts when `signal` does, or when the time limit of the run is reached. */
export function signalOf({ maxSeconds }: Pace, signal?: AbortSignal): AbortSignal {
  const stop = new AbortController();
  if (signal?.aborted) stop.abort(signal.reason);
  signal?.addEventListener('abort', () => stop.abort(signal.reason), { once: true });
  if (maxSeconds !== undefined) {
    setTimeout(() => stop.abort(`the run took more than ${maxSeconds} s`), maxSeconds * 1000).unref();
  }
  return stop.signal;
}
