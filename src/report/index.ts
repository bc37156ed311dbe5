export {
  atif,
  chatExample,
  notebook,
  type AtifExport,
  type AtifTrajectory,
  type ChatExample,
} from './exports/index.ts';
export { htmlReport, type ReportedRun } from './html.ts';
export { label, leaderboard, percent, resultsTable } from './leaderboard.ts';
