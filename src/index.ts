// The package's programmatic face; docs/api.md shows it at work.
export * from './api/index.ts';
export * from './core/index.ts';
export * from './model/index.ts';
export { modelAgent, namedAgent, type Agent, type ModelAgentOptions, type NamedAgent } from './agent/index.ts';
export { openHost, type CellResult, type Interpreter, type InterpreterHost } from './interpreter/index.ts';
export { readEvents, readRun, startRun, type RunOptions, type Summary } from './run/index.ts';
