// The mean of clustered scores, with its clustered standard error and confidence interval.
import { studentQuantile } from './distributions.ts';
import { clustersOf, total, type Cluster, type Interval, type Scored } from './sample.ts';

interface Precision {
  readonly standardError: number;
  /** Degrees of freedom: clusters − 1. */
  readonly degrees: number;
  readonly interval: Interval;
}

export interface Estimate {
  readonly mean: number;
  readonly rows: number;
  readonly clusters: number;
  /** Null with fewer than two clusters or without variance: an interval of zero width would claim certainty. */
  readonly precision: Precision | null;
}

/**
 * The mean over rows with its clustered standard error; null without rows.
 * Miller 2024 (arXiv 2411.00640), clustered standard errors, times G/(G − 1) for G clusters: with one row per cluster
 * it equals s/√n. The interval uses Student's t with G − 1 degrees of freedom (Cameron & Miller 2015, J. Hum. Resour.
 * 50:317, on few clusters): the standard error is estimated from G sums, and z would make the interval too short.
 */
export function meanOf(rows: readonly Scored[], confidence = 0.95): Estimate | null {
  if (rows.length === 0) return null;
  const clusters = clustersOf(rows);
  const mean = total(clusters.map(({ sum }) => sum)) / rows.length;
  if (!Number.isFinite(mean)) throw new RangeError('every score must be a finite number');
  const standardError = standardErrorOf(clusters);
  const degrees = clusters.length - 1;
  if (standardError === null) return { mean, rows: rows.length, clusters: clusters.length, precision: null };
  const half = studentQuantile((1 + confidence) / 2, degrees) * standardError;
  const interval = { low: mean - half, high: mean + half };
  return { mean, rows: rows.length, clusters: clusters.length, precision: { standardError, degrees, interval } };
}

/** √(G/(G − 1)·Σ(sum − count·mean)²)/n; null with fewer than two clusters or without variance. */
export function standardErrorOf(clusters: readonly Cluster[]): number | null {
  const n = total(clusters.map(({ count }) => count));
  const mean = total(clusters.map(({ sum }) => sum)) / n;
  const squares = total(clusters.map(({ sum, count }) => (sum - count * mean) * (sum - count * mean)));
  const rounding = 2 * Number.EPSILON * total(clusters.map(({ sum }) => Math.abs(sum)));
  if (clusters.length < 2 || squares <= rounding * rounding) return null;
  return Math.sqrt((squares * clusters.length) / (clusters.length - 1)) / n;
}
