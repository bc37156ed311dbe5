// Limits how many calls are open at once: a rate limit halves the limit, and each round of successful calls adds one.
import { Semaphore } from '../../system/index.ts';
import { ModelFault } from '../model.ts';
import type { Middleware } from './middleware.ts';

export interface ThrottleOptions {
  readonly most?: number;
  /** Is called with the new limit after it is halved. */
  readonly onHalved?: (limit: number) => void;
}

/** One throttle serves all trials of a model. */
export function throttle({ most = 1000, onHalved }: ThrottleOptions = {}): Middleware {
  const calls = new Semaphore(most);
  const limit = new CallLimit(most);
  return (model) => ({
    ...model,
    async complete(request, context) {
      context.signal.throwIfAborted();
      const release = await calls.take(context.signal);
      const { halvings } = limit;
      try {
        context.signal.throwIfAborted();
        const reply = await model.complete(request, context);
        limit.addSuccess();
        return reply;
      } catch (error) {
        const refused = error instanceof ModelFault && error.kind === 'rate-limit';
        if (refused && halvings === limit.halvings) onHalved?.(limit.halve(calls.held));
        throw error;
      } finally {
        calls.setLimit(Math.floor(limit.value));
        release();
      }
    },
  });
}

class CallLimit {
  /** Of calls that were open together, only the first refusal halves the limit. */
  halvings = 0;
  /** Has a fraction: a success adds less than one. */
  value: number;
  readonly #most: number;

  constructor(most: number) {
    this.value = most;
    this.#most = most;
  }

  /** Adds one for every round of successful calls. */
  addSuccess(): void {
    this.value = Math.min(this.#most, this.value + 1 / this.value);
  }

  /** Returns half of the open calls or of the limit, whichever is less, and at least one. */
  halve(open: number): number {
    this.halvings += 1;
    this.value = Math.max(1, Math.floor(Math.min(this.value, open) / 2));
    return this.value;
  }
}
