// Reads a run from disk: finished or not, of this version or of version 0.1.
import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { z } from 'zod';
import {
  isKnownEvent,
  lastTry,
  lockSchema,
  parseEvent,
  parseTrialId,
  printInstanceId,
  Problem,
  reasonOf,
  resultRowSchema,
  runConfigSchema,
  wholeLines,
  type Digest,
  type Event,
  type Lock,
  type ResultRow,
  type RunConfig,
  type UnknownEvent,
} from '../core/index.ts';
import { runPaths } from './paths.ts';
import { resultRow } from './row.ts';
import { configVersion1Schema, upgradeConfig } from './version-1.ts';

export interface RunOnDisk {
  readonly config: RunConfig;
  readonly lock: Lock;
  /** At most one row per trial, in the order in which the trials ended. */
  readonly rows: ResultRow[];
}

const anyConfigSchema = z.discriminatedUnion('v', [configVersion1Schema, runConfigSchema]);

export function readRun(folder: string): RunOnDisk {
  const paths = runPaths(folder);
  if (!existsSync(paths.config)) throw new Problem(`${folder} is not a run that can be read: it has no run.json`);
  try {
    const json: unknown = JSON.parse(readFileSync(paths.config, 'utf8'));
    requireKnownVersion(json);
    const lock = lockSchema.parse(JSON.parse(readFileSync(paths.lock, 'utf8')));
    const recorded = anyConfigSchema.parse(json);
    const config = recorded.v === 1 ? upgradeConfig(recorded, lock) : recorded;
    const rows = readRows(folder, config.trials).map((row) => ({
      ...row,
      instance: row.instance ?? instanceIn(lock, row),
    }));
    return { config, lock, rows };
  } catch (error) {
    throw new Problem(`${folder} is not a run that can be read: ${reasonOf(error)}`, { cause: error });
  }
}

/** The lock of a run of version 0.1 held the digests of its instances. */
function instanceIn({ instances }: Lock, { id }: ResultRow): Digest | null {
  return instances[instanceOfTrial(id)] ?? null;
}

/** Digests of the instances of a run by name, including those of trials that have not ended. */
export function recordedInstances(folder: string): ReadonlyMap<string, Digest> {
  const { config, lock, rows } = readRun(folder);
  const digests = new Map(Object.entries(lock.instances));
  for (const { id, instance } of rows) if (instance !== null) digests.set(instanceOfTrial(id), instance);
  const ended = new Set(rows.map(({ id }) => id));
  for (const id of config.trials) {
    if (ended.has(id) || !existsSync(runPaths(folder).trial(id).events)) continue;
    const start = readEvents(folder, id)[0];
    if (start && isKnownEvent(start) && start.kind === 'trial-start') digests.set(instanceOfTrial(id), start.instance);
  }
  return digests;
}

function instanceOfTrial(name: string): string {
  const id = parseTrialId(name);
  if (!id) throw new Error(`${name} is no trial`);
  return printInstanceId(id);
}

const headSchema = z.object({ v: z.number(), pybench: z.string().optional() });

function requireKnownVersion(json: unknown): void {
  const head = headSchema.safeParse(json);
  if (!head.success || head.data.v === 1 || head.data.v === 2) return;
  const { v, pybench } = head.data;
  const writer = pybench === undefined ? '' : `${pybench}, `;
  throw new Problem(
    `it was made by another version of PyBench (${writer}format ${v}; this version reads formats 1 and 2)`,
  );
}

/** The events of a trial's last try. */
export function readEvents(folder: string, trial: string): (Event | UnknownEvent)[] {
  return lastTry(readLog(folder, trial));
}

/** All events of a trial's log, earlier tries included. */
export function readLog(folder: string, trial: string): (Event | UnknownEvent)[] {
  return wholeLines(readFileSync(runPaths(folder).trial(trial).events, 'utf8')).map(parseEvent);
}

/** Rows are written after the events. A trial without a scored row may have ended: then its events give the row. */
function readRows(folder: string, trials: readonly string[]): ResultRow[] {
  const rows = new Map(recordedRows(folder).map((row) => [row.id, row]));
  for (const id of trials) {
    const scored = (rows.get(id)?.score ?? null) !== null;
    const row = scored ? undefined : rowFromEvents(folder, id);
    if (row) rows.set(id, row);
  }
  return [...rows.values()];
}

/** The rows of results.jsonl. A trial that ran again has several rows, of which the last one counts. */
export function recordedRows(folder: string): ResultRow[] {
  const { results } = runPaths(folder);
  if (!existsSync(results)) return [];
  const rows = wholeLines(readFileSync(results, 'utf8')).map((line) => resultRowSchema.parse(JSON.parse(line)));
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

/** Whether the last line of results.jsonl is incomplete, because its writer was killed. */
export function resultsEndMidLine(folder: string): boolean {
  const { results } = runPaths(folder);
  if (!existsSync(results)) return false;
  const file = openSync(results, 'r');
  try {
    const { size } = fstatSync(file);
    const last = Buffer.alloc(1);
    return size > 0 && readSync(file, last, 0, 1, size - 1) === 1 && last.toString() !== '\n';
  } finally {
    closeSync(file);
  }
}

function rowFromEvents(folder: string, trial: string): ResultRow | undefined {
  if (!existsSync(runPaths(folder).trial(trial).events)) return undefined;
  const row = resultRow(readLog(folder, trial).filter(isKnownEvent));
  return row && resultRowSchema.parse(row);
}
