// Shares of passes: Wilson's interval, its form for clustered attempts, and the average over categories.
import type { Score } from '../core/index.ts';
import { normalQuantile, studentQuantile } from './distributions.ts';
import { standardErrorOf } from './mean.ts';
import { clustersOf, total, type Cluster, type Interval, type Scored } from './sample.ts';

/**
 * The interval of a share of n independent coins; null without coins. It has width even at 0 of n and n of n.
 * Wilson 1927, J. Am. Stat. Assoc. 22:209; Brown, Cai & DasGupta 2001, Stat. Sci. 16:101.
 */
export function wilson(passes: number, n: number, confidence = 0.95): Interval | null {
  if (!(passes >= 0 && passes <= n)) throw new RangeError(`${passes} passes of ${n} cannot be`);
  if (n === 0) return null;
  const z = normalQuantile((1 + confidence) / 2);
  const share = passes / n;
  const centre = share + (z * z) / (2 * n);
  const half = z * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n));
  const scale = 1 + (z * z) / n;
  // At the ends rounding would leave 1e-18 where the formula says 0.
  return {
    low: passes === 0 ? 0 : (centre - half) / scale,
    high: passes === n ? 1 : (centre + half) / scale,
  };
}

export interface PassRate {
  readonly rate: number;
  readonly passes: number;
  readonly attempts: number;
  readonly clusters: number;
  /** How many independent attempts would say as much. */
  readonly effective: number;
  readonly interval: Interval;
}

type Passing = Scored & { readonly score: Score };

/** The share of attempts that passed, with Wilson's interval at the effective number of attempts; null without any. */
export function passRate(attempts: readonly Passing[], confidence = 0.95): PassRate | null {
  if (attempts.length === 0) return null;
  const clusters = clustersOf(attempts);
  const passes = total(clusters.map(({ sum }) => sum));
  const rate = passes / attempts.length;
  const effective = effectiveNumber(clusters, confidence);
  const interval = wilson(passes === attempts.length ? effective : rate * effective, effective, confidence);
  return interval && { rate, passes, attempts: attempts.length, clusters: clusters.length, effective, interval };
}

/**
 * The attempts divided by the design effect, with the correction for few clusters of Korn & Graubard 1998
 * (Survey Methodology 24:193); in Wilson's interval as in Franco et al. 2019 (J. Surv. Stat. Methodol. 7:334).
 * Never more than all attempts, never fewer than if all attempts at a task were one coin (Kish 1965):
 * as many as there are tasks, when they have equally many attempts.
 */
function effectiveNumber(clusters: readonly Cluster[], confidence: number): number {
  const n = total(clusters.map(({ count }) => count));
  const fewest = (n * n) / total(clusters.map(({ count }) => count * count));
  const rate = total(clusters.map(({ sum }) => sum)) / n;
  // Where nothing varied, or each task has one attempt, relatives cannot be seen among the attempts or do not exist.
  if (clusters.length < 2 || clusters.length === n || rate === 0 || rate === 1) return fewest;
  const standardError = standardErrorOf(clusters) ?? 0;
  const designEffect = (standardError * standardError * (n - 1)) / (rate * (1 - rate));
  const level = (1 + confidence) / 2;
  const few = studentQuantile(level, n - 1) / studentQuantile(level, clusters.length - 1);
  return Math.min(n, Math.max(fewest, (n / designEffect) * few * few));
}

export interface MacroRate {
  readonly rate: number;
  readonly groups: number;
  readonly interval: Interval;
}

/**
 * The mean of the pass rates of groups, each with the same weight however many tasks it has; groups without attempts
 * are left out. A task may be in one group only. The interval is put together from those of the groups:
 * Zou, Huang & Zhang 2009, Comput. Stat. Data Anal. 53:1080.
 */
export function macroRate(groups: readonly (readonly Passing[])[], confidence = 0.95): MacroRate | null {
  const seen = new Set<string>();
  for (const group of groups) {
    const names = new Set(group.map(({ cluster }) => cluster));
    for (const name of names) {
      if (seen.has(name)) throw new RangeError(`"${name}" is in two groups; a macro average needs separate ones`);
      seen.add(name);
    }
  }
  const rates = groups.flatMap((group) => passRate(group, confidence) ?? []);
  if (rates.length === 0) return null;
  const rate = total(rates.map((one) => one.rate)) / rates.length;
  const combined = (side: 'low' | 'high') =>
    Math.sqrt(total(rates.map((one) => (one.interval[side] - one.rate) * (one.interval[side] - one.rate)))) /
    rates.length;
  return { rate, groups: rates.length, interval: { low: rate - combined('low'), high: rate + combined('high') } };
}
