// Pass rates: the Wilson interval, its form for clustered attempts, and the macro average over categories.
import type { Score } from '../core/index.ts';
import { normalQuantile, studentQuantile } from './distributions.ts';
import { standardErrorOf } from './mean.ts';
import { clustersOf, total, type Cluster, type Interval, type Scored } from './sample.ts';

/**
 * The Wilson score interval for n independent attempts; null without attempts. Its width is positive even at 0 of n and n of n.
 * Wilson 1927, J. Am. Stat. Assoc. 22:209; Brown, Cai & DasGupta 2001, Stat. Sci. 16:101.
 */
export function wilson(passes: number, n: number, confidence = 0.95): Interval | null {
  if (!(passes >= 0 && passes <= n)) throw new RangeError(`passes must be between 0 and ${n}, not ${passes}`);
  if (n === 0) return null;
  const z = normalQuantile((1 + confidence) / 2);
  const share = passes / n;
  const centre = share + (z * z) / (2 * n);
  const half = z * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n));
  const scale = 1 + (z * z) / n;
  // Rounding would leave 1e-18 where the formula gives exactly 0 or 1.
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
  /** The effective sample size: the number of independent attempts with the same variance. */
  readonly effective: number;
  readonly interval: Interval;
}

type BinaryScored = Scored & { readonly score: Score };

/** The share of attempts that passed, with the Wilson interval at the effective sample size; null without attempts. */
export function passRate(attempts: readonly BinaryScored[], confidence = 0.95): PassRate | null {
  if (attempts.length === 0) return null;
  const clusters = clustersOf(attempts);
  const passes = total(clusters.map(({ sum }) => sum));
  const rate = passes / attempts.length;
  const effective = effectiveSampleSize(clusters, confidence);
  const interval = wilson(passes === attempts.length ? effective : rate * effective, effective, confidence);
  return interval && { rate, passes, attempts: attempts.length, clusters: clusters.length, effective, interval };
}

/**
 * Attempts ÷ design effect, with the correction for few clusters of Korn & Graubard 1998 (Survey Methodology 24:193),
 * used in the Wilson interval as in Franco et al. 2019 (J. Surv. Stat. Methodol. 7:334). The upper bound is the number
 * of attempts; the lower bound assumes that all attempts of a task have the same result (Kish 1965), which is the number
 * of tasks when each has the same number of attempts.
 */
function effectiveSampleSize(clusters: readonly Cluster[], confidence: number): number {
  const n = total(clusters.map(({ count }) => count));
  const fewest = (n * n) / total(clusters.map(({ count }) => count * count));
  const rate = total(clusters.map(({ sum }) => sum)) / n;
  // The correlation within tasks cannot be estimated without variance, or with one attempt per task.
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
 * The unweighted mean of the groups' pass rates; groups without attempts are left out. Each task belongs to one group.
 * The interval combines those of the groups by MOVER: Zou, Huang & Zhang 2009, Comput. Stat. Data Anal. 53:1080.
 */
export function macroRate(groups: readonly (readonly BinaryScored[])[], confidence = 0.95): MacroRate | null {
  const seen = new Set<string>();
  for (const group of groups) {
    const names = new Set(group.map(({ cluster }) => cluster));
    for (const name of names) {
      if (seen.has(name))
        throw new RangeError(`task "${name}" is in two groups; a macro average needs disjoint groups`);
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
