// One trial: the agent works, its files are collected and graded, and every step is recorded. A fault counts as the
// machine's, without a score, only if the agent cannot have caused it: before its first cell.
import { answerBlock } from '../dialects/index.ts';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Agent, Assignment, FolderAgent } from '../agent/index.ts';
import type { Finish } from '../episode/index.ts';
import {
  digestInThread,
  printTrialId,
  Problem,
  reasonOf,
  scoreOf,
  type EventBody,
  type Limits,
  type Outcome,
  type OutputFile,
  type TimeLimits,
  type TrialId,
  type Collected,
} from '../core/index.ts';
import { SandboxLost, Workspace } from '../interpreter/index.ts';
import type { TaskInstance, LoadedTask } from '../suite/index.ts';
import { gradeWork, type Grading } from './grade.ts';
import { keepable, type Left, type TrialLog, WriteProblem } from '../record/index.ts';
import type { Services } from './services.ts';
import { TrialInterpreter } from './trial-interpreter.ts';
import { Watchdog } from './watchdog.ts';

/** Where a trial is recorded: a folder of a run, or memory. */
export interface TrialRecord extends Pick<TrialLog, 'append' | 'writeTruth'> {
  /** Keeps copies of the files, and returns those that it cannot keep. */
  writeOutputs(collected: Pick<Collected, 'files' | 'figures'>): readonly Left[] | void;
}

export interface TrialOptions {
  readonly id: TrialId;
  readonly task: Pick<LoadedTask, 'level' | 'skills'>;
  readonly instance: TaskInstance;
  readonly agent: Agent | FolderAgent | { readonly skip: string };
  readonly agentName: string;
  readonly model: string | null;
  readonly services: Services;
  readonly limits: Limits;
  readonly time: TimeLimits;
  readonly log: TrialRecord;
  readonly signal: AbortSignal;
  /** Is called with each event after it is recorded. */
  readonly onEvent?: (event: EventBody) => void;
}

/** The largest number of tries of a trial that a fault of the machine ends, and of its grading. */
const TRIES = 3;

/** Runs a trial, and again after a fault of the machine. The record holds every try; the last one counts. */
export async function runTrial(options: TrialOptions): Promise<Outcome> {
  for (let tried = 1; ; tried += 1) {
    const outcome = await runTry(options);
    if (outcome.kind !== 'sandbox-error' || tried === TRIES || options.signal.aborted) return outcome;
  }
}

async function runTry(options: TrialOptions): Promise<Outcome> {
  const { instance, log } = options;
  const { stack } = options.services.interpreters;
  const started = performance.now();
  // An external program records nothing until it ends, and has its own time limit.
  const time = 'workIn' in options.agent ? { ...options.time, idleSeconds: 0 } : options.time;
  const watchdog = new Watchdog(options.signal, time);
  const record = (event: EventBody) => {
    log.append(event);
    watchdog.restart(event.kind);
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
      isolation: 'workIn' in options.agent ? 'none' : stack.isolation,
      python: stack.version,
      image: stack.image?.manifest ?? null,
      query: instance.query,
    });
    const outcome = await workAndGrade(options, watchdog, record);
    record({ kind: 'trial-end', outcome, score: scoreOf(outcome) ?? null, wallMs: performance.now() - started });
    return outcome;
  } finally {
    watchdog.close();
  }
}

async function workAndGrade(
  options: TrialOptions,
  watchdog: Watchdog,
  record: (event: EventBody) => void,
): Promise<Outcome> {
  const { agent, log } = options;
  if ('skip' in agent) return { kind: 'skipped', reason: agent.skip };
  let worked: Worked;
  try {
    worked = await doWork(options, agent, record, watchdog.signal);
  } catch (error) {
    if (error instanceof WriteProblem) throw error;
    return watchdog.outcome ?? outcomeOfFault(error);
  }
  if (watchdog.outcome) return watchdog.outcome;
  const { finish } = worked;
  const collected = keepable(worked.collected, (fitting) => log.writeOutputs(fitting) ?? []);
  const files: OutputFile[] = [];
  for (const { path, bytes } of collected.files)
    files.push({ path, size: bytes.length, digest: await digestInThread(bytes) });
  record({ kind: 'outputs', files, left: [...collected.left], inputsIntact: collected.inputsIntact });
  if (finish.kind === 'ended') return finish.outcome;
  const block = answerBlock(finish.text);
  record({ kind: 'answer', response: finish.text, block });
  const { outcome, checks } = await gradeAgain(() =>
    gradeWork(options.instance, block, collected, options.services.verifier),
  );
  for (const result of checks) record({ kind: 'check', result });
  return outcome;
}

/** A sandbox that is lost twice is the agent's failure; so is any other fault while its code runs. */
function outcomeOfFault(error: unknown): Outcome {
  const reason = reasonOf(error);
  if (error instanceof SandboxLost || error instanceof BrokenWork) return { kind: 'failed', reason };
  if (error instanceof Problem) return { kind: 'sandbox-error', reason };
  throw error;
}

/** A fault after the agent's code began to run. */
class BrokenWork extends Problem {}

/** Grades again after a grader fault, so that finished work is not lost. */
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

/** Runs the agent in a new interpreter or folder, which is closed in every case. */
async function doWork(
  options: TrialOptions,
  agent: Agent | FolderAgent,
  record: (event: EventBody) => void,
  signal: AbortSignal,
): Promise<Worked> {
  const { id, instance, services, limits } = options;
  const assignment: Assignment = { trial: printTrialId(id), query: instance.query, record, signal };
  if ('workIn' in agent) {
    return await workInFolder(agent, assignment, await Workspace.create(instance.files, limits));
  }
  const interpreter = await TrialInterpreter.open(services.interpreters, instance.files, (reason) =>
    record({
      kind: 'notice',
      text: `The sandbox was lost (${reason}). Its cells run again in a fresh one.`,
      reason: LOST,
    }),
  );
  try {
    const finish = await agent.work({ ...assignment, interpreter });
    return { finish, collected: await interpreter.collect() };
  } catch (error) {
    throw interpreter.used ? asBroken(error) : error;
  } finally {
    await interpreter.close().catch(() => undefined);
  }
}

/** The reason of a notice in the log; the model does not see it. */
const LOST = 'sandbox-lost';

async function workInFolder(agent: FolderAgent, assignment: Assignment, workspace: Workspace): Promise<Worked> {
  let started = false;
  try {
    await writeFile(join(workspace.folder, 'query.md'), `${assignment.query}\n`);
    started = true;
    const finish = await agent.workIn(workspace, assignment);
    return { finish, collected: await workspace.collect() };
  } catch (error) {
    throw started ? asBroken(error) : error;
  } finally {
    await workspace.remove().catch(() => undefined);
  }
}

/** A fault that the agent's code can have caused becomes BrokenWork. A Problem cannot be: it names what the machine lacks. */
function asBroken(error: unknown): unknown {
  if (error instanceof Problem) return error;
  return new BrokenWork(`the work could not be carried out: ${reasonOf(error)}`, { cause: error });
}
