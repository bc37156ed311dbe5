// Two runs on the exams that both took: what changed, what the data show of it, and what else differed between them.
import { failureWords, type Lock } from '../core/index.ts';
import { lockDifferences, type Tally } from '../run/index.ts';
import {
  compare,
  detectableDifference,
  MIN_TASKS_TO_RANK,
  pairUp,
  type Interval,
  type Pair,
  type SignFlip,
} from '../stats/index.ts';
import { points, size } from './amounts.ts';
import { labelsOf } from './board.ts';
import { examAttempts, type ReportedRun } from './reported-run.ts';

export interface RunComparison {
  readonly a: ComparedRun;
  readonly b: ComparedRun;
  /** B minus A on the common exams; null without any. */
  readonly difference: Difference | null;
  /** Exams at which B did better, and worse. */
  readonly gained: readonly TrialChange[];
  readonly lost: readonly TrialChange[];
  /** Exams that only one of them has a score for. */
  readonly onlyA: readonly string[];
  readonly onlyB: readonly string[];
  /** Exams of the same name that are not the same: another salt, or a task that changed. */
  readonly otherExams: readonly string[];
  /** What differs between the runs besides their results. */
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
  /** Null where the data cannot give one. */
  readonly interval: Interval | null;
  readonly better: number;
  readonly worse: number;
  readonly equal: number;
  /** The p-value to decide by. */
  readonly signFlip: SignFlip;
  /** Exact; where every task has one exam, taken once by each. */
  readonly mcnemar: number | null;
  /** What would have been found four times in five. */
  readonly detectable: number | null;
}

export interface TrialChange {
  readonly instance: string;
  readonly a: { readonly passes: number; readonly attempts: number };
  readonly b: { readonly passes: number; readonly attempts: number };
  /** Why the one that did worse failed. */
  readonly why: string;
}

const ALPHA = 0.05;

export function compareRuns(a: ReportedRun, b: ReportedRun): RunComparison {
  const labels = labelsOf([a, b]);
  const { pairs, onlyA, onlyB } = pairUp(examAttempts(a), examAttempts(b));
  const inB = new Set(onlyB.map(nameOf));
  const otherExams = onlyA.map(nameOf).filter((name) => inB.has(name));
  const other = new Set(otherExams);
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
    otherExams,
    setup: setupDifferences(a, b),
    verdict: verdictOf(sideA, sideB, difference),
  };
}

function sideOf({ folder, summary }: ReportedRun, label: string): ComparedRun {
  const { passed, scored, planned, mean, interval, coverage } = summary;
  return { run: folder, label, passed, scored, planned, mean, interval, coverage };
}

/** Without the digest of the exam. */
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
      const words = failure ? failureWords[failure] : outcome.kind;
      return [id.replace(/#\d+$/, ''), 'reason' in outcome ? `${words}: ${outcome.reason}` : words];
    }),
  );
}

function setupDifferences(a: ReportedRun, b: ReportedRun): string[] {
  const [from, to] = [a.config.settings, b.config.settings];
  const settings = [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .toSorted()
    .filter((name) => JSON.stringify(from[name]) !== JSON.stringify(to[name]))
    .map((name) => `setting ${name}: ${JSON.stringify(from[name]) ?? 'none'} → ${JSON.stringify(to[name]) ?? 'none'}`);
  return [
    ...(a.config.agent === b.config.agent ? [] : [`agent: ${a.config.agent} → ${b.config.agent}`]),
    ...(a.config.model === b.config.model ? [] : [`model: ${a.config.model ?? 'none'} → ${b.config.model ?? 'none'}`]),
    ...settings,
    ...lockDifferences(shared(a.lock, b.lock), shared(b.lock, a.lock)),
  ];
}

/** Without what only one of them has: instances are listed on their own, and tasks follow from them. */
function shared(lock: Lock, other: Lock): Lock {
  const tasks = Object.entries(lock.tasks).filter(([task]) => Object.hasOwn(other.tasks, task));
  return { ...lock, instances: {}, tasks: Object.fromEntries(tasks) };
}

/** Says "better" only where the data show it. */
function verdictOf(a: ComparedRun, b: ComparedRun, difference: Difference | null): string {
  if (!difference) return 'The two runs have no scored exam in common: nothing can be said.';
  const { mean, interval, tasks, signFlip, better, worse, detectable } = difference;
  const basis = `on ${tasks} common task${tasks === 1 ? '' : 's'}, ${pText(signFlip.p)}`;
  const measured = `${points(mean, interval)} ${basis}`;
  if (better + worse === 0) return `No exam changed sides: ${b.label} and ${a.label} did equally well on all of them.`;
  if (tasks < MIN_TASKS_TO_RANK) {
    return `Too few tasks to tell them apart: ${measured}; that takes ${MIN_TASKS_TO_RANK} tasks or more.`;
  }
  if (signFlip.p <= ALPHA) {
    const [winner, loser] = mean > 0 ? [b, a] : [a, b];
    const ahead =
      mean > 0 ? points(mean, interval) : points(-mean, interval && { low: -interval.high, high: -interval.low });
    return `${winner.label} is better than ${loser.label} on tasks like these: ${ahead} ${basis}.`;
  }
  const unseen = detectable === null ? '' : ` A difference below ${size(detectable)} would often go unseen here.`;
  return `The data do not show a difference: ${measured}.${unseen}`;
}

export function pText(p: number): string {
  return p < 0.001 ? 'p < 0.001' : `p = ${p.toFixed(3)}`;
}
