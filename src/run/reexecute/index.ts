export { checkSalt, reexecute, stackDifferences, type Reexecution, type ReexecutedTrial } from './reexecute.ts';
