export { serveMcp } from './server.ts';
