export { printChange, type RegradeChange } from './changes.ts';
export { regrade, type Regraded } from './regrade.ts';
export { openRegrade } from './source.ts';
