export { htmlReport, type ReportedRun } from './html.ts';
export { label, leaderboard, percent, resultsTable } from './leaderboard.ts';
export { notebook } from './notebook.ts';
