// Statistics of a run, computed from its rows.
import {
  agentName,
  categories,
  categoryOf,
  commonFailures,
  languages,
  levels,
  modelOf,
  printInstanceId,
  sumUsage,
  type Category,
  type FailureReason,
  type ResultRow,
  type RunConfig,
  type Usage,
} from '../core/index.ts';
import {
  pooledByTask,
  compare,
  macroRate,
  pairUp,
  passAtK,
  passHatK,
  type Attempt,
  type Estimate,
  type MacroRate,
  type PassK,
  type BootstrapOptions,
} from '../stats/index.ts';
import { presentFailure } from '../verify/failures/index.ts';
import { counted, plannedTrials, rowsOf, scoredOf, talliesBy, tally, type PlannedTrial, type Tally } from './tally.ts';

/** The score is the share of scored trials that passed. Clean twins are excluded because they are easier. */
export interface Summary extends Tally {
  readonly run: string;
  readonly agent: string;
  readonly model: string | null;
  readonly unverified: boolean;
  /** The mean over categories of equal weight. */
  readonly macro: MacroRate | null;
  /** Model replies per scored trial; null if there was no reply. */
  readonly meanTurns: number | null;
  /** Input and output tokens per scored trial; null if unknown for any trial. */
  readonly meanTokens: number | null;
  readonly meanCost: number | null;
  /** The usage of all trials that ended, scored or not. */
  readonly usage: Usage;
  readonly time: { readonly medianMs: number | null; readonly totalMs: number };
  readonly failures: Partial<Record<FailureReason, number>>;
  /** The rates of "any of k attempts passes" and "all k attempts pass"; for runs with several attempts. */
  readonly passK: readonly { readonly k: number; readonly any: PassK; readonly all: PassK }[];
  /** The rate of "all seeds of a task pass"; for runs with several seeds. */
  readonly acrossSeeds: (PassK & { readonly k: number }) | null;
  /** How much the traps lower the score; for runs with clean twins. */
  readonly twins: Twins | null;
  readonly byCategory: Record<string, Tally>;
  /** By the five groups of the paper, in which image and audio are one group. */
  readonly byGroup: Record<string, Tally>;
  readonly byLanguage: Record<string, Tally>;
  readonly byLevel: Record<string, Tally>;
  readonly bySkill: Record<string, Tally>;
}

interface Twins {
  /** Trials of the instances that have a clean twin. */
  readonly trap: Tally;
  readonly clean: Tally;
  /** The score of the clean twin minus that of the trap, per instance; null without a scored pair. */
  readonly cost: Estimate | null;
}

const paperGroups: Record<Category, string> = {
  chart: 'chart',
  text: 'text',
  image: 'image & audio',
  audio: 'image & audio',
  math: 'math',
  software: 'software',
};

export function summarise(run: string, config: RunConfig, rows: readonly ResultRow[]): Summary {
  const all = plannedTrials(config, rows);
  const trials = all.filter(({ id }) => id.twin === undefined);
  const attempts = scoredOf(trials);
  const ended = rowsOf(all);
  const facets = facetsOf(ended);
  return {
    run,
    agent: agentName(config.spec.agent),
    model: modelOf(config.spec.agent),
    unverified: config.unverified,
    ...tally(trials),
    macro: macroRate(categories.map((name) => attempts.filter(({ cluster }) => cluster.startsWith(`${name}/`)))),
    ...perTrial(rowsOf(trials)),
    usage: sumUsage(ended.filter(({ turns }) => turns > 0).map(({ usage }) => usage)),
    time: timeOf(rowsOf(trials), ended),
    failures: counted(
      commonFailures,
      rowsOf(trials).flatMap(({ failure }) => (failure ? [presentFailure(failure)] : [])),
    ),
    passK: severalAttempts(trials, attempts),
    acrossSeeds: severalSeeds(trials, attempts),
    twins: twinsOf(all),
    byCategory: talliesBy(trials, ({ id }) => [categoryOf(id.task)], categories),
    byGroup: talliesBy(trials, ({ id }) => [paperGroups[categoryOf(id.task)]], [
      ...new Set(Object.values(paperGroups)),
    ]),
    byLanguage: talliesBy(trials, ({ id }) => [id.lang], languages),
    byLevel: talliesBy(trials, (trial) => facets(trial).levels, levels),
    bySkill: talliesBy(trials, (trial) => facets(trial).skills),
  };
}

