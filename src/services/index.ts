// Opens and closes the services of trials. Importing this imports no agent, no model and no run.
export { usingServices, withServices } from './services.ts';
