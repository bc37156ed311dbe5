// Run folders with the rows that a test gives, written by the store that writes real runs.
import { RunStore } from '../../src/record/index.ts';
import { join } from 'node:path';
import {
  categoryOf,
  defaultLimits,
  defaultTimeLimits,
  digestBytes,
  isTaskId,
  parseAgentName,
  printInstanceId,
  printTrialId,
  resultRowSchema,
  runSpecSchema,
  type AgentSpec,
  type FailureReason,
  type InterpreterSpec,
  type Language,
  type Level,
  type Lock,
  type Outcome,
  type ResultRow,
  type RunConfig,
  type TrialId,
  type Twin,
  type Usage,
} from '../../src/core/index.ts';

/** A trial in short form: omitted fields have default values. Without a score, it is planned and has not ended. */
export interface Short {
  readonly task: string;
  readonly score?: 0 | 1 | null;
  readonly seed?: number;
  readonly lang?: Language;
  readonly twin?: Twin;
  readonly attempt?: number;
  readonly failure?: FailureReason;
  readonly reason?: string;
  readonly level?: Level;
  readonly skills?: string[];
  readonly turns?: number;
  readonly usage?: Usage;
  readonly wallMs?: number;
}

export interface ShortRun {
  readonly name?: string;
  readonly agent?: string;
  readonly model?: string | null;
  readonly trials: readonly Short[];
  readonly lock?: Partial<Lock>;
  readonly config?: Partial<RunConfig>;
  /** Settings of the agent, for a run with a model. */
  readonly settings?: Partial<InterpreterSpec>;
}

/** Writes the run below `folder` and returns the folder of the run. */
export async function writeRun(folder: string, short: ShortRun): Promise<string> {
  const { config, lock, rows } = runOf(short);
  const place = join(folder, config.run);
  const store = RunStore.create(place, config, lock);
  for (const row of rows) await store.addRow(row);
  store.close();
  return place;
}

export function runOf({
  name,
  agent = 'interpreter',
  model = null,
  trials,
  lock = {},
  config = {},
  settings = {},
}: ShortRun) {
  const ids = trials.map(idOf);
  const instances = Object.fromEntries(ids.map((id) => [printInstanceId(id), digestBytes(printInstanceId(id))]));
  return {
    rows: trials.flatMap((trial, index) =>
      trial.score === undefined ? [] : [rowOf(trial, ids[index] ?? idOf(trial))],
    ),
    config: {
      v: 2,
      run: name ?? `20260101-000000-${(model ?? agent).replace(/\W+/g, '-')}-abcdef`,
      pybench: '0.1.0',
      createdAt: '2026-01-01T00:00:00.000Z',
      spec: runSpecSchema.parse({
        agent: model === null ? specOf(agent) : { kind: 'interpreter', model, ...settings },
      }),
      trials: [...new Set(ids.map(printTrialId))],
      isolation: 'full',
      unverified: false,
      ...config,
    } satisfies RunConfig,
    lock: {
      v: 2,
      pybench: '0.1.0',
      code: { kit: digestBytes('kit') },
      instances,
      tasks: Object.fromEntries(ids.map(({ task }) => [task, digestBytes(task)])),
      prompts: null,
      limits: defaultLimits,
      time: defaultTimeLimits,
      isolation: 'full',
      image: null,
      python: { version: '3.13.0', packages: {} },
      salt: null,
      ...lock,
    } satisfies Lock,
  };
}

/** A name that cannot be parsed is the name of a custom agent. */
function specOf(agent: string): AgentSpec {
  try {
    return parseAgentName(agent);
  } catch {
    return { kind: 'custom', name: agent };
  }
}

function idOf({ task, seed = 1, lang = 'en', twin, attempt = 1 }: Short): TrialId {
  if (!isTaskId(task)) throw new Error(`${task} is no task`);
  return { task, seed, lang, attempt, ...(twin ? { twin } : {}) };
}

function rowOf(short: Short, { task, seed, lang, twin, attempt }: TrialId): ResultRow {
  const { score = null, failure = score === 0 ? 'wrong-answer' : null, reason = 'for the test' } = short;
  const outcome: Outcome = score === 1 ? { kind: 'passed' } : { kind: score === 0 ? 'failed' : 'model-error', reason };
  return resultRowSchema.parse({
    id: printTrialId({ task, seed, lang, attempt, ...(twin ? { twin } : {}) }),
    task,
    category: categoryOf(task),
    level: short.level ?? 'easy',
    skills: short.skills ?? [],
    lang,
    seed,
    twin: twin ?? null,
    attempt,
    outcome,
    score,
    failure,
    turns: short.turns ?? 0,
    cells: 1,
    usage: short.usage ?? {},
    cpuMs: 1,
    wallMs: short.wallMs ?? 1000,
    checks: { passed: score === 1 ? 1 : 0, total: 1, failed: score === 0 ? ['for the test'] : [] },
  });
}
