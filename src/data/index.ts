// Exports of trials: one file per format, each computed from the recorded events.
export { atif } from './atif.ts';
export { chatExample } from './messages.ts';
