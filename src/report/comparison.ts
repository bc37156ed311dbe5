// The paired comparison of two runs: the difference, the instances that changed, and how the configurations differ.
import { agentSettings, type Lock } from '../core/index.ts';
import { failureWordsOf } from '../verify/failures/index.ts';
import {
  compare,
  detectableDifference,
  MIN_TASKS_TO_RANK,
  pairUp,
  type Interval,
  type Pair,
  type SignFlip,
} from '../stats/index.ts';
import { lockDifferences, points, pointsText, type Tally } from '../results/index.ts';
import { labelsOf } from './board.ts';
import { instanceAttempts, type ReportedRun } from './reported-run.ts';

export interface RunComparison {
  readonly a: ComparedRun;
  readonly b: ComparedRun;
  /** B minus A on the common instances; null without any. */
  readonly difference: Difference | null;
  /** Instances on which B is better, and worse. */
  readonly gained: readonly TrialChange[];
  readonly lost: readonly TrialChange[];
  /** Instances that only one run has a score for. */
  readonly onlyA: readonly string[];
  readonly onlyB: readonly string[];
  /** Instances with the same id but another digest: another salt, or a task that changed. */
  readonly otherInstances: readonly string[];
  /** Differences in agent, model, settings and lock. */
  readonly setup: readonly string[];
  readonly verdict: string;
}

export interface ComparedRun extends Pick<Tally, 'passed' | 'scored' | 'planned' | 'mean' | 'interval' | 'coverage'> {
  readonly run: string;
  readonly label: string;
}

export interface Difference {
  readonly instances: number;
  readonly tasks: number;
  readonly mean: number;
  /** Null where it is not defined: one task, or no variance. */
  readonly interval: Interval | null;
  readonly better: number;
  readonly worse: number;
  readonly equal: number;
  /** The test that the verdict uses. */
  readonly signFlip: SignFlip;
  /** Exact McNemar test; null unless every task has one instance with one attempt per run. */
  readonly mcnemar: number | null;
  /** The difference that is detectable with 80 % power. */
  readonly detectable: number | null;
}

export interface TrialChange {
  readonly instance: string;
  readonly a: { readonly passes: number; readonly attempts: number };
  readonly b: { readonly passes: number; readonly attempts: number };
  /** Why the worse run failed. */
  readonly why: string;
}

const ALPHA = 0.05;

export function compareRuns(a: ReportedRun, b: ReportedRun): RunComparison {
  const labels = labelsOf([a, b]);
  const { pairs, onlyA, onlyB } = pairUp(instanceAttempts(a), instanceAttempts(b));
  const inB = new Set(onlyB.map(nameOf));
  const otherInstances = onlyA.map(nameOf).filter((name) => inB.has(name));
  const other = new Set(otherInstances);
  const difference = differenceOf(pairs);
  const [sideA, sideB] = [a, b].map((run) => sideOf(run, labels.get(run.folder) ?? run.folder)) as [
    ComparedRun,
    ComparedRun,
  ];
  const changed = (sign: number, loser: ReportedRun) => {
    const reasons = reasonsOf(loser);
    return pairs
      .filter((pair) => Math.sign(gain(pair)) === sign)
      .map(({ instance, a: before, b: after }) => {
        const name = nameOf(instance);
        return { instance: name, a: before, b: after, why: reasons.get(name) ?? '' };
      });
  };
  return {
    a: sideA,
    b: sideB,
    difference,
    gained: changed(1, a),
    lost: changed(-1, b),
    onlyA: onlyA.map(nameOf).filter((name) => !other.has(name)),
    onlyB: onlyB.map(nameOf).filter((name) => !other.has(name)),
    otherInstances,
    setup: setupDifferences(a, b),
    verdict: verdictOf(sideA, sideB, difference),
  };
}

function sideOf({ folder, summary }: ReportedRun, label: string): ComparedRun {
  const { passed, scored, planned, mean, interval, coverage } = summary;
  return { run: folder, label, passed, scored, planned, mean, interval, coverage };
}

