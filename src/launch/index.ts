// Starts runs and trials from specs: opens services, makes agents and models.
export { withServices } from './services.ts';
export { reexecuteRun, regradeRun } from './again.ts';
export { resumeRun, startRun, type ResumeOptions, type StartOptions } from './start.ts';
export { runTrialFromSpec, type TrialLaunchOptions, type TrialResult } from './trial.ts';
