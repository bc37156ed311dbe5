// The vocabulary as types and schemas. No input, no output.
export * from './answer.ts';
export * from './check.ts';
export * from './digest.ts';
export * from './draw/index.ts';
export * from './event.ts';
export * from './failure.ts';
export * from './ids.ts';
export * from './json.ts';
export * from './outcome.ts';
export * from './problem.ts';
export * from './request.ts';
export * from './run.ts';
export * from './task.ts';
export * from './usage.ts';
export * from './visible.ts';
