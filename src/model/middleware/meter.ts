// Counts the tokens, cost and time of calls. Adds the cost to replies whose service does not report it.
import type { ModelReply } from '../../core/index.ts';
import { costOf, priceOf, type Prices } from '../prices.ts';
import type { Middleware } from './middleware.ts';

export interface Totals {
  readonly calls: number;
  /** Calls that failed. */
  readonly faults: number;
  readonly attempts: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedTokens: number;
  readonly reasoningTokens: number;
  /** The cost of calls with a known price; `unpriced` counts the others. */
  readonly cost: number;
  readonly unpriced: number;
  readonly latencyMs: number;
}

const nothing: Totals = {
  calls: 0,
  faults: 0,
  attempts: 0,
  inputTokens: 0,
  outputTokens: 0,
  cachedTokens: 0,
  reasoningTokens: 0,
  cost: 0,
  unpriced: 0,
  latencyMs: 0,
};

export class Meter {
  #totals = nothing;
  readonly #prices: Prices;

  constructor(prices: Prices) {
    this.#prices = prices;
  }

  get totals(): Totals {
    return this.#totals;
  }

  readonly middleware: Middleware = (model) => {
    const price = priceOf(this.#prices, model.name);
    return {
      ...model,
      complete: async (request, context) => {
        try {
          const reply = await model.complete(request, context);
          const cost = reply.usage.cost ?? (price ? costOf(reply.usage, price) : undefined);
          this.#add(reply, cost);
          return cost === undefined ? reply : { ...reply, usage: { ...reply.usage, cost } };
        } catch (error) {
          this.#totals = { ...this.#totals, faults: this.#totals.faults + 1 };
          throw error;
        }
      },
    };
  };

  #add({ usage, attempts, latencyMs }: ModelReply, cost: number | undefined): void {
    const totals = this.#totals;
    this.#totals = {
      calls: totals.calls + 1,
      faults: totals.faults,
      attempts: totals.attempts + attempts,
      inputTokens: totals.inputTokens + (usage.inputTokens ?? 0),
      outputTokens: totals.outputTokens + (usage.outputTokens ?? 0),
      cachedTokens: totals.cachedTokens + (usage.cachedTokens ?? 0),
      reasoningTokens: totals.reasoningTokens + (usage.reasoningTokens ?? 0),
      cost: totals.cost + (cost ?? 0),
      unpriced: totals.unpriced + (cost === undefined ? 1 : 0),
      latencyMs: totals.latencyMs + latencyMs,
    };
  }
}
