// What the package offers to programs besides its vocabulary.
export { openInterpreter, type InterpreterRequest, type OwnInterpreter } from './open-interpreter.ts';
export { run, type RunRequest } from './run.ts';
