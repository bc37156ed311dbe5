// Re-execution: runs the recorded cells of a run again and compares the results.
export { checkSalt, reexecute, stackDifferences, type Reexecution, type ReexecutedTrial } from './reexecute.ts';
