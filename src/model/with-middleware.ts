// All middleware in its order, outermost first: budget of the trial, cache, budget of the run, meter, retries, throttle.
// A cached reply costs the run nothing, and a waiting retry holds no slot of the throttle.
import { setMaxListeners } from 'node:events';
import { Problem, type SpendingLimits } from '../core/index.ts';
import { runBudget, trialBudget } from './middleware/budget.ts';
import { cache, type CacheOptions } from './middleware/cache.ts';
import { Meter } from './middleware/meter.ts';
import type { Middleware } from './middleware/middleware.ts';
import { retry, type RetryOptions } from './middleware/retry.ts';
import { throttle, type ThrottleOptions } from './middleware/throttle.ts';
import type { Model } from './model.ts';
import { defaultPrices, priceOf, type Prices } from './prices.ts';

export interface MiddlewareOptions {
  readonly prices?: Prices;
  readonly perTrial?: SpendingLimits | undefined;
  readonly perRun?: SpendingLimits | undefined;
  readonly cache?: CacheOptions;
  readonly retry?: RetryOptions;
  readonly throttle?: ThrottleOptions;
}

/** The model with all middleware, shared by all trials of a run, and its meter. */
export function withMiddleware(model: Model, options: MiddlewareOptions = {}): { model: Model; meter: Meter } {
  const { prices = defaultPrices, perTrial, perRun } = options;
  const limited = perTrial?.cost !== undefined || perRun?.cost !== undefined;
  // OpenRouter reports the cost of each call.
  if (limited && !priceOf(prices, model.name) && !model.name.startsWith('openrouter/')) {
    throw new Problem(`a limit on money needs the price of ${model.name}: add it to a file of prices (docs/models.md)`);
  }
  const meter = new Meter(prices);
  const layers: Middleware[] = [
    sharingSignals,
    ...(perTrial ? [trialBudget(perTrial)] : []),
    ...(options.cache ? [cache(options.cache)] : []),
    ...(perRun ? [runBudget(perRun)] : []),
    meter.middleware,
    retry(options.retry),
    throttle(options.throttle),
  ];
  return { model: layers.reduceRight((inner, layer) => layer(inner), model), meter };
}

/** One signal stops hundreds of calls. Node reports that as a leak unless the limit of listeners is removed. */
const sharingSignals: Middleware = (model) => ({
  ...model,
  complete(request, context) {
    setMaxListeners(0, context.signal);
    return model.complete(request, context);
  },
});
