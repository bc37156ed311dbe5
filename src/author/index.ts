// Tools for task authors.
export { scaffoldTask } from './scaffold.ts';
