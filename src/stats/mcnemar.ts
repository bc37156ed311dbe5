// The exact McNemar test for two runs on the same instances.
import { fairBinomialCdf } from './distributions.ts';

/**
 * The exact two-sided p-value from the discordant pairs: twice the smaller binomial tail, at most 1.
 * McNemar 1947, Psychometrika 12:153, with the binomial distribution instead of its approximation.
 * The pairs must be independent, so there may be only one per task.
 */
export function mcnemar(onlyA: number, onlyB: number): number {
  if (![onlyA, onlyB].every((count) => Number.isSafeInteger(count) && count >= 0))
    throw new RangeError(`counts of pairs must be non-negative integers, not ${onlyA} and ${onlyB}`);
  return Math.min(1, 2 * fairBinomialCdf(Math.min(onlyA, onlyB), onlyA + onlyB));
}
