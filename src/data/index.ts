// Trials for other programs: one file per format, all of them projections of events.
export { atif } from './atif.ts';
export { chatExample } from './messages.ts';
