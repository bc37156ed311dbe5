// Continues a stopped run: scored trials are kept, the others run under the conditions of the lock.
import type { NamedAgent } from '../agent/index.ts';
import {
  agentName,
  agentSettings,
  digestJson,
  modelOf,
  parseTrialId,
  printTrialId,
  Problem,
  type AgentSpec,
  type ResultRow,
  type TrialId,
} from '../core/index.ts';
import { executeTrials, type ExecutionOptions } from './execute-trials.ts';
import { digestOfSalt, makeLock } from './lock.ts';
import { planTrials, type Plan } from './plan.ts';
import { readRun, recordedInstances, recordedRows, type RunOnDisk, RunStore } from '../record/index.ts';
import { lockDifferences, summarise, type Summary } from '../results/index.ts';

export interface ContinuedRun extends ExecutionOptions {
  /** The folder of the run itself. */
  readonly run: string;
  /** Made from the recorded spec. */
  readonly agent: NamedAgent;
  readonly salt: string;
  /** Called with the remaining trials before any cost arises. Throws to cancel. */
  readonly beforeStart?: (plan: Plan, agent: NamedAgent) => Promise<void>;
}

/** Throws when another process writes to the run. */
export function requireUnwritten(run: string): void {
  RunStore.open(run).close();
}

export async function continueRun(options: ContinuedRun): Promise<Summary> {
  const { run, agent, salt } = options;
  // Read before the writer lock is taken, so that a folder without a run is not changed.
  readRun(run);
  const store = RunStore.open(run);
  try {
    const before = readRun(run);
    const { config, lock } = before;
    if (config.source) {
      throw new Problem(
        `${run} is a regrade of ${config.source.run} and cannot be resumed; run "pybench regrade" again instead`,
      );
    }
    if (lock.salt !== digestOfSalt(salt)) throw new Problem(saltProblem(run, lock.salt));
    const plan = await planTrials(config.trials.map(trialOf), { suite: config.spec.selection.suite, salt });
    await requireSame(options, before, plan);
    await recordEnded(options, store, before.rows);
    const rows = new Map(before.rows.filter(isSettled).map((row) => [row.id, row]));
    const remaining = plan.trials.filter((id) => !rows.has(printTrialId(id)));
    if (remaining.length > 0) {
      await options.beforeStart?.({ ...plan, trials: remaining }, agent);
      const { limits, time } = lock;
      const recorded = recordedInstances(run);
      await executeTrials({ options, agent, plan, store, limits, time, recorded }, remaining, rows);
    }
    return summarise(run, config, readRun(run).rows);
  } finally {
    store.close();
  }
}

/** Scored or skipped. Cancelled trials, and faults of the machine or of a service, run again. */
function isSettled({ score, outcome }: ResultRow): boolean {
  return score !== null || outcome.kind === 'skipped';
}

/** Throws if anything that affects results has changed since the run began. */
async function requireSame({ run, agent, services, salt }: ContinuedRun, before: RunOnDisk, plan: Plan): Promise<void> {
  const { config, lock } = before;
  const current = makeLock({
    plan,
    agent,
    stack: services.interpreters.stack,
    limits: lock.limits,
    time: lock.time,
    salt,
  });
  const agents = [config.spec.agent, agent.spec].map((each) =>
    [modelOf(each), agentName(each)].filter(Boolean).join(' as '),
  );
  // A run that began without the tools image has no score that depends on it: those checks ended as `grader-error`.
  const tools = lock.tools === null ? null : current.tools;
  const settings = [config.spec.agent, agent.spec].map(digestOfSettings);
  const changes = [
    ...(agents[0] === agents[1] ? [] : [`agent: ${agents.join(' → ')}`]),
    ...(settings[0] === settings[1] ? [] : ['the settings of the agent']),
    ...lockDifferences(lock, { ...current, tools }),
  ];
  if (changes.length === 0) return;
  const shown = changes.slice(0, MOST_SHOWN).join('; ');
  const more = changes.length > MOST_SHOWN ? `; and ${changes.length - MOST_SHOWN} more` : '';
  throw new Problem(`${run} cannot be resumed: since it began, this has changed: ${shown}${more}. Start a new run`);
}

/** The address of the model is left out, because it may change. */
function digestOfSettings(spec: AgentSpec): string {
  const { baseUrl: _, ...settings } = agentSettings(spec);
  return digestJson(settings);
}

const MOST_SHOWN = 5;

/** Writes missing rows and notebooks of trials that ended just before the process did. Their logs are complete. */
async function recordEnded({ run, now }: ContinuedRun, store: RunStore, rows: ResultRow[]): Promise<void> {
  const recorded = new Map(recordedRows(run).map((row) => [row.id, JSON.stringify(row)]));
  for (const row of rows) {
    if (recorded.get(row.id) === JSON.stringify(row)) continue;
    const log = store.openTrial(row.id, now ?? (() => new Date()));
    try {
      log.writeNotebook();
    } finally {
      log.close();
    }
    await store.addRow(row);
  }
}

function trialOf(name: string): TrialId {
  const id = parseTrialId(name);
  if (!id) throw new Error(`"${name}" is not a trial id`);
  return id;
}

function saltProblem(run: string, recorded: string | null): string {
  if (recorded === null) return `${run} has no salt: remove --salt and PYBENCH_SALT`;
  return `${run} has a private salt, and the given salt differs: give the same one with --salt or PYBENCH_SALT`;
}
