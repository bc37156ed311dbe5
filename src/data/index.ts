// Trials for other programs: one file per format, all of them projections of events.
export { atif, type AtifExport, type AtifOptions } from './atif.ts';
export type { AtifStep, AtifTrajectory } from './atif-format.ts';
export { chatExample, type ChatExample, type ChatMessage } from './messages.ts';
