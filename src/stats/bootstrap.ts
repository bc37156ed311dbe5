// A bootstrap interval for a mean over clusters, from a seeded generator.
import { Draw } from '../core/index.ts';
import { normalCdf, studentQuantile } from './distributions.ts';
import type { Cluster, Interval } from './sample.ts';

export interface BootstrapOptions {
  readonly confidence?: number;
  readonly seed?: number;
  readonly resamples?: number;
}

/**
 * The cluster bootstrap: resamples the clusters with replacement; null when the resampled means do not vary.
 * The expanded percentile interval of Hesterberg 2014 (arXiv 1411.5279), because the plain percentile interval is too
 * short by the factor √((G − 1)/G)·z/t for G clusters.
 */
export function bootstrapInterval(
  clusters: readonly Cluster[],
  { confidence = 0.95, seed = 1, resamples = 4000 }: BootstrapOptions = {},
): Interval | null {
  const size = clusters.length;
  if (size < 2) return null;
  const draw = Draw.from({ task: 'stats/bootstrap', seed, salt: '' });
  const means = new Float64Array(resamples);
  for (let round = 0; round < resamples; round += 1) {
    let [sum, count] = [0, 0];
    for (let pick = 0; pick < size; pick += 1) {
      const cluster = draw.pick(clusters);
      sum += cluster.sum;
      count += cluster.count;
    }
    means[round] = sum / count;
  }
  means.sort();
  const t = studentQuantile((1 + confidence) / 2, size - 1);
  const tail = normalCdf(-t * Math.sqrt(size / (size - 1)));
  const interval = { low: quantileOf(means, tail), high: quantileOf(means, 1 - tail) };
  return interval.low < interval.high ? interval : null;
}

/** The sample quantile, definition 6 of Hyndman & Fan 1996, clamped to the range of the sample. */
function quantileOf(sorted: Float64Array, p: number): number {
  const place = Math.min(Math.max(p * (sorted.length + 1) - 1, 0), sorted.length - 1);
  const below = sorted[Math.floor(place)] ?? 0;
  const above = sorted[Math.ceil(place)] ?? 0;
  return below + (above - below) * (place - Math.floor(place));
}
