// Regrades or re-executes a recorded run from its folder.
import { openRecording } from '../../record/index.ts';
import {
  checkSalt,
  openRegrade,
  reexecute,
  regrade,
  stackDifferences,
  type Reexecution,
  type Regraded,
} from '../../run/index.ts';
import type { IsolationLevel } from '../../core/index.ts';
import { defaultConcurrency } from '../../system/index.ts';
import { usingServices } from '../../services/index.ts';
import type { CommonOptions } from '../options.ts';

interface AgainOptions extends Pick<CommonOptions, 'signal' | 'services' | 'onOpen'> {
  /** By default, the strongest level that the machine supports. */
  readonly isolation?: IsolationLevel | undefined;
  readonly concurrency?: number | undefined;
}

export interface RegradeRunOptions extends AgainOptions {
  /** Globs of tasks that are left out. */
  readonly exclude?: readonly string[];
  /** The folder of runs for the new run; by default `runs`. */
  readonly folder?: string | undefined;
  /** Called with the number of trials that will be graded, and with the number of all trials. */
  readonly onPlan?: (trials: number, of: number) => void;
  readonly onGraded?: (done: number, of: number) => void;
}

/** Grades the recorded work of a run with the current checks, and writes a new run. */
export async function regradeRun(run: string, options: RegradeRunOptions = {}): Promise<Regraded> {
  const source = await openRegrade(run, options.exclude);
  const { isolation } = options;
  // A submitted program runs under its recorded limits.
  return await usingServices(options.services, { isolation, limits: source.lock.limits }, async (services) => {
    options.onOpen?.(services.interpreters.stack);
    options.onPlan?.(source.answered.length, source.trials.length);
    return await regrade(source, {
      folder: options.folder ?? 'runs',
      services,
      concurrency: options.concurrency ?? defaultConcurrency(false),
      signal: options.signal ?? new AbortController().signal,
      ...(options.onGraded ? { onGraded: options.onGraded } : {}),
    });
  });
}

export interface ReexecuteRunOptions extends AgainOptions {
  /** Globs of tasks; if empty, all tasks of the run. */
  readonly include?: readonly string[];
  readonly salt?: string | undefined;
  /** Called with the number of trials, and with the differences between this machine and the recording. */
  readonly onPlan?: (trials: number, differences: readonly string[]) => void;
  readonly onTrial?: (done: number, of: number) => void;
}

export interface ReexecutedRun extends Reexecution {
  /** Differences between this machine and the recording. */
  readonly warnings: readonly string[];
}

/** Runs the recorded cells of a run again and compares the results. Does not write to disk. */
export async function reexecuteRun(run: string, options: ReexecuteRunOptions = {}): Promise<ReexecutedRun> {
  const recording = openRecording(run, options.include ? { include: options.include } : {});
  const salt = options.salt ?? '';
  checkSalt(recording, salt);
  const { isolation } = options;
  return await usingServices(options.services, { isolation, limits: recording.lock.limits }, async (services) => {
    const { stack } = services.interpreters;
    const warnings = stackDifferences(recording, stack);
    options.onOpen?.(stack);
    options.onPlan?.(recording.trials.length, warnings);
    const reexecution = await reexecute(recording, {
      services,
      salt,
      concurrency: options.concurrency ?? defaultConcurrency(false),
      signal: options.signal ?? new AbortController().signal,
      ...(options.onTrial ? { onTrial: options.onTrial } : {}),
    });
    return { ...reexecution, warnings };
  });
}
