// A run in numbers, always counted anew from its rows.
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
import { presentFailure } from '../verify/index.ts';
import { counted, plannedTrials, rowsOf, scoredOf, talliesBy, tally, type PlannedTrial, type Tally } from './tally.ts';

/** The headline is the share of scored trials that passed, clean twins aside: they are easier exams. */
export interface Summary extends Tally {
  readonly run: string;
  readonly agent: string;
  readonly model: string | null;
  readonly unverified: boolean;
  /** Each category with the same weight. */
  readonly macro: MacroRate | null;
  /** Replies per scored trial of a model's; null where no model spoke. */
  readonly meanTurns: number | null;
  /** Per scored trial, in and out together; null where it is not known of all. */
  readonly meanTokens: number | null;
  readonly meanCost: number | null;
  /** Of all trials that ended, scored or not. */
  readonly usage: Usage;
  readonly time: { readonly medianMs: number | null; readonly totalMs: number };
  readonly failures: Partial<Record<FailureReason, number>>;
  /** At least one of k attempts passes, and all of them; for runs with several attempts. */
  readonly passK: readonly { readonly k: number; readonly any: PassK; readonly all: PassK }[];
  /** All of as many fresh seeds as were run; for runs with several. */
  readonly acrossSeeds: (PassK & { readonly k: number }) | null;
  /** What the trap of a task costs; for runs with clean twins. */
  readonly twins: Twins | null;
  readonly byCategory: Record<string, Tally>;
  /** The five groups of the paper: image and audio are one. */
  readonly byGroup: Record<string, Tally>;
  readonly byLanguage: Record<string, Tally>;
  readonly byLevel: Record<string, Tally>;
  readonly bySkill: Record<string, Tally>;
}

export interface Twins {
  /** Of the exams that have a clean twin. */
  readonly trap: Tally;
  readonly clean: Tally;
  /** Clean minus trap, per exam; null without a scored pair. */
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

/** Rows know a task's level and skills. A trial without one has those of its task; if nothing of it ended, nobody knows. */
function facetsOf(rows: readonly ResultRow[]) {
  const known = new Map(rows.map(({ task, level, skills }) => [task, { levels: [level], skills }]));
  const unknown = { levels: ['unknown'], skills: ['unknown'] };
  return ({ id }: PlannedTrial) => known.get(id.task) ?? unknown;
}

function perTrial(rows: readonly ResultRow[]): Pick<Summary, 'meanTurns' | 'meanTokens' | 'meanCost'> {
  const spoken = rows.filter(({ score, turns }) => score !== null && turns > 0);
  const { inputTokens, outputTokens, cost } = sumUsage(spoken.map(({ usage }) => usage));
  const each = (sum: number | undefined) => (sum === undefined || spoken.length === 0 ? null : sum / spoken.length);
  return {
    meanTurns: each(spoken.reduce((sum, { turns }) => sum + turns, 0)),
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

/** 2, 4, 8 … and all of them: enough to see the curve. */
function severalAttempts(trials: readonly PlannedTrial[], attempts: readonly Attempt[]): Summary['passK'] {
  const most = trials.reduce((sofar, { id }) => Math.max(sofar, id.attempt), 0);
  const sizes = [2, 4, 8, 16, 32, 64].filter((size) => size < most);
  return [...sizes, ...(most > 1 ? [most] : [])].flatMap((k) => {
    const [any, all] = [
      passAtK(attempts, k, bootstrapOptions(trials)),
      passHatK(attempts, k, bootstrapOptions(trials)),
    ];
    return any && all ? [{ k, any, all }] : [];
  });
}

/** With very many tasks fewer rounds say as much, and a report must not keep anybody waiting. */
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
  const paired = new Set(clean.map(examOf));
  const trap = trials.filter((trial) => trial.id.twin === undefined && paired.has(examOf(trial)));
  const cost = compare(pairUp(scoredOf(clean).map(asTrap), scoredOf(trap)).pairs)?.difference ?? null;
  return { trap: tally(trap), clean: tally(clean), cost };
}

function examOf({ id: { task, seed, lang } }: PlannedTrial): string {
  return printInstanceId({ task, seed, lang });
}

/** Under the name of the exam that it is the twin of, so that the two are a pair. */
function asTrap(attempt: Attempt): Attempt {
  return { ...attempt, instance: attempt.instance.replace(/~\w+$/, '') };
}