/** The instance id without the digest. */
function nameOf(instance: string): string {
  return instance.split(' ')[0] ?? instance;
}

function gain({ a, b }: Pair): number {
  return b.passes / b.attempts - a.passes / a.attempts;
}

function differenceOf(pairs: readonly Pair[]): Difference | null {
  const found = compare(pairs.map(({ a, b, ...pair }) => ({ ...pair, a: b, b: a })));
  if (!found) return null;
  const { difference, better, worse, equal, signFlip, mcnemar } = found;
  const { mean, clusters, precision } = difference;
  return {
    instances: pairs.length,
    tasks: clusters,
    mean,
    interval: precision?.interval ?? null,
    better,
    worse,
    equal,
    signFlip,
    mcnemar,
    detectable: precision && detectableDifference(precision.standardError),
  };
}

/** Why the first failed attempt at each instance failed. */
function reasonsOf({ rows }: ReportedRun): Map<string, string> {
  const failed = rows.filter(({ score, twin }) => score === 0 && twin === null);
  return new Map(
    failed.toReversed().map(({ id, failure, outcome }) => {
      const words = failure ? failureWordsOf(failure) : outcome.kind;
      return [id.replace(/#\d+$/, ''), 'reason' in outcome ? `${words}: ${outcome.reason}` : words];
    }),
  );
}

function setupDifferences(a: ReportedRun, b: ReportedRun): string[] {
  const [from, to] = [agentSettings(a.config.spec.agent), agentSettings(b.config.spec.agent)];
  const settings = [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .toSorted()
    .filter((name) => JSON.stringify(from[name]) !== JSON.stringify(to[name]))
    .map((name) => `setting ${name}: ${JSON.stringify(from[name]) ?? 'none'} → ${JSON.stringify(to[name]) ?? 'none'}`);
  return [
    ...(a.summary.agent === b.summary.agent ? [] : [`agent: ${a.summary.agent} → ${b.summary.agent}`]),
    ...(a.summary.model === b.summary.model
      ? []
      : [`model: ${a.summary.model ?? 'none'} → ${b.summary.model ?? 'none'}`]),
    ...settings,
    ...lockDifferences(shared(a.lock, b.lock), shared(b.lock, a.lock)),
  ];
}

/** The lock without instances, which are listed separately, and without tasks that only one run has. */
function shared(lock: Lock, other: Lock): Lock {
  const tasks = Object.entries(lock.tasks).filter(([task]) => Object.hasOwn(other.tasks, task));
  return { ...lock, instances: {}, tasks: Object.fromEntries(tasks) };
}

/** Says "better" only for a significant difference on enough tasks. */
function verdictOf(a: ComparedRun, b: ComparedRun, difference: Difference | null): string {
  if (!difference) return 'The two runs have no scored instance in common, so they cannot be compared.';
  const { mean, interval, tasks, signFlip, better, worse, detectable } = difference;
  const basis = `on ${tasks} common task${tasks === 1 ? '' : 's'}, ${pText(signFlip.p)}`;
  const measured = `${points(mean, interval)} ${basis}`;
  if (better + worse === 0)
    return `No difference: ${b.label} and ${a.label} have the same result on every common instance.`;
  if (tasks < MIN_TASKS_TO_RANK) {
    return `Too few tasks for a verdict: ${measured}; at least ${MIN_TASKS_TO_RANK} tasks are needed.`;
  }
  if (signFlip.p <= ALPHA) {
    const [winner, loser] = mean > 0 ? [b, a] : [a, b];
    const ahead =
      mean > 0 ? points(mean, interval) : points(-mean, interval && { low: -interval.high, high: -interval.low });
    return `${winner.label} is significantly better than ${loser.label}: ${ahead} ${basis}.`;
  }
  const limit =
    detectable === null
      ? ''
      : ` With this many tasks, a difference below ${pointsText(detectable)} is likely to be missed.`;
  return `No significant difference: ${measured}.${limit}`;
}

export function pText(p: number): string {
  return p < 0.001 ? 'p < 0.001' : `p = ${p.toFixed(3)}`;
}