/** Rows hold the level and skills of their task. Without any row of a task, both are `unknown`. */
function facetsOf(rows: readonly ResultRow[]) {
  const known = new Map(rows.map(({ task, level, skills }) => [task, { levels: [level], skills }]));
  const unknown = { levels: ['unknown'], skills: ['unknown'] };
  return ({ id }: PlannedTrial) => known.get(id.task) ?? unknown;
}

function perTrial(rows: readonly ResultRow[]): Pick<Summary, 'meanTurns' | 'meanTokens' | 'meanCost'> {
  const withReplies = rows.filter(({ score, turns }) => score !== null && turns > 0);
  const { inputTokens, outputTokens, cost } = sumUsage(withReplies.map(({ usage }) => usage));
  const each = (sum: number | undefined) =>
    sum === undefined || withReplies.length === 0 ? null : sum / withReplies.length;
  return {
    meanTurns: each(withReplies.reduce((sum, { turns }) => sum + turns, 0)),
    meanTokens: each(inputTokens === undefined || outputTokens === undefined ? undefined : inputTokens + outputTokens),
    meanCost: each(cost),
  };
}

function timeOf(rows: readonly ResultRow[], ended: readonly ResultRow[]): Summary['time'] {
  const times = rows.flatMap(({ score, wallMs }) => (score === null ? [] : [wallMs])).toSorted((a, b) => a - b);
  const [low, high] = [times[(times.length - 1) >> 1], times[times.length >> 1]];
  return {
    medianMs: low === undefined || high === undefined ? null : (low + high) / 2,
    totalMs: ended.reduce((sum, { wallMs }) => sum + wallMs, 0),
  };
}

/** For k = 2, 4, 8 … and the number of attempts. */
function severalAttempts(trials: readonly PlannedTrial[], attempts: readonly Attempt[]): Summary['passK'] {
  const most = trials.reduce((max, { id }) => Math.max(max, id.attempt), 0);
  const sizes = [2, 4, 8, 16, 32, 64].filter((size) => size < most);
  return [...sizes, ...(most > 1 ? [most] : [])].flatMap((k) => {
    const [any, all] = [
      passAtK(attempts, k, bootstrapOptions(trials)),
      passHatK(attempts, k, bootstrapOptions(trials)),
    ];
    return any && all ? [{ k, any, all }] : [];
  });
}

/** Many tasks need fewer resamples for the same precision; this limits the time of a report. */
function bootstrapOptions(trials: readonly PlannedTrial[]): BootstrapOptions {
  const tasks = new Set(trials.map(({ id }) => id.task)).size;
  return { resamples: Math.min(4000, Math.max(1000, Math.round(1e6 / tasks))) };
}

function severalSeeds(trials: readonly PlannedTrial[], attempts: readonly Attempt[]): Summary['acrossSeeds'] {
  const k = new Set(trials.map(({ id }) => id.seed)).size;
  const all = k > 1 ? passHatK(pooledByTask(attempts), k, bootstrapOptions(trials)) : null;
  return all && { k, ...all };
}

function twinsOf(trials: readonly PlannedTrial[]): Twins | null {
  const clean = trials.filter(({ id }) => id.twin !== undefined);
  if (clean.length === 0) return null;
  const paired = new Set(clean.map(instanceName));
  const trap = trials.filter((trial) => trial.id.twin === undefined && paired.has(instanceName(trial)));
  const cost = compare(pairUp(scoredOf(clean).map(asTrap), scoredOf(trap)).pairs)?.difference ?? null;
  return { trap: tally(trap), clean: tally(clean), cost };
}

function instanceName({ id: { task, seed, lang } }: PlannedTrial): string {
  return printInstanceId({ task, seed, lang });
}

/** Renames a clean twin to its trap instance, so that the two form a pair. */
function asTrap(attempt: Attempt): Attempt {
  return { ...attempt, instance: attempt.instance.replace(/~\w+$/, '') };
}
