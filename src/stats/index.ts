// Statistics with tasks as clusters: intervals, pass@k, paired tests, ranks. Pure functions; docs/statistics.md explains them.
export type { BootstrapOptions } from './bootstrap.ts';
export { compare, pairUp, type Pair } from './compare.ts';
export { mcnemar } from './mcnemar.ts';
export { meanOf, type Estimate } from './mean.ts';
export { pooledByTask, passAtK, passHatK, type PassK } from './pass-k.ts';
export { macroRate, passRate, wilson, type MacroRate } from './pass-rate.ts';
export { detectableDifference } from './power.ts';
export { MIN_TASKS_TO_RANK, holm, rank, type RankEntry, type RankPlace } from './rank.ts';
export { attemptsOf, type Attempt, type Interval } from './sample.ts';
export { signFlipTest, type SignFlip } from './sign-flip.ts';
