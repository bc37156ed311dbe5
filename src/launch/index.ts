// Starts runs and trials from specs: makes agents and models, and opens the services that they need.
export { resumeRun, startRun, type ResumeOptions, type StartOptions } from './start.ts';
export { runTrialFromSpec, type TrialLaunchOptions, type TrialResult } from './trial.ts';
