// How many calls may be open at once: all that are wanted until the service complains, then half, then one more at a time.
import { ModelFault } from '../model.ts';
import type { Middleware } from './middleware.ts';

export interface ThrottleOptions {
  readonly most?: number;
  /** Hears the new limit when it is halved. */
  readonly onHalved?: (limit: number) => void;
}

/** One throttle serves all trials of a model: make it once and use it for all. */
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
  /** Counts halvings: of the calls that were open together, only the first refusal counts. */
  #era = 0;
  readonly #most: number;
  readonly #onHalved: ((limit: number) => void) | undefined;
  readonly #queue: (() => void)[] = [];

  constructor(most: number, onHalved: ((limit: number) => void) | undefined) {
    this.#limit = most;
    this.#most = most;
    this.#onHalved = onHalved;
  }

  /** Waits for a slot; tells the era in which the call starts. */
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

  /** One more for every round of calls that went well. */
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
