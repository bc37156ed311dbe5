// Unbiased estimates of pass@k (at least one of k attempts passes) and pass^k (all k pass), averaged over instances.
import { bootstrapInterval, type BootstrapOptions } from './bootstrap.ts';
import { clustersOf, groupBy, total, type Attempt, type Interval } from './sample.ts';

export interface PassK {
  readonly value: number;
  /** Null with one task, or when the tasks do not vary. */
  readonly interval: Interval | null;
  readonly instances: number;
  readonly clusters: number;
  /** Instances with fewer than k attempts, which the estimate leaves out. */
  readonly leftOut: number;
}

/** Chen et al. 2021 (arXiv 2107.03374), eq. 1; null when no instance has k attempts. */
export function passAtK(attempts: readonly Attempt[], k: number, options?: BootstrapOptions): PassK | null {
  return averagedOverInstances(attempts, k, anyOf, options);
}

/** Yao et al. 2024 (arXiv 2406.12045), the metric pass^k; null when no instance has k attempts. */
export function passHatK(attempts: readonly Attempt[], k: number, options?: BootstrapOptions): PassK | null {
  return averagedOverInstances(attempts, k, allOf, options);
}

/** Pools all attempts of a task into one instance, so that pass^k is over k seeds instead of k attempts. */
export function pooledByTask(attempts: readonly Attempt[]): Attempt[] {
  return attempts.map((attempt) => ({ ...attempt, instance: attempt.cluster }));
}

/** The probability that k of n attempts, c of which passed, include a pass: 1 − C(n−c, k)/C(n, k). */
export function anyOf(n: number, c: number, k: number): number {
  return 1 - allOf(n, n - c, k);
}

/** The probability that k of n attempts, c of which passed, all pass: C(c, k)/C(n, k). */
export function allOf(n: number, c: number, k: number): number {
  let share = 1;
  for (let chosen = 0; chosen < k; chosen += 1) share *= Math.max(c - chosen, 0) / (n - chosen);
  return share;
}

function averagedOverInstances(
  attempts: readonly Attempt[],
  k: number,
  shareOf: typeof anyOf,
  options?: BootstrapOptions,
) {
  if (!Number.isInteger(k) || k < 1) throw new RangeError(`k must be a positive integer, not ${k}`);
  const instances = groupBy(attempts, ({ instance }) => instance);
  const shares = instances.flatMap(([, [first, ...others]]) => {
    if (!first || others.length + 1 < k) return [];
    const passes = total([first, ...others].map(({ score }) => score));
    return [{ cluster: first.cluster, score: shareOf(others.length + 1, passes, k) }];
  });
  if (shares.length === 0) return null;
  const clusters = clustersOf(shares);
  return {
    value: total(clusters.map(({ sum }) => sum)) / shares.length,
    interval: bootstrapInterval(clusters, options),
    instances: shares.length,
    clusters: clusters.length,
    leftOut: instances.length - shares.length,
  };
}
