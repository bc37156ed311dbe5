// Going on with a run: what has finished stays as it is, the rest runs now, under the very same conditions.
import type { NamedAgent } from '../agent/index.ts';
import {
  digestJson,
  lastTry,
  parseTrialId,
  printTrialId,
  Problem,
  type ResultRow,
  type TrialId,
} from '../core/index.ts';
import { carryOut, type RunServices } from './carry-out.ts';
import { digestOfSalt, lockDifferences, makeLock } from './lock.ts';
import { planTrials, type Plan } from './plan.ts';
import { readRun, recordedInstances, recordedRows, type RunOnDisk, RunStore } from '../record/index.ts';
import { summarise, type Summary } from './summary.ts';

export interface ResumeOptions extends RunServices {
  /** The run's own folder. */
  readonly run: string;
  /** As the run was made with. */
  readonly agent: NamedAgent;
  readonly salt: string;
  /** Before anything is spent, with what is left to do. Throws to call it off. */
  readonly beforeStart?: (plan: Plan) => Promise<void>;
}

/** Refuses at once where another process writes, before anything is made ready for nothing. */
export function requireUnwritten(run: string): void {
  RunStore.open(run).close();
}

export async function resumeRun(options: ResumeOptions): Promise<Summary> {
  const { run, agent, salt } = options;
  // Before the lock: a folder that holds no run is left as it is.
  readRun(run);
  const store = RunStore.open(run);
  try {
    const before = readRun(run);
    const { config, lock } = before;
    if (config.source)
      throw new Problem(`${run} is a regrade of ${config.source.run}: "pybench regrade" makes another`);
    if (lock.salt !== digestOfSalt(salt)) throw new Problem(saltProblem(run, lock.salt));
    const plan = await planTrials(config.trials.map(trialOf), { suite: config.suite, salt });
    await requireSame(options, before, plan);
    await recordEnded(options, store, before.rows);
    const rows = new Map(before.rows.filter(isSettled).map((row) => [row.id, row]));
    const left = plan.trials.filter((id) => !rows.has(printTrialId(id)));
    if (left.length > 0) {
      await options.beforeStart?.({ ...plan, trials: left });
      const { limits, time } = lock;
      await carryOut(
        { means: options, agent, plan, store, limits, time, recorded: recordedInstances(run) },
        left,
        rows,
      );
    }
    return summarise(run, config, readRun(run).rows);
  } finally {
    store.close();
  }
}

/** It has a score, or never will. What was cancelled, or met a fault of the machine or of a service, runs again. */
function isSettled({ score, outcome }: ResultRow): boolean {
  return score !== null || outcome.kind === 'skipped';
}

/** Results of two conditions in one run would be results of neither. */
async function requireSame(
  { run, agent, services, salt }: ResumeOptions,
  before: RunOnDisk,
  plan: Plan,
): Promise<void> {
  const { config, lock } = before;
  const today = makeLock({
    plan,
    agent,
    stack: services.interpreters.stack,
    limits: lock.limits,
    time: lock.time,
    salt,
  });
  const agents = [config, { agent: agent.name, model: agent.model }].map((each) =>
    [each.model, each.agent].filter(Boolean).join(' as '),
  );
  const changes = [
    ...(agents[0] === agents[1] ? [] : [`agent: ${agents.join(' → ')}`]),
    ...(digestJson(config.settings) === digestJson(agent.settings ?? {}) ? [] : ['the settings of the agent']),
    ...lockDifferences(lock, today),
  ];
  if (changes.length === 0) return;
  const shown = changes.slice(0, MOST_SHOWN).join('; ');
  const more = changes.length > MOST_SHOWN ? `; and ${changes.length - MOST_SHOWN} more` : '';
  throw new Problem(`${run} cannot go on, for this has changed since it began: ${shown}${more}. Start a new run`);
}

const MOST_SHOWN = 5;

/** Trials that ended just before the process did: their logs are whole, their rows were not written yet. */
async function recordEnded({ run, notebook, now }: ResumeOptions, store: RunStore, rows: ResultRow[]): Promise<void> {
  const recorded = new Map(recordedRows(run).map((row) => [row.id, JSON.stringify(row)]));
  for (const row of rows) {
    if (recorded.get(row.id) === JSON.stringify(row)) continue;
    const log = store.openTrial(row.id, now ?? (() => new Date()));
    try {
      log.writeNotebook(notebook(lastTry(log.events)));
    } finally {
      log.close();
    }
    await store.addRow(row);
  }
}

function trialOf(name: string): TrialId {
  const id = parseTrialId(name);
  if (!id) throw new Error(`${name} is no trial`);
  return id;
}

function saltProblem(run: string, recorded: string | null): string {
  if (recorded === null) return `${run} has no salt: leave --salt and PYBENCH_SALT out`;
  return `${run} has a private salt, and this is not it: give the same one by --salt or PYBENCH_SALT`;
}
