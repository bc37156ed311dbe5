// Two runs side by side on the instances that both have.
import { studentTail } from './distributions.ts';
import { mcnemar } from './mcnemar.ts';
import { meanOf, type Estimate } from './mean.ts';
import { groupBy, total, type Attempt } from './sample.ts';
import { signFlipTest, type Flipping, type SignFlip } from './sign-flip.ts';

interface Tally {
  readonly passes: number;
  readonly attempts: number;
}

export interface Pair {
  readonly cluster: string;
  readonly instance: string;
  readonly a: Tally;
  readonly b: Tally;
}

export interface Pairing {
  readonly pairs: readonly Pair[];
  /** Instances that only one of them has: they take no part. */
  readonly onlyA: readonly string[];
  readonly onlyB: readonly string[];
}

export function pairUp(a: readonly Attempt[], b: readonly Attempt[]): Pairing {
  const [inA, inB] = [new Map(groupBy(a, instanceOf)), new Map(groupBy(b, instanceOf))];
  const pairs = [...inA].flatMap(([instance, ofA]) => {
    const ofB = inB.get(instance);
    return ofB ? [{ cluster: ofA[0]?.cluster ?? instance, instance, a: tally(ofA), b: tally(ofB) }] : [];
  });
  return {
    pairs,
    onlyA: [...inA.keys()].filter((instance) => !inB.has(instance)),
    onlyB: [...inB.keys()].filter((instance) => !inA.has(instance)),
  };
}

export interface Comparison {
  /** A minus B, per instance. */
  readonly difference: Estimate;
  /** Instances at which A did better, B did better, both did equally well. */
  readonly better: number;
  readonly worse: number;
  readonly equal: number;
  /** The p-value of the clustered t statistic; null where the difference has no precision. */
  readonly tTest: number | null;
  /** Exact whatever the number of tasks and attempts: the p-value to decide by. */
  readonly signFlip: SignFlip;
  /** Null unless every task has one instance, attempted once by each: other pairs are not independent coins. */
  readonly mcnemar: number | null;
}

export interface Comparing extends Flipping {
  readonly confidence?: number;
}

/**
 * Paired differences with clustered standard error (Miller 2024, arXiv 2411.00640, paired differences), the sign-flip
 * test over tasks, and McNemar's test where it applies; null without pairs.
 */
export function compare(pairs: readonly Pair[], { confidence = 0.95, ...flipping }: Comparing = {}): Comparison | null {
  // In units of 1/scale every difference is a whole number, so that equal sums are equal.
  const scale = pairs.reduce((sofar, { a, b }) => leastMultiple(leastMultiple(sofar, a.attempts), b.attempts), 1);
  const scaled = pairs.map(({ cluster, a, b }) => ({
    cluster,
    score: a.passes * (scale / a.attempts) - b.passes * (scale / b.attempts),
  }));
  const difference = meanOf(
    scaled.map(({ cluster, score }) => ({ cluster, score: score / scale })),
    confidence,
  );
  if (!difference) return null;
  const better = scaled.filter(({ score }) => score > 0).length;
  const worse = scaled.filter(({ score }) => score < 0).length;
  const coins = difference.clusters === pairs.length && pairs.every(({ a, b }) => a.attempts * b.attempts === 1);
  const byTask = groupBy(scaled, ({ cluster }) => cluster);
  return {
    difference,
    better,
    worse,
    equal: pairs.length - better - worse,
    tTest: twoSided(difference),
    signFlip: signFlipTest(
      byTask.map(([, members]) => total(members.map(({ score }) => score))),
      flipping,
    ),
    mcnemar: coins ? mcnemar(better, worse) : null,
  };
}

function twoSided({ mean, precision }: Estimate): number | null {
  return precision && 2 * studentTail(Math.abs(mean) / precision.standardError, precision.degrees);
}

function instanceOf({ instance }: Attempt): string {
  return instance;
}

function tally(attempts: readonly Attempt[]): Tally {
  return { passes: total(attempts.map(({ score }) => score)), attempts: attempts.length };
}

function leastMultiple(a: number, b: number): number {
  let [divisor, rest] = [a, b];
  while (rest > 0) [divisor, rest] = [rest, divisor % rest];
  return (a / divisor) * b;
}
