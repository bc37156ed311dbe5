// Starts anything from data: opens services and turns specs into running things.
export { openServices, withServices, type OpenServices } from './services.ts';
