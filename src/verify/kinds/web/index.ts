export { executeWeb, evaluateWeb, webCheckSchema, webPasses } from './check.ts';
export type { WebStep } from './script.ts';
