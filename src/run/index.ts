export { gradeWork, type Grading } from './grade.ts';
export { version } from './kit-version.ts';
export { runPaths } from './paths.ts';
export { defaultConcurrency } from './plan.ts';
export { startRun, type RunOptions } from './run.ts';
export { readEvents, readRun } from './store.ts';
export { summarise, type Summary, type Tally } from './summary.ts';
