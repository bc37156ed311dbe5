// The permutation test of paired differences: if A and B were alike, each task's difference could as well have the
// other sign.
import { Draw } from '../core/index.ts';
import { total } from './sample.ts';

export interface SignFlip {
  readonly p: number;
  /** Whether all ways to set the signs were counted; otherwise a sample of them was. */
  readonly exact: boolean;
}

export interface Flipping {
  readonly seed?: number;
  readonly flips?: number;
  /** How many different sums are followed exactly. */
  readonly exactUpTo?: number;
}

/**
 * The two-sided p-value of a sum of whole-numbered differences, one per task. Fisher 1935, The Design of Experiments,
 * chapter III. Exact while the different sums are few, which they are for any number of tasks when the differences are
 * small numbers; else (b + 1)/(m + 1) from m seeded flips (Phipson & Smyth 2010, Stat. Appl. Genet. Mol. Biol. 9:39).
 */
export function signFlipTest(
  differences: readonly number[],
  { seed = 1, flips = 9999, exactUpTo = 2 ** 14 }: Flipping = {},
): SignFlip {
  const odd = differences.find((difference) => !Number.isSafeInteger(difference));
  if (odd !== undefined) throw new RangeError(`differences must be whole numbers, not ${odd}`);
  const sizes = differences.map(Math.abs).filter((size) => size > 0);
  const observed = Math.abs(total(differences));
  const exact = exactTail(sizes, observed, exactUpTo);
  return exact === null ? { p: sampledTail(sizes, observed, seed, flips), exact: false } : { p: exact, exact: true };
}

/** P(|±d₁ ± d₂ …| ≥ observed) from the distribution of the sum, built term by term; null when it has too many values. */
function exactTail(sizes: readonly number[], observed: number, most: number): number | null {
  let distribution = new Map([[0, 1]]);
  for (const size of sizes) {
    const next = new Map<number, number>();
    // The signs are symmetric, so the absolute sum is enough.
    for (const [sum, probability] of distribution) {
      for (const moved of [sum + size, Math.abs(sum - size)]) next.set(moved, (next.get(moved) ?? 0) + probability / 2);
    }
    if (next.size > most) return null;
    distribution = next;
  }
  return Math.min(1, total([...distribution].map(([sum, probability]) => (sum >= observed ? probability : 0))));
}

const SIGNS_PER_DRAW = 30;

function sampledTail(sizes: readonly number[], observed: number, seed: number, flips: number): number {
  const draw = Draw.from({ task: 'stats/sign-flip', seed, salt: '' });
  let asFar = 0;
  for (let flip = 0; flip < flips; flip += 1) {
    let [sum, signs] = [0, 0];
    for (const [index, size] of sizes.entries()) {
      if (index % SIGNS_PER_DRAW === 0) signs = draw.int(0, 2 ** SIGNS_PER_DRAW - 1);
      sum += (signs & 1) === 0 ? size : -size;
      signs >>= 1;
    }
    if (Math.abs(sum) >= observed) asFar += 1;
  }
  return (asFar + 1) / (flips + 1);
}
