// What the package offers to programs besides its vocabulary.
export { openInterpreter, type OpenInterpreterOptions, type OwnInterpreter } from './open-interpreter.ts';
export { resume, run, type ResumeRequest, type RunRequest } from './run.ts';
