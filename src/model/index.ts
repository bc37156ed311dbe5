// Models: providers and middleware.
export * from './model.ts';
export { isPerson, parseModel, type ModelOptions } from './parse.ts';
export { providers } from './providers.ts';
export { findKey, readEnvironment, type Environment } from './keys.ts';
export { checkModel, type ModelProbe } from './check.ts';
export { estimateRun, estimateTokens, type RunEstimate } from './estimate.ts';
export { costOf, defaultPrices, priceOf, readPrices } from './prices.ts';
export { withMiddleware } from './with-middleware.ts';
export { runBudget, trialBudget } from './middleware/budget.ts';
export { cache } from './middleware/cache.ts';
export { Meter } from './middleware/meter.ts';
export { retry, type RetryOptions } from './middleware/retry.ts';
export { throttle } from './middleware/throttle.ts';
