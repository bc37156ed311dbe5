// How sure one may be of a number: intervals, pass@k, comparisons, rankings. Pure functions; docs/statistics.md explains them.
export type { Resampling } from './bootstrap.ts';
export { compare, pairUp, type Comparison, type Pair, type Pairing } from './compare.ts';
export { mcnemar } from './mcnemar.ts';
export { meanOf, type Estimate, type Precision } from './mean.ts';
export { acrossSeeds, passAtK, passHatK, type PassK } from './pass-k.ts';
export { macroRate, passRate, wilson, type MacroRate, type PassRate } from './pass-rate.ts';
export {
  detectableDifference,
  differenceVariance,
  neededTasks,
  passDifferenceVariance,
  type Demands,
} from './power.ts';
export { FEWEST_TASKS_TO_RANK, holm, rank, type Entrant, type RankPlace } from './rank.ts';
export { attemptsOf, type Attempt, type Interval, type Scored } from './sample.ts';
export { signFlipTest, type SignFlip } from './sign-flip.ts';
