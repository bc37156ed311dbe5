// Rank ranges and groups from all pairwise comparisons, with the Holm correction.
import { compare, pairUp } from './compare.ts';
import { passRate, type PassRate } from './pass-rate.ts';
import type { Attempt } from './sample.ts';
import type { SignFlipOptions } from './sign-flip.ts';

export interface RankEntry {
  readonly name: string;
  readonly attempts: readonly Attempt[];
}

export interface RankPlace {
  readonly name: string;
  /** Null without scored attempts. */
  readonly rate: PassRate | null;
  /** One plus the number of entries that are significantly better. */
  readonly best: number;
  /** The number of entries minus those that are significantly worse. */
  readonly worst: number;
  /** Numbers from 1. Entries of one group do not differ significantly. */
  readonly groups: readonly number[];
}

export interface RankOptions extends SignFlipOptions {
  /** The family-wise error rate over all pairs. */
  readonly alpha?: number;
}

/** Comparisons on fewer tasks never rank. */
export const MIN_TASKS_TO_RANK = 20;

/**
 * Entries sorted by pass rate, each with the range of ranks that the pairwise sign-flip tests allow
 * (Mogstad, Romano, Shaikh & Wilhelm 2024, Rev. Econ. Stud. 91:476) and the groups without a significant difference.
 */
export function rank(
  entries: readonly RankEntry[],
  { alpha = 0.05, ...signFlipOptions }: RankOptions = {},
): RankPlace[] {
  const sorted = entries
    .map(({ name, attempts }) => ({ name, attempts, rate: passRate(attempts) }))
    .toSorted((a, b) => (b.rate?.rate ?? -1) - (a.rate?.rate ?? -1) || (a.name < b.name ? -1 : 1));
  const comparisons = sorted.flatMap(({ attempts }, first) =>
    sorted.slice(first + 1).map((other, offset) => {
      const comparison = compare(pairUp(attempts, other.attempts).pairs, signFlipOptions);
      const enough = (comparison?.difference.clusters ?? 0) >= MIN_TASKS_TO_RANK;
      const p = comparison && enough ? comparison.signFlip.p : 1;
      // Only common instances count: the overall rates may come from different instances.
      const ahead = (comparison?.difference.mean ?? 0) > 0;
      const second = first + 1 + offset;
      return { p, winner: ahead ? first : second, loser: ahead ? second : first };
    }),
  );
  const adjusted = holm(comparisons.map(({ p }) => p));
  const significant = comparisons.filter((_, index) => (adjusted[index] ?? 1) <= alpha);
  const groups = groupsOf(
    sorted.length,
    significant.map(({ winner, loser }) => [winner, loser]),
  );
  return sorted.map(({ name, rate }, index) => ({
    name,
    rate,
    best: 1 + significant.filter(({ loser }) => loser === index).length,
    worst: sorted.length - significant.filter(({ winner }) => winner === index).length,
    groups: groups.flatMap((group, number) => (group.has(index) ? [number + 1] : [])),
  }));
}

/**
 * Holm-adjusted p-values in the order given: rejecting those ≤ α keeps the family-wise error rate at α.
 * Holm 1979, Scand. J. Stat. 6:65.
 */
export function holm(pValues: readonly number[]): number[] {
  const adjusted = [...pValues];
  let most = 0;
  for (const [step, [index, p]] of [...pValues.entries()].toSorted(([, a], [, b]) => a - b).entries()) {
    most = Math.max(most, Math.min(1, (pValues.length - step) * p));
    adjusted[index] = most;
  }
  return adjusted;
}

/** The maximal sets without a significant pair: insert and absorb, Piepho 2004, J. Comput. Graph. Stat. 13:456. */
function groupsOf(size: number, pairs: readonly (readonly [number, number])[]): ReadonlySet<number>[] {
  let groups: ReadonlySet<number>[] = size > 0 ? [new Set(Array.from({ length: size }, (_, index) => index))] : [];
  for (const [a, b] of pairs) {
    const split = groups.flatMap((group) =>
      group.has(a) && group.has(b) ? [without(group, a), without(group, b)] : [group],
    );
    groups = split.filter(
      (group, index) =>
        !split.some(
          (other, at) =>
            at !== index &&
            isSubset(group, other) &&
            // Of two equal sets, keep the first.
            (group.size < other.size || at < index),
        ),
    );
  }
  return groups.toSorted((a, b) => Math.min(...a) - Math.min(...b) || Math.max(...a) - Math.max(...b));
}

function without(group: ReadonlySet<number>, member: number): ReadonlySet<number> {
  return new Set([...group].filter((other) => other !== member));
}

function isSubset(group: ReadonlySet<number>, other: ReadonlySet<number>): boolean {
  return [...group].every((member) => other.has(member));
}
