// Reports: the leaderboard and the comparison of two runs, as terminal text, Markdown, HTML, JSON and CSV.
export { makeBoard, type Board } from './board.ts';
export { dimensions, type Dimension } from './breakdown.ts';
export { comparisonText } from './comparison-text.ts';
export { compareRuns, type RunComparison } from './comparison.ts';
export { csvReport } from './csv.ts';
export { htmlReport } from './html.ts';
export { jsonReport } from './json.ts';
export { markdownReport } from './markdown.ts';
export { readAllReported } from './reported-run.ts';
export { leaderboard, resultsTable, terminalReport } from './terminal.ts';
