export { compact, dollars, percent } from './amounts.ts';
export { colors } from './colors.ts';
export { label, makeBoard, type Board, type Entry, type Role } from './board.ts';
export { dimensions, type Dimension } from './breakdown.ts';
export { comparisonText } from './comparison-text.ts';
export { compareRuns, type RunComparison } from './comparison.ts';
export { csvReport } from './csv.ts';
export {
  atif,
  chatExample,
  notebook,
  type AtifExport,
  type AtifTrajectory,
  type ChatExample,
} from './exports/index.ts';
export { htmlReport } from './html.ts';
export { jsonReport, type ReportedSummary } from './json.ts';
export { markdownReport } from './markdown.ts';
export { readAllReported, type ReportedRun } from './reported-run.ts';
export { leaderboard, resultsTable, terminalReport } from './terminal.ts';
