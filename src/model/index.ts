// Models: providers and middleware.
export * from './model.ts';
export { isPerson, parseModel, type ModelOptions } from './parse.ts';
export { providers, type Provider } from './providers.ts';
export { findKey, readEnvironment, type Environment } from './keys.ts';
export { checkModel, type ModelProbe } from './check.ts';
export { estimateRun, estimateTokens, type RunEstimate, type RunSize } from './estimate.ts';
export { costOf, defaultPrices, priceOf, readPrices, type Prices } from './prices.ts';
export { withMiddleware, type MiddlewareOptions } from './with-middleware.ts';
export { runBudget, trialBudget } from './middleware/budget.ts';
export { cache, type CacheOptions } from './middleware/cache.ts';
export { Meter, type Totals } from './middleware/meter.ts';
export type { Middleware, Sleep } from './middleware/middleware.ts';
export { retry, type RetryOptions } from './middleware/retry.ts';
export { throttle, type ThrottleOptions } from './middleware/throttle.ts';
