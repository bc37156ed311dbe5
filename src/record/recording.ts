// Opens a recorded run for a regrade or a re-execution: the selected trials, their events and their output files.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import {
  digestBytes,
  parseTrialId,
  printTrialId,
  Problem,
  reasonOf,
  usageProblem,
  type Event,
  type InputFile,
  type Lock,
  type ResultRow,
  type RunConfig,
  type TrialId,
  type UnknownEvent,
  type Collected,
  matchesGlob,
} from '../core/index.ts';
import { runPaths } from './paths.ts';
import { readEvents, readRun } from './read.ts';

export interface Recording {
  readonly folder: string;
  readonly config: RunConfig;
  readonly lock: Lock;
  readonly rows: readonly ResultRow[];
  /** The selected trials. */
  readonly trials: readonly TrialId[];
}

export type RecordedOutputs = Extract<Event, { kind: 'outputs' }>;

/** `include` and `exclude` are globs of tasks. */
export function openRecording(
  folder: string,
  { include = [], exclude = [] }: { include?: readonly string[]; exclude?: readonly string[] } = {},
): Recording {
  const { config, lock, rows } = readRun(folder);
  const all = config.trials.flatMap((name) => parseTrialId(name) ?? []);
  const idle = [...include, ...exclude].find((glob) => !all.some(({ task }) => matchesGlob(task, glob)));
  if (idle !== undefined) throw usageProblem(`no task of ${folder} matches "${idle}"`);
  const trials = all
    .filter(({ task }) => include.length === 0 || include.some((glob) => matchesGlob(task, glob)))
    .filter(({ task }) => !exclude.some((glob) => matchesGlob(task, glob)));
  if (trials.length === 0) throw usageProblem('the selection leaves no trial');
  return { folder, config, lock, rows, trials };
}

/** The events of a trial's last try; empty if the trial was never started. */
export function eventsOf({ folder }: Recording, id: TrialId): (Event | UnknownEvent)[] {
  const trial = printTrialId(id);
  if (!existsSync(runPaths(folder).trial(trial).events)) return [];
  try {
    return readEvents(folder, trial);
  } catch (error) {
    throw new Problem(`the events of ${trial} cannot be read: ${reasonOf(error)}`, { cause: error });
  }
}

/** Reads the collected files of a trial back from disk. Throws a Problem that names a missing or changed file. */
export function readCollected({ folder }: Recording, id: TrialId, outputs: RecordedOutputs): Collected {
  const paths = runPaths(folder).trial(printTrialId(id));
  const files: InputFile[] = [];
  const figures = new Map<string, Uint8Array>();
  for (const { path, digest } of outputs.files) {
    if (!path.startsWith('output/') || path.split('/').includes('..'))
      throw new Problem(`${printTrialId(id)}: "${path}" is not a path under output/`);
    const bytes = readUnchanged(paths.file(path), digest);
    files.push({ path, bytes });
    const name = createHash('sha256').update(bytes).digest('hex');
    const record = paths.file(`figures/${name}.json`);
    if (existsSync(record)) figures.set(name, readFileSync(record));
  }
  return { files, left: outputs.left, inputsIntact: outputs.inputsIntact, figures };
}

function readUnchanged(file: string, digest: string): Uint8Array {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    throw new Problem(`a file that the agent left cannot be read: ${reasonOf(error)}`, { cause: error });
  }
  if (digestBytes(bytes) !== digest)
    throw new Problem(`${file} was changed after the run; it is not the recorded file`);
  return bytes;
}
