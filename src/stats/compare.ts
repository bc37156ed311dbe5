// The paired comparison of two runs on the instances that both have.
import { studentTail } from './distributions.ts';
import { mcnemar } from './mcnemar.ts';
import { meanOf, type Estimate } from './mean.ts';
import { groupBy, total, type Attempt } from './sample.ts';
import { signFlipTest, type SignFlipOptions, type SignFlip } from './sign-flip.ts';

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

export interface PairedAttempts {
  readonly pairs: readonly Pair[];
  /** Instances that only one run has; the comparison leaves them out. */
  readonly onlyA: readonly string[];
  readonly onlyB: readonly string[];
}

export function pairUp(a: readonly Attempt[], b: readonly Attempt[]): PairedAttempts {
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
  /** The mean over instances of A minus B. */
  readonly difference: Estimate;
  /** The number of instances where A is better, B is better, both are equal. */
  readonly better: number;
  readonly worse: number;
  readonly equal: number;
  /** The p-value of the t statistic with clustered standard error; null where that error is not defined. */
  readonly tTest: number | null;
  /** The sign-flip test over tasks. It is valid for any number of tasks and attempts, so verdicts use this p-value. */
  readonly signFlip: SignFlip;
  /** Exact McNemar test; null unless every task has one instance with one attempt per run, so that pairs are independent. */
  readonly mcnemar: number | null;
}

export interface CompareOptions extends SignFlipOptions {
  readonly confidence?: number;
}

/**
 * The mean paired difference with clustered standard error (Miller 2024, arXiv 2411.00640, paired differences), the
 * sign-flip test over tasks, and the exact McNemar test where it applies; null without pairs.
 */
export function compare(
  pairs: readonly Pair[],
  { confidence = 0.95, ...signFlipOptions }: CompareOptions = {},
): Comparison | null {
  // In units of 1/scale every difference is an integer, so sums that are equal compare as equal.
  const scale = pairs.reduce(
    (multiple, { a, b }) => leastCommonMultiple(leastCommonMultiple(multiple, a.attempts), b.attempts),
    1,
  );
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
  const independent = difference.clusters === pairs.length && pairs.every(({ a, b }) => a.attempts * b.attempts === 1);
  const byTask = groupBy(scaled, ({ cluster }) => cluster);
  return {
    difference,
    better,
    worse,
    equal: pairs.length - better - worse,
    tTest: twoSidedT(difference),
    signFlip: signFlipTest(
      byTask.map(([, members]) => total(members.map(({ score }) => score))),
      signFlipOptions,
    ),
    mcnemar: independent ? mcnemar(better, worse) : null,
  };
}

function twoSidedT({ mean, precision }: Estimate): number | null {
  return precision && 2 * studentTail(Math.abs(mean) / precision.standardError, precision.degrees);
}

function instanceOf({ instance }: Attempt): string {
  return instance;
}

function tally(attempts: readonly Attempt[]): Tally {
  return { passes: total(attempts.map(({ score }) => score)), attempts: attempts.length };
}

function leastCommonMultiple(a: number, b: number): number {
  let [divisor, rest] = [a, b];
  while (rest > 0) [divisor, rest] = [rest, divisor % rest];
  return (a / divisor) * b;
}
