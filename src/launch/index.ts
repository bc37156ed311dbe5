// Starts anything from data: opens services and turns specs into running things.
export { openServices, withServices, type OpenServices } from './services.ts';
export {
  reexecuteRun,
  regradeRun,
  type ReexecutedRun,
  type ReexecuteRunOptions,
  type RegradeRunOptions,
} from './again.ts';
export { resumeRun, startRun, type ResumeOptions, type StartOptions } from './start.ts';
export { runTrialFromSpec, type TrialLaunchOptions, type TrialResult } from './trial.ts';
