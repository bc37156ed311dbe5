// Grades a recorded run with the current checks and writes the results as a new run. It grades everything before it writes
// anything, so that a stopped regrade leaves no files.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import {
  agentName,
  isKnownEvent,
  modelOf,
  printInstanceId,
  printTrialId,
  Problem,
  scoreOf,
  type Lock,
  type ResultRow,
  type RunConfig,
} from '../../core/index.ts';
import { gradeWork, type Grading, type Services } from '../../trial/index.ts';
import { version } from '../../../setup/version.mjs';
import { codeDigests } from '../code-digests.ts';
import { toolsOfMachine } from '../lock.ts';
import { readCollected, readEvents, resultRow, runName, RunStore } from '../../record/index.ts';
import { runAll, steadyClock } from '../../system/index.ts';
import { summarise, type Summary } from '../../results/index.ts';
import { changeOf, type RegradeChange } from './changes.ts';
import type { RegradeSource } from './source.ts';

export interface RegradeOptions {
  /** The folder of runs. */
  readonly folder: string;
  readonly services: Services;
  readonly concurrency: number;
  readonly signal: AbortSignal;
  readonly onGraded?: (done: number, of: number) => void;
  readonly now?: () => Date;
}

export interface Regraded {
  /** The name of the run that was graded again. */
  readonly source: string;
  readonly summary: Summary;
  readonly changes: readonly RegradeChange[];
}

type Gradings = ReadonlyMap<string, Grading>;

export async function regrade(source: RegradeSource, options: RegradeOptions): Promise<Regraded> {
  const now = options.now ?? steadyClock();
  const gradings = await gradeAll(source, options);
  const { config: old } = source;
  const config: RunConfig = {
    ...old,
    run: runName(now(), modelOf(old.spec.agent) ?? agentName(old.spec.agent), randomBytes(3).toString('hex')),
    pybench: version,
    createdAt: now().toISOString(),
    trials: source.trials.map(printTrialId),
    source: { run: old.run, how: 'regrade' },
  };
  const folder = join(options.folder, config.run);
  const store = RunStore.create(folder, config, lockOf(source));
  const carried = new Map(source.rows.map((row) => [row.id, row]));
  const rows: ResultRow[] = [];
  try {
    for (const trial of config.trials) {
      const grading = gradings.get(trial);
      const graded = await writeTrial(source, trial, grading, { now, store });
      const row = grading ? graded : carried.get(trial);
      if (!row) continue;
      await store.addRow(row);
      rows.push(row);
    }
  } finally {
    store.close();
  }
  const changes = source.answered.flatMap(({ id, before }) => {
    const after = gradings.get(printTrialId(id));
    return (after && changeOf(printTrialId(id), before, after)) ?? [];
  });
  return { source: old.run, summary: summarise(folder, config, rows), changes };
}

async function gradeAll(source: RegradeSource, options: RegradeOptions): Promise<Gradings> {
  const gradings = new Map<string, Grading>();
  await runAll(source.answered, options.concurrency, options.signal, async ({ id, instance, block, outputs }) => {
    const work = readCollected(source, id, outputs);
    gradings.set(printTrialId(id), await gradeWork(instance, block, work, options.services.verifier));
    options.onGraded?.(gradings.size, source.answered.length);
  });
  if (options.signal.aborted) throw new Problem('the regrade was stopped and wrote nothing; run it again');
  return gradings;
}

/** Parts of the code that make instances and grade. */
const GRADING = ['trial', 'verifier', 'kit', 'suite', 'core'] as const;

/**
 * Digests of what grades are current: the tasks, some parts of the code and the tools image. Digests of what the agent used
 * are copied from the source: instances, prompts, the other parts of the code, limits, isolation, image, Python and salt.
 */
function lockOf({ lock, trials, tasks }: RegradeSource): Lock {
  const instances = new Set(trials.map(printInstanceId));
  const current = codeDigests({ usesModel: false });
  return {
    ...lock,
    instances: Object.fromEntries(Object.entries(lock.instances).filter(([id]) => instances.has(id))),
    tasks: Object.fromEntries([...tasks].map(([id, { sourceDigest }]) => [id, sourceDigest])),
    pybench: version,
    tools: toolsOfMachine(),
    code: { ...lock.code, ...Object.fromEntries(GRADING.map((part) => [part, current[part]])) },
  };
}

interface WriteOptions {
  readonly now: () => Date;
  readonly store: RunStore;
}

/** Writes the trial into the new run; returns its row if it was graded. */
async function writeTrial(
  { folder }: RegradeSource,
  trial: string,
  grading: Grading | undefined,
  { now, store }: WriteOptions,
): Promise<ResultRow | undefined> {
  store.copyTrial(folder, trial, grading ? 'work' : 'whole');
  if (!grading) return undefined;
  const before = readEvents(folder, trial).filter(isKnownEvent);
  const wallMs = before.findLast((event) => event.kind === 'trial-end')?.wallMs ?? 0;
  const log = store.openTrial(trial, now);
  try {
    const { outcome, checks } = grading;
    for (const result of checks) log.append({ kind: 'check', result });
    log.append({ kind: 'trial-end', outcome, score: scoreOf(outcome) ?? null, wallMs });
    log.writeNotebook();
    await log.flush();
    return resultRow(log.events);
  } finally {
    log.close();
  }
}
