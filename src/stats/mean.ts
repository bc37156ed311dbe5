// A mean and how sure one may be of it, when its rows come in clusters.
import { studentQuantile } from './distributions.ts';
import { clustersOf, total, type Cluster, type Interval, type Scored } from './sample.ts';

export interface Precision {
  readonly standardError: number;
  /** Clusters − 1. */
  readonly degrees: number;
  readonly interval: Interval;
}

export interface Estimate {
  readonly mean: number;
  readonly rows: number;
  readonly clusters: number;
  /** Null with fewer than two clusters, and where nothing varied: an interval without width would claim certainty. */
  readonly precision: Precision | null;
}

/**
 * The mean over rows with its clustered standard error; null without rows.
 * Miller 2024 (arXiv 2411.00640), clustered standard errors, times G/(G − 1) for G clusters: with one row per cluster
 * it is exactly s/√n. The interval takes Student's t with G − 1 degrees of freedom (Cameron & Miller 2015, J. Hum.
 * Resour. 50:317, on few clusters), because the error is itself estimated, from G sums: with z it would be too short.
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

/** Of the mean over all members: √(G/(G − 1)·Σ(sum − count·mean)²)/n. Null where it cannot be known or nothing varied. */
export function standardErrorOf(clusters: readonly Cluster[]): number | null {
  const n = total(clusters.map(({ count }) => count));
  const mean = total(clusters.map(({ sum }) => sum)) / n;
  const squares = total(clusters.map(({ sum, count }) => (sum - count * mean) * (sum - count * mean)));
  const rounding = 2 * Number.EPSILON * total(clusters.map(({ sum }) => Math.abs(sum)));
  if (clusters.length < 2 || squares <= rounding * rounding) return null;
  return Math.sqrt((squares * clusters.length) / (clusters.length - 1)) / n;
}
