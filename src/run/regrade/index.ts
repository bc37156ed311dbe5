export { printChange, type RegradeChange } from './changes.ts';
export { regrade, type Regraded, type RegradeOptions } from './regrade.ts';
export { openRegrade, type RegradeSource } from './source.ts';
