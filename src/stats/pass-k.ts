// pass@k (at least one of k attempts passes) and pass^k (all k pass), unbiased, averaged over instances.
import { bootstrapInterval, type Resampling } from './bootstrap.ts';
import { clustersOf, groupBy, total, type Attempt, type Interval } from './sample.ts';

export interface PassK {
  readonly value: number;
  /** Null with one task, or when all tasks agree. */
  readonly interval: Interval | null;
  readonly instances: number;
  readonly clusters: number;
  /** Instances with fewer than k attempts: they say nothing about k. */
  readonly leftOut: number;
}

/** Chen et al. 2021 (arXiv 2107.03374), eq. 1; null when no instance has k attempts. */
export function passAtK(attempts: readonly Attempt[], k: number, resampling?: Resampling): PassK | null {
  return averaged(attempts, k, anyOf, resampling);
}

/** Yao et al. 2024 (arXiv 2406.12045), the metric pass^k; null when no instance has k attempts. */
export function passHatK(attempts: readonly Attempt[], k: number, resampling?: Resampling): PassK | null {
  return averaged(attempts, k, allOf, resampling);
}

/** The attempts at a task as if they were at one instance: pass^k of these asks for k fresh seeds, not k tries. */
export function acrossSeeds(attempts: readonly Attempt[]): Attempt[] {
  return attempts.map((attempt) => ({ ...attempt, instance: attempt.cluster }));
}

/** The share of sets of k of n attempts, c of which passed, that hold a pass: 1 − C(n−c, k)/C(n, k). */
export function anyOf(n: number, c: number, k: number): number {
  return 1 - allOf(n, n - c, k);
}

/** The share of sets of k of n attempts, c of which passed, that hold passes only: C(c, k)/C(n, k). */
export function allOf(n: number, c: number, k: number): number {
  let share = 1;
  for (let chosen = 0; chosen < k; chosen += 1) share *= Math.max(c - chosen, 0) / (n - chosen);
  return share;
}

function averaged(attempts: readonly Attempt[], k: number, shareOf: typeof anyOf, resampling?: Resampling) {
  if (!Number.isInteger(k) || k < 1) throw new RangeError(`k must be a whole number from 1, not ${k}`);
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
    interval: bootstrapInterval(clusters, resampling),
    instances: shares.length,
    clusters: clusters.length,
    leftOut: instances.length - shares.length,
  };
}
