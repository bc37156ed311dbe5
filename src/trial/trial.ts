// One trial: the agent works, what it left is collected, the verifier judges, and every step is on record. A fault is the
// machine's, and has no score, only where the agent cannot have caused it: before its first cell.
import { answerBlock } from '../dialects/index.ts';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Agent, Assignment, FolderAgent } from '../agent/index.ts';
import type { Finish } from '../episode/index.ts';
import {
  digestAside,
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
  /** Keeps copies of the files; says which of them cannot be kept. */
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
  /** Hears of each event once it is on record. */
  readonly onEvent?: (event: EventBody) => void;
}

/** What the machine broke is tried again: so often in all. */
export const TRIES = 3;

export async function runTrial(options: TrialOptions): Promise<Outcome> {
  const { instance, log } = options;
  const { stack } = options.services.interpreters;
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
      isolation: 'workIn' in options.agent ? 'none' : stack.isolation,
      python: stack.version,
      image: stack.image?.manifest ?? null,
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
    files.push({ path, size: bytes.length, digest: await digestAside(bytes) });
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

/** A sandbox that is lost twice is lost to the agent's code; so is anything else that breaks while that is at work. */
function outcomeOfFault(error: unknown): Outcome {
  const reason = reasonOf(error);
  if (error instanceof SandboxLost || error instanceof BrokenWork) return { kind: 'failed', reason };
  if (error instanceof Problem) return { kind: 'sandbox-error', reason };
  throw error;
}

/** A fault of any kind after the agent's code has begun to run. */
class BrokenWork extends Problem {}

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

/** For people who read the log; the agent does not hear of it. */
const LOST = 'sandbox-lost';

async function workInFolder(agent: FolderAgent, assignment: Assignment, workspace: Workspace): Promise<Worked> {
  let begun = false;
  try {
    await writeFile(join(workspace.folder, 'query.md'), `${assignment.query}\n`);
    begun = true;
    const finish = await agent.workIn(workspace, assignment);
    return { finish, collected: await workspace.collect() };
  } catch (error) {
    throw begun ? asBroken(error) : error;
  } finally {
    await workspace.remove().catch(() => undefined);
  }
}

/** What the agent's code can have caused. A Problem names what the machine lacks, or is a fault of our disk. */
function asBroken(error: unknown): unknown {
  if (error instanceof Problem) return error;
  return new BrokenWork(`the work could not be carried out: ${reasonOf(error)}`, { cause: error });
}
