// Two systems on the same coins: do the coins that only one of them passed lean to one side?
import { fairBinomialCdf } from './distributions.ts';

/**
 * The exact two-sided p-value from the discordant pairs: twice the smaller binomial tail, at most 1.
 * McNemar 1947, Psychometrika 12:153, with the binomial distribution instead of its approximation.
 * The pairs must be independent: one per task.
 */
export function mcnemar(onlyA: number, onlyB: number): number {
  if (![onlyA, onlyB].every((count) => Number.isSafeInteger(count) && count >= 0))
    throw new RangeError(`pairs are counted in whole numbers, not ${onlyA} and ${onlyB}`);
  return Math.min(1, 2 * fairBinomialCdf(Math.min(onlyA, onlyB), onlyA + onlyB));
}
