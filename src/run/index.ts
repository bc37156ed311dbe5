export { gradeWork, type Grading } from './grade.ts';
export { digestOfCode, version } from './kit-version.ts';
export { runPaths } from './paths.ts';
export { defaultConcurrency, type Plan } from './plan.ts';
export { runAll } from './schedule.ts';
export { startRun, type RunOptions } from './run.ts';
export { readEvents, readRun } from './store.ts';
export { summarise, type Summary, type Tally } from './summary.ts';
export { runTrial, type TrialRecord } from './trial.ts';
