export { scaffoldTask } from './scaffold.ts';
