// The input of all statistics: scored attempts, identified by instance and clustered by task.
import { printInstanceId, type ResultRow, type Score } from '../core/index.ts';

/** A score in a cluster. Scores of one cluster correlate; clusters are independent. */
export interface Scored {
  readonly cluster: string;
  readonly score: number;
}

/** One attempt at an instance. The cluster is the task, because its seeds, languages and attempts correlate. */
export interface Attempt extends Scored {
  readonly instance: string;
  readonly score: Score;
}

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** The scored trials of a run. Trials without a score are left out, so reports show coverage beside every mean. */
export function attemptsOf(rows: readonly ResultRow[]): Attempt[] {
  return rows.flatMap(({ task, seed, lang, twin, score }) =>
    score === null
      ? []
      : [{ cluster: task, instance: printInstanceId({ task, seed, lang, ...(twin ? { twin } : {}) }), score }],
  );
}

/** Groups sorted by key, so that no result depends on the order in which trials finished. */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): [key: string, members: T[]][] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const members = groups.get(keyOf(item));
    if (members) members.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

export interface Cluster {
  readonly sum: number;
  readonly count: number;
}

export function clustersOf(rows: readonly Scored[]): Cluster[] {
  return groupBy(rows, ({ cluster }) => cluster).map(([, members]) => ({
    sum: total(members.map(({ score }) => score)),
    count: members.length,
  }));
}

export function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
