// What a comparison could have seen, and how many tasks one would need.
import { normalQuantile } from './distributions.ts';

export interface Demands {
  /** How often a difference may be claimed where there is none (two-sided). */
  readonly alpha?: number;
  /** How often a difference that exists should be found. */
  readonly power?: number;
}

export interface Variances {
  /** ω²: of the true differences between tasks. */
  readonly between: number;
  /** σ²: of one attempt around the task's true score, averaged over tasks. */
  readonly withinA: number;
  readonly withinB: number;
  readonly attemptsA: number;
  readonly attemptsB: number;
}

/** The variance of one task's difference: ω² + σ_A²/R_A + σ_B²/R_B. Miller 2024 (arXiv 2411.00640), power analysis. */
export function differenceVariance({ between, withinA, withinB, attemptsA, attemptsB }: Variances): number {
  return between + withinA / attemptsA + withinB / attemptsB;
}

/** The same for single attempts at pass rates p and q that correlate by ρ: p(1−p) + q(1−q) − 2ρ√(p(1−p)q(1−q)). */
export function passDifferenceVariance(p: number, q: number, correlation: number): number {
  const [a, b] = [p * (1 - p), q * (1 - q)];
  return a + b - 2 * correlation * Math.sqrt(a * b);
}

/** The least difference found with the wanted power: (z_{α/2} + z_β)·SE. Miller 2024 (arXiv 2411.00640), power analysis. */
export function detectableDifference(standardError: number, demands?: Demands): number {
  return multiplier(demands) * standardError;
}

/** Tasks needed to find a difference: (z_{α/2} + z_β)²·variance/δ². Miller 2024 (arXiv 2411.00640), power analysis. */
export function neededTasks(variance: number, difference: number, demands?: Demands): number {
  if (difference === 0) throw new RangeError('no number of tasks finds a difference of nothing');
  const ratio = multiplier(demands) / difference;
  return Math.ceil(ratio * ratio * variance);
}

function multiplier({ alpha = 0.05, power = 0.8 }: Demands = {}): number {
  return normalQuantile(1 - alpha / 2) + normalQuantile(power);
}
