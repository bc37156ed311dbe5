// Re-executes the recorded cells of a run without a model and compares the results. It does not write to the run.
import { isKnownEvent, printTrialId, Problem, reasonOf, type TrialId, type Collected } from '../../core/index.ts';
import type { InterpreterHost, PythonStack } from '../../interpreter/index.ts';
import { makeInstance, type TaskInstance, type LoadedTask } from '../../suite/index.ts';
import { lockDifferences } from '../../results/index.ts';
import { digestOfSalt, toolsOfMachine } from '../lock.ts';
import { eventsOf, readCollected, type RecordedOutputs, type Recording } from '../../record/index.ts';
import { currentTasks } from '../current-tasks.ts';
import type { Services } from '../../trial/index.ts';
import { runAll } from '../../system/index.ts';
import { compareCell, recordedCells, type CellDifference, type RecordedCell } from './cells.ts';
import { compareFiles, type ReexecutedFile } from './files.ts';

export interface ReexecuteOptions {
  readonly services: Services;
  /** The salt of the run's instances; ignored if they have none. */
  readonly salt: string;
  readonly concurrency: number;
  readonly signal: AbortSignal;
  readonly onTrial?: (done: number, of: number) => void;
}

export interface ReexecutedTrial {
  readonly trial: string;
  /** Every cell has its recorded status, and every file is identical or equivalent. */
  readonly reproduced: boolean;
  /** All texts, pictures and bytes are the same. */
  readonly identical: boolean;
  readonly cells: number;
  readonly differences: readonly CellDifference[];
  readonly files: readonly ReexecutedFile[];
}

/** A trial that was not re-executed, and the reason. */
interface NotReexecuted {
  readonly trial: string;
  readonly reason: string;
}

export interface Reexecution {
  readonly run: string;
  readonly trials: readonly ReexecutedTrial[];
  readonly leftOut: readonly NotReexecuted[];
  /** The shares of re-executed trials that are reproduced, and that are identical. Null if there are none. */
  readonly score: number | null;
  readonly strict: number | null;
}

/** Throws if the salt is missing or wrong; called before interpreters are opened. */
export function checkSalt({ lock, folder }: Recording, salt: string): void {
  if (lock.salt === null) return;
  if (salt === '')
    throw new Problem(`the instances of ${folder} have a private salt: give it with --salt or PYBENCH_SALT`);
  if (digestOfSalt(salt) !== lock.salt)
    throw new Problem(`the given salt is not the salt of ${folder}; give the same one with --salt or PYBENCH_SALT`);
}

/** Differences between the recorded and the current Python, images and isolation: they may explain other results. */
export function stackDifferences({ lock }: Recording, { isolation, image, version, packages }: PythonStack): string[] {
  const python = { version, packages: { ...packages } };
  return lockDifferences(lock, { ...lock, isolation, image, tools: toolsOfMachine(), python });
}

export async function reexecute(recording: Recording, options: ReexecuteOptions): Promise<Reexecution> {
  checkSalt(recording, options.salt);
  const { tasks } = await currentTasks(recording);
  const planned = recording.trials;
  const done = new Map<TrialId, ReexecutedTrial | NotReexecuted>();
  await runAll(planned, options.concurrency, options.signal, async (id, signal) => {
    done.set(id, await reexecuteTrial(recording, id, tasks.get(id.task), { ...options, signal }));
    options.onTrial?.(done.size, planned.length);
  });
  if (options.signal.aborted) throw new Problem('stopped before all trials were re-executed');
  const results = planned.flatMap((id) => done.get(id) ?? []);
  const trials = results.filter((each) => 'cells' in each);
  return {
    run: recording.folder,
    trials,
    leftOut: results.filter((each) => 'reason' in each),
    score: share(trials, ({ reproduced }) => reproduced),
    strict: share(trials, ({ identical }) => identical),
  };
}

function share(trials: readonly ReexecutedTrial[], holds: (trial: ReexecutedTrial) => boolean): number | null {
  return trials.length === 0 ? null : trials.filter(holds).length / trials.length;
}

async function reexecuteTrial(
  recording: Recording,
  id: TrialId,
  task: LoadedTask | undefined,
  options: ReexecuteOptions,
): Promise<ReexecutedTrial | NotReexecuted> {
  const leaveOut = (reason: string) => ({ trial: printTrialId(id), reason });
  try {
    const events = eventsOf(recording, id).filter(isKnownEvent);
    const start = events.find((event) => event.kind === 'trial-start');
    const end = events.findLast((event) => event.kind === 'trial-end');
    const outputs = events.findLast((event) => event.kind === 'outputs');
    const cells = recordedCells(events);
    if (!end) return leaveOut('not finished');
    if (!outputs) return leaveOut(end.outcome.kind);
    if (recording.config.spec.agent.kind === 'exec') return leaveOut('an outside agent does not work in cells');
    if (cells.length === 0) return leaveOut('no cells');
    if (!task) return leaveOut('the suite no longer has the task');
    const instance = await makeInstance(task, id, recording.lock.salt === null ? '' : options.salt);
    if (instance.digest !== start?.instance) return leaveOut('the task now makes a different instance');
    const block = events.findLast((event) => event.kind === 'answer')?.block ?? null;
    return await compareTrial(recording, id, { instance, cells, outputs, block }, options);
  } catch (error) {
    // A fault of the machine: the trial is left out.
    if (error instanceof Problem) return leaveOut(reasonOf(error));
    throw error;
  }
}

interface Recorded {
  readonly instance: TaskInstance;
  readonly cells: readonly RecordedCell[];
  readonly outputs: RecordedOutputs;
  readonly block: string | null;
}

async function compareTrial(
  recording: Recording,
  id: TrialId,
  { instance, cells, outputs, block }: Recorded,
  { services, signal }: ReexecuteOptions,
): Promise<ReexecutedTrial> {
  const { differences, collected } = await runCells(instance, cells, services.interpreters, signal);
  const files = await compareFiles({
    instance,
    block,
    recorded: outputs.files,
    readRecorded: () => readCollected(recording, id, outputs),
    again: collected,
    verifier: services.verifier,
  });
  const sameStatus = differences.every(({ aspect }) => aspect !== 'status');
  return {
    trial: printTrialId(id),
    reproduced: sameStatus && files.every(({ verdict }) => verdict === 'identical' || verdict === 'equivalent'),
    identical: differences.length === 0 && files.every(({ verdict }) => verdict === 'identical'),
    cells: cells.length,
    differences,
    files,
  };
}

/** After a crash the next cell starts in a fresh Python, as in the recording. A crash on one side only is a difference. */
async function runCells(
  { files }: TaskInstance,
  cells: readonly RecordedCell[],
  host: InterpreterHost,
  signal: AbortSignal,
): Promise<{ differences: CellDifference[]; collected: Collected }> {
  const interpreter = await host.open(files);
  try {
    const differences: CellDifference[] = [];
    for (const cell of cells) {
      if (signal.aborted) throw new Problem('stopped');
      differences.push(...compareCell(cell, await interpreter.run(cell.code, { signal })));
    }
    return { differences, collected: await interpreter.collect() };
  } finally {
    await interpreter.close();
  }
}
