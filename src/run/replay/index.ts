export { checkSalt, replay, stackDifferences, type Replay, type ReplayedTrial } from './replay.ts';
