// Tries again what is worth trying again: longer and longer waits, or as long as the service asks.
import { ModelFault } from '../model.ts';
import { realSleep, type Middleware, type Sleep } from './middleware.ts';

export interface RetryOptions {
  /** At most so many tries, the first one included. */
  readonly tries?: number;
  readonly firstWaitMs?: number;
  /** No wait is longer. A service that asks for more is given up. */
  readonly longestWaitMs?: number;
  readonly sleep?: Sleep;
  /** From 0 to 1: keeps many trials from coming back all at once. It decides nothing but waits. */
  readonly jitter?: () => number;
  readonly onRetry?: (retry: { trial: string; turn: number; tries: number; fault: ModelFault; waitMs: number }) => void;
}

export function retry(options: RetryOptions = {}): Middleware {
  const { tries = 6, firstWaitMs = 1000, longestWaitMs = 120_000, sleep = realSleep, jitter = Math.random } = options;

  /** Undefined: give up. */
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
