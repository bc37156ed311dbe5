// What the result rows of a run amount to, how two locks differ, and amounts as text. Importing this does not import what runs
// or grades trials.
export { compact, dollars, duration, percent, percentWithin, points, pointsText } from './amounts.ts';
export { lockDifferences } from './lock-differences.ts';
export { summarise, type Summary } from './summary.ts';
export { plannedTrials, talliesBy, type PlannedTrial, type Tally } from './tally.ts';
