// The sign-flip permutation test for paired differences: under the null hypothesis, each task's difference is as likely
// to have the opposite sign.
import { Draw } from '../core/index.ts';
import { total } from './sample.ts';

export interface SignFlip {
  readonly p: number;
  /** True when all sign assignments were counted, false when they were sampled. */
  readonly exact: boolean;
}

export interface SignFlipOptions {
  readonly seed?: number;
  readonly samples?: number;
  /** The number of distinct sums up to which the test is exact. */
  readonly exactUpTo?: number;
}

/**
 * The two-sided p-value of a sum of integer differences, one per task. Fisher 1935, The Design of Experiments,
 * chapter III. Exact while there are few distinct sums, which holds for any number of tasks when the differences are
 * small; else (b + 1)/(m + 1) from m seeded samples (Phipson & Smyth 2010, Stat. Appl. Genet. Mol. Biol. 9:39).
 */
export function signFlipTest(
  differences: readonly number[],
  { seed = 1, samples = 9999, exactUpTo = 2 ** 14 }: SignFlipOptions = {},
): SignFlip {
  const fraction = differences.find((difference) => !Number.isSafeInteger(difference));
  if (fraction !== undefined) throw new RangeError(`differences must be integers, not ${fraction}`);
  const magnitudes = differences.map(Math.abs).filter((magnitude) => magnitude > 0);
  const observed = Math.abs(total(differences));
  const exact = exactTail(magnitudes, observed, exactUpTo);
  return exact === null
    ? { p: sampledTail(magnitudes, observed, seed, samples), exact: false }
    : { p: exact, exact: true };
}

/** P(|±d₁ ± d₂ …| ≥ observed) by convolution over the terms; null when there are too many distinct sums. */
function exactTail(magnitudes: readonly number[], observed: number, maxSums: number): number | null {
  let distribution = new Map([[0, 1]]);
  for (const magnitude of magnitudes) {
    const next = new Map<number, number>();
    // Signs are symmetric, so absolute sums suffice.
    for (const [sum, probability] of distribution) {
      for (const moved of [sum + magnitude, Math.abs(sum - magnitude)])
        next.set(moved, (next.get(moved) ?? 0) + probability / 2);
    }
    if (next.size > maxSums) return null;
    distribution = next;
  }
  return Math.min(1, total([...distribution].map(([sum, probability]) => (sum >= observed ? probability : 0))));
}

const SIGNS_PER_DRAW = 30;

function sampledTail(magnitudes: readonly number[], observed: number, seed: number, samples: number): number {
  const draw = Draw.from({ task: 'stats/sign-flip', seed, salt: '' });
  let asExtreme = 0;
  for (let sample = 0; sample < samples; sample += 1) {
    let [sum, signs] = [0, 0];
    for (const [index, magnitude] of magnitudes.entries()) {
      if (index % SIGNS_PER_DRAW === 0) signs = draw.int(0, 2 ** SIGNS_PER_DRAW - 1);
      sum += (signs & 1) === 0 ? magnitude : -magnitude;
      signs >>= 1;
    }
    if (Math.abs(sum) >= observed) asExtreme += 1;
  }
  return (asExtreme + 1) / (samples + 1);
}
