// Runs: plan, execute, resume, regrade and re-execute.
export { codeDigests, promptsDigest } from './code-digests.ts';
export type { Plan } from './plan.ts';
export { executeRun } from './run.ts';
export type { RunCallbacks } from './execute-trials.ts';
export { continueRun, requireUnwritten } from './resume.ts';
export { openRegrade, printChange, regrade, type RegradeChange, type Regraded } from './regrade/index.ts';
export { checkSalt, reexecute, stackDifferences, type Reexecution, type ReexecutedTrial } from './reexecute/index.ts';
