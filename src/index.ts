// The package's programmatic face.
export * from './core/index.ts';
export { openHost, type CellResult, type Interpreter, type InterpreterHost } from './interpreter/index.ts';
export { startRun, type RunOptions, type Summary } from './run/index.ts';
