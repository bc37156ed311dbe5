// One trial: the agent works, what it left is collected, the verifier judges, and every step is on record.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { answerBlock, type Agent, type Assignment, type Finish, type FolderAgent } from '../agent/index.ts';
import {
  digestBytes,
  printTrialId,
  Problem,
  reasonOf,
  scoreOf,
  type EventBody,
  type Limits,
  type Outcome,
  type TimeLimits,
  type TrialId,
} from '../core/index.ts';
import { Workspace, type Collected, type InterpreterHost } from '../interpreter/index.ts';
import type { ExamInstance, LoadedTask } from '../suite/index.ts';
import { gradeWork, type Grading } from './grade.ts';
import type { TrialLog } from './trial-log.ts';
import { Watchdog } from './watchdog.ts';
import { WriteProblem } from './write-problem.ts';

/** Where a trial is recorded: a folder of a run, or memory. */
export type TrialRecord = Pick<TrialLog, 'append' | 'writeTruth' | 'writeOutputs'>;

export interface TrialOptions {
  readonly id: TrialId;
  readonly task: Pick<LoadedTask, 'level' | 'skills'>;
  readonly instance: ExamInstance;
  readonly agent: Agent | FolderAgent | { readonly skip: string };
  readonly agentName: string;
  readonly model: string | null;
  readonly host: InterpreterHost;
  readonly limits: Limits;
  readonly time: TimeLimits;
  readonly log: TrialRecord;
  readonly signal: AbortSignal;
  /** Hears of each event once it is on record. */
  readonly onEvent?: (event: EventBody) => void;
}

/** What the machine broke is tried again: so often in all. */
export const TRIES = 3;

export async function runTrial(options: TrialOptions): Promise<Outcome> {
  const { instance, host, log } = options;
  const started = performance.now();
  // A program outside is silent until it ends, and has a time of its own.
  const time = 'workIn' in options.agent ? { ...options.time, idleSeconds: 0 } : options.time;
  const watchdog = new Watchdog(options.signal, time);
  const record = (event: EventBody) => {
    log.append(event);
    watchdog.saw(event.kind);
    options.onEvent?.(event);
  };
  try {
    log.writeTruth(instance);
    record({
      kind: 'trial-start',
      trial: printTrialId(options.id),
      agent: options.agentName,
      model: options.model,
      instance: instance.digest,
      level: options.task.level,
      skills: [...options.task.skills],
      isolation: 'workIn' in options.agent ? 'none' : host.stack.isolation,
      python: host.stack.version,
      image: host.stack.image?.manifest ?? null,
      query: instance.query,
    });
    const outcome = await attempt(options, watchdog, record);
    record({ kind: 'trial-end', outcome, score: scoreOf(outcome) ?? null, wallMs: performance.now() - started });
    return outcome;
  } finally {
    watchdog.dismiss();
  }
}

async function attempt(
  options: TrialOptions,
  watchdog: Watchdog,
  record: (event: EventBody) => void,
): Promise<Outcome> {
  const { agent, log } = options;
  if ('skip' in agent) return { kind: 'skipped', reason: agent.skip };
  let finish: Finish;
  let collected: Collected;
  try {
    ({ finish, collected } = await doWork(options, agent, record, watchdog.signal));
  } catch (error) {
    if (error instanceof WriteProblem) throw error;
    if (watchdog.outcome) return watchdog.outcome;
    if (error instanceof Problem) return { kind: 'sandbox-error', reason: reasonOf(error) };
    throw error;
  }
  if (watchdog.outcome) return watchdog.outcome;
  const files = collected.files.map(({ path, bytes }) => ({ path, size: bytes.length, digest: digestBytes(bytes) }));
  record({ kind: 'outputs', files, left: [...collected.left], inputsIntact: collected.inputsIntact });
  log.writeOutputs(collected);
  if (finish.kind === 'ended') return finish.outcome;
  const block = answerBlock(finish.text);
  record({ kind: 'answer', response: finish.text, block });
  const { outcome, checks } = await gradeAgain(() => gradeWork(options.instance, block, collected, options.host));
  for (const result of checks) record({ kind: 'check', result });
  return outcome;
}

/** The work is done and paid for: a grader that breaks is asked again before it is lost. */
async function gradeAgain(grade: () => Promise<Grading>): Promise<Grading> {
  for (let tried = 1; ; tried += 1) {
    const grading = await grade();
    if (grading.outcome.kind !== 'grader-error' || tried === TRIES) return grading;
  }
}

interface Worked {
  readonly finish: Finish;
  readonly collected: Collected;
}

/** The agent's part: an interpreter of its own, or a folder, closed whatever happens. */
async function doWork(
  options: TrialOptions,
  agent: Agent | FolderAgent,
  record: (event: EventBody) => void,
  signal: AbortSignal,
): Promise<Worked> {
  const { id, instance, host, limits } = options;
  const assignment: Assignment = { trial: printTrialId(id), query: instance.query, record, signal };
  if ('workIn' in agent) {
    return await workInFolder(agent, assignment, await Workspace.create(instance.files, limits));
  }
  const interpreter = await host.open(instance.files);
  try {
    const finish = await agent.work({ ...assignment, interpreter });
    return { finish, collected: await interpreter.collect() };
  } finally {
    await interpreter.close();
  }
}

async function workInFolder(agent: FolderAgent, assignment: Assignment, workspace: Workspace): Promise<Worked> {
  try {
    await writeFile(join(workspace.folder, 'query.md'), `${assignment.query}\n`);
    const finish = await agent.workIn(workspace, assignment);
    return { finish, collected: await workspace.collect() };
  } finally {
    await workspace.remove();
  }
}
