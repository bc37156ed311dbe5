// Regrades: grades a recorded run again with the current checks.
export { printChange, type RegradeChange } from './changes.ts';
export { regrade, type Regraded } from './regrade.ts';
export { openRegrade } from './source.ts';
