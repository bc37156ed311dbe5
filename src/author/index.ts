export { scaffoldTask, type Scaffold } from './scaffold.ts';
