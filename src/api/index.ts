// The public API of the package: interpreters and runs.
export { openInterpreter, type OpenInterpreterOptions, type OwnInterpreter } from './open-interpreter.ts';
export { resume, run, type ContinueOptions, type RunOptions, type RunRequest } from './run.ts';
