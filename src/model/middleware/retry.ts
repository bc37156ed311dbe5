// Retries calls after retryable faults, with exponential back-off or the wait that the service asks for.
import { ModelFault } from '../model.ts';
import { realSleep, type Middleware, type Sleep } from './middleware.ts';

export interface RetryOptions {
  /** The maximum number of tries, the first one included. */
  readonly tries?: number;
  readonly firstWaitMs?: number;
  /** The maximum wait. If a service asks for more, there is no retry. */
  readonly longestWaitMs?: number;
  readonly sleep?: Sleep;
  /** A random number from 0 to 1 that spreads the retries of many trials. It affects waits only. */
  readonly jitter?: () => number;
  readonly onRetry?: (retry: { trial: string; turn: number; tries: number; fault: ModelFault; waitMs: number }) => void;
}

export function retry(options: RetryOptions = {}): Middleware {
  const { tries = 6, firstWaitMs = 1000, longestWaitMs = 120_000, sleep = realSleep, jitter = Math.random } = options;

  /** Undefined if there is no further try. */
  function waitAfter(fault: ModelFault, tried: number): number | undefined {
    if (!fault.retryable || tried >= tries) return undefined;
    const backoff = Math.min(longestWaitMs, firstWaitMs * 2 ** (tried - 1)) * (0.5 + jitter() / 2);
    if (fault.retryAfterMs === undefined) return backoff;
    return fault.retryAfterMs > longestWaitMs ? undefined : fault.retryAfterMs + backoff * 0.1;
  }

  return (model) => ({
    ...model,
    async complete(request, context) {
      for (let tried = 1; ; tried++) {
        try {
          const reply = await model.complete(request, context);
          return { ...reply, attempts: reply.attempts + tried - 1 };
        } catch (error) {
          const waitMs = error instanceof ModelFault ? waitAfter(error, tried) : undefined;
          if (waitMs === undefined || !(error instanceof ModelFault)) throw error;
          options.onRetry?.({ trial: context.trial, turn: context.turn, tries: tried, fault: error, waitMs });
          await sleep(waitMs, context.signal);
        }
      }
    },
  });
}
