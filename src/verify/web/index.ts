export { executeWeb, judgeWeb, webCheckSchema, webPasses } from './check.ts';
export type { WebStep } from './script.ts';
