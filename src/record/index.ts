// Writes and reads the files of a run.
export { keepable, type Left } from './keepable.ts';
export { notebook } from './notebook.ts';
export { runName, runPaths } from './paths.ts';
export {
  readEvents,
  readLog,
  readRun,
  recordedInstances,
  recordedRows,
  resultsEndMidLine,
  type RunOnDisk,
} from './read.ts';
export * from './conversation.ts';
export { eventsOf, openRecording, readCollected, type RecordedOutputs, type Recording } from './recording.ts';
export { resultRow } from './row.ts';
export { RunStore } from './store.ts';
export { readTruth } from './truth.ts';
export type { TrialLog } from './trial-log.ts';
export { WriteProblem } from './write-problem.ts';
