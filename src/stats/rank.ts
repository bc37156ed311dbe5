// A leaderboard that claims no more than it knows: all pairs compared, corrected for their number, the rest grouped.
import { compare, pairUp } from './compare.ts';
import { passRate, type PassRate } from './pass-rate.ts';
import type { Attempt } from './sample.ts';
import type { Flipping } from './sign-flip.ts';

export interface Entrant {
  readonly name: string;
  readonly attempts: readonly Attempt[];
}

export interface RankPlace {
  readonly name: string;
  /** Null when nothing was scored. */
  readonly rate: PassRate | null;
  /** One more than those shown to be better. */
  readonly best: number;
  /** All but those shown to be worse. */
  readonly worst: number;
  /** Counted from 1. Two that share a group cannot be told apart. */
  readonly groups: readonly number[];
}

export interface Ranking extends Flipping {
  /** The chance that any of the claimed differences is none. */
  readonly alpha?: number;
}

/** On fewer tasks than these nothing is ranked. */
export const FEWEST_TASKS_TO_RANK = 20;

/**
 * Entrants by pass rate, with the range of ranks that the pairwise sign-flip tests leave open
 * (Mogstad, Romano, Shaikh & Wilhelm 2024, Rev. Econ. Stud. 91:476), and groups of those that cannot be told apart.
 */
export function rank(entrants: readonly Entrant[], { alpha = 0.05, ...flipping }: Ranking = {}): RankPlace[] {
  const sorted = entrants
    .map(({ name, attempts }) => ({ name, attempts, rate: passRate(attempts) }))
    .toSorted((a, b) => (b.rate?.rate ?? -1) - (a.rate?.rate ?? -1) || (a.name < b.name ? -1 : 1));
  const contests = sorted.flatMap(({ attempts }, first) =>
    sorted.slice(first + 1).map((other, offset) => {
      const comparison = compare(pairUp(attempts, other.attempts).pairs, flipping);
      const enough = (comparison?.difference.clusters ?? 0) >= FEWEST_TASKS_TO_RANK;
      const p = comparison && enough ? comparison.signFlip.p : 1;
      // The common instances decide who is better, not the overall rates, which may stand on others.
      const ahead = (comparison?.difference.mean ?? 0) > 0;
      const second = first + 1 + offset;
      return { p, winner: ahead ? first : second, loser: ahead ? second : first };
    }),
  );
  const adjusted = holm(contests.map(({ p }) => p));
  const decided = contests.filter((_, index) => (adjusted[index] ?? 1) <= alpha);
  const groups = groupsOf(
    sorted.length,
    decided.map(({ winner, loser }) => [winner, loser]),
  );
  return sorted.map(({ name, rate }, index) => ({
    name,
    rate,
    best: 1 + decided.filter(({ loser }) => loser === index).length,
    worst: sorted.length - decided.filter(({ winner }) => winner === index).length,
    groups: groups.flatMap((group, number) => (group.has(index) ? [number + 1] : [])),
  }));
}

/**
 * p-values corrected for their number, in the order given: those at most α are wrong together with a chance of at
 * most α. Holm 1979, Scand. J. Stat. 6:65.
 */
export function holm(pValues: readonly number[]): number[] {
  const adjusted = [...pValues];
  let most = 0;
  for (const [rung, [index, p]] of [...pValues.entries()].toSorted(([, a], [, b]) => a - b).entries()) {
    most = Math.max(most, Math.min(1, (pValues.length - rung) * p));
    adjusted[index] = most;
  }
  return adjusted;
}

/** The largest sets without a pair that was told apart: insert and absorb, Piepho 2004, J. Comput. Graph. Stat. 13:456. */
function groupsOf(size: number, apart: readonly (readonly [number, number])[]): ReadonlySet<number>[] {
  let groups: ReadonlySet<number>[] = size > 0 ? [new Set(Array.from({ length: size }, (_, index) => index))] : [];
  for (const [a, b] of apart) {
    const split = groups.flatMap((group) =>
      group.has(a) && group.has(b) ? [without(group, a), without(group, b)] : [group],
    );
    groups = split.filter(
      (group, index) =>
        !split.some(
          (other, at) =>
            at !== index &&
            isWithin(group, other) &&
            // Of two equal ones the first stays.
            (group.size < other.size || at < index),
        ),
    );
  }
  return groups.toSorted((a, b) => Math.min(...a) - Math.min(...b) || Math.max(...a) - Math.max(...b));
}

function without(group: ReadonlySet<number>, member: number): ReadonlySet<number> {
  return new Set([...group].filter((other) => other !== member));
}

function isWithin(group: ReadonlySet<number>, other: ReadonlySet<number>): boolean {
  return [...group].every((member) => other.has(member));
}
