// The smallest difference that a comparison is likely to find.
import { normalQuantile } from './distributions.ts';

export interface PowerOptions {
  /** The two-sided significance level. */
  readonly alpha?: number;
  /** The probability of finding a difference that exists. */
  readonly power?: number;
}

/** The minimum detectable difference: (z_{1−α/2} + z_{power})·SE. Miller 2024 (arXiv 2411.00640), power analysis. */
export function detectableDifference(standardError: number, { alpha = 0.05, power = 0.8 }: PowerOptions = {}): number {
  return (normalQuantile(1 - alpha / 2) + normalQuantile(power)) * standardError;
}
