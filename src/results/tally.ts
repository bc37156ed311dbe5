// Counts the planned trials of a run by their results.
import {
  outcomeKinds,
  parseTrialId,
  type OutcomeKind,
  type ResultRow,
  type RunConfig,
  type TrialId,
} from '../core/index.ts';
import { attemptsOf, passRate, type Attempt, type Interval } from '../stats/index.ts';

/** A trial of the plan, its row if it ended, and its attempt (for statistics) if it has a score. */
export interface PlannedTrial {
  readonly id: TrialId;
  readonly row: ResultRow | undefined;
  readonly attempt: Attempt | undefined;
}

export interface Tally {
  readonly planned: number;
  readonly scored: number;
  readonly passed: number;
  /** Scored ÷ planned: the share of the plan that the mean covers. */
  readonly coverage: number;
  /** Passed ÷ scored; null when nothing was scored. */
  readonly mean: number | null;
  /** The 95 % confidence interval of the mean, with tasks as clusters. */
  readonly interval: Interval | null;
  /** The number of tasks with at least one scored trial. */
  readonly tasks: number;
  readonly outcomes: Partial<Record<OutcomeKind, number>>;
}

/** Uses the last row of each trial, and ignores rows of trials that are not planned. */
export function plannedTrials({ trials }: Pick<RunConfig, 'trials'>, rows: readonly ResultRow[]): PlannedTrial[] {
  const last = new Map(rows.map((row) => [row.id, row]));
  return trials.flatMap((name) => {
    const [id, row] = [parseTrialId(name), last.get(name)];
    return id ? [{ id, row, attempt: row && attemptsOf([row])[0] }] : [];
  });
}

export function rowsOf(trials: readonly PlannedTrial[]): ResultRow[] {
  return trials.flatMap(({ row }) => row ?? []);
}

export function scoredOf(trials: readonly PlannedTrial[]): Attempt[] {
  return trials.flatMap(({ attempt }) => attempt ?? []);
}

export function tally(trials: readonly PlannedTrial[]): Tally {
  const rate = passRate(scoredOf(trials));
  const scored = rate?.attempts ?? 0;
  return {
    planned: trials.length,
    scored,
    passed: rate?.passes ?? 0,
    coverage: trials.length === 0 ? 0 : scored / trials.length,
    mean: rate?.rate ?? null,
    interval: rate?.interval ?? null,
    tasks: rate?.clusters ?? 0,
    outcomes: counted(
      outcomeKinds,
      rowsOf(trials).map(({ outcome }) => outcome.kind),
    ),
  };
}

/** A tally for each key, first in the given order, then by name. */
export function talliesBy(
  trials: readonly PlannedTrial[],
  keysOf: (trial: PlannedTrial) => readonly string[],
  order: readonly string[] = [],
): Record<string, Tally> {
  const groups = new Map<string, PlannedTrial[]>(order.map((key) => [key, []]));
  for (const trial of trials) {
    for (const key of keysOf(trial)) {
      const group = groups.get(key);
      if (group) group.push(trial);
      else groups.set(key, [trial]);
    }
  }
  const others = [...groups.keys()].slice(order.length).toSorted();
  return Object.fromEntries(
    [...order, ...others].flatMap((key) => {
      const group = groups.get(key) ?? [];
      return group.length > 0 ? [[key, tally(group)]] : [];
    }),
  );
}

/** How often each kind occurs: first the kinds in the order of `kinds`, then others. Kinds that do not occur are left out. */
export function counted<K extends string>(
  kinds: readonly NoInfer<K>[],
  found: readonly K[],
): Partial<Record<K, number>> {
  const counts = new Map<K, number>(kinds.map((kind) => [kind, 0]));
  for (const kind of found) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return Object.fromEntries([...counts].filter(([, count]) => count > 0)) as Partial<Record<K, number>>;
}
