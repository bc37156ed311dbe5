// Limits how many calls are open at once: a rate limit halves the limit, and each round of successful calls adds one.
import { ModelFault } from '../model.ts';
import type { Middleware } from './middleware.ts';

export interface ThrottleOptions {
  readonly most?: number;
  /** Is called with the new limit after it is halved. */
  readonly onHalved?: (limit: number) => void;
}

/** One throttle serves all trials of a model. */
export function throttle(options: ThrottleOptions = {}): Middleware {
  const slots = new Slots(options.most ?? 1000, options.onHalved);
  return (model) => ({
    ...model,
    async complete(request, context) {
      const started = await slots.take(context.signal);
      try {
        const reply = await model.complete(request, context);
        slots.succeeded();
        return reply;
      } catch (error) {
        if (error instanceof ModelFault && error.kind === 'rate-limit') slots.refused(started);
        throw error;
      } finally {
        slots.give();
      }
    },
  });
}

class Slots {
  #limit: number;
  #open = 0;
  /** The number of halvings. Of calls that were open together, only the first refusal halves the limit. */
  #era = 0;
  readonly #most: number;
  readonly #onHalved: ((limit: number) => void) | undefined;
  readonly #queue: (() => void)[] = [];

  constructor(most: number, onHalved: ((limit: number) => void) | undefined) {
    this.#limit = most;
    this.#most = most;
    this.#onHalved = onHalved;
  }

  /** Waits for a slot, and returns the era in which the call starts. */
  async take(signal: AbortSignal): Promise<number> {
    signal.throwIfAborted();
    if (this.#open < Math.floor(this.#limit) && this.#queue.length === 0) this.#open++;
    else await this.#wait(signal);
    return this.#era;
  }

  #wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = () => {
        signal.removeEventListener('abort', abort);
        resolve();
      };
      const abort = () => {
        this.#queue.splice(this.#queue.indexOf(enter), 1);
        reject(signal.reason as Error);
      };
      this.#queue.push(enter);
      signal.addEventListener('abort', abort, { once: true });
    });
  }

  give(): void {
    this.#open--;
    while (this.#open < Math.floor(this.#limit)) {
      const enter = this.#queue.shift();
      if (!enter) return;
      this.#open++;
      enter();
    }
  }

  /** Adds one for every round of successful calls. */
  succeeded(): void {
    this.#limit = Math.min(this.#most, this.#limit + 1 / this.#limit);
  }

  refused(started: number): void {
    if (started !== this.#era) return;
    this.#era++;
    this.#limit = Math.max(1, Math.floor(Math.min(this.#limit, this.#open) / 2));
    this.#onHalved?.(this.#limit);
  }
}
