// The interval of a mean over clusters by resampling them, seeded.
import { Draw } from '../core/index.ts';
import { normalCdf, studentQuantile } from './distributions.ts';
import type { Cluster, Interval } from './sample.ts';

export interface Resampling {
  readonly confidence?: number;
  readonly seed?: number;
  readonly resamples?: number;
}

/**
 * Draws as many clusters as there are, with replacement, again and again; null when that shows no variation.
 * The expanded percentile interval of Hesterberg 2014 (arXiv 1411.5279): the plain one is too short by the factor
 * √((G − 1)/G)·z/t.
 */
export function bootstrapInterval(
  clusters: readonly Cluster[],
  { confidence = 0.95, seed = 1, resamples = 4000 }: Resampling = {},
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

/** Hyndman & Fan 1996, definition 6, kept within the sample. */
function quantileOf(sorted: Float64Array, p: number): number {
  const place = Math.min(Math.max(p * (sorted.length + 1) - 1, 0), sorted.length - 1);
  const below = sorted[Math.floor(place)] ?? 0;
  const above = sorted[Math.ceil(place)] ?? 0;
  return below + (above - below) * (place - Math.floor(place));
}
