// Regrades and re-executes recorded runs. Importing this imports no agent and no model.
export { reexecuteRun, regradeRun } from './again.ts';
