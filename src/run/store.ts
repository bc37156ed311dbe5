// A run on disk: append-only, flushed, one writer.
import { closeSync, fsync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { makeFolder } from '../../setup/folder.mjs';
import {
  EVENT_VERSION,
  lockSchema,
  parseEvent,
  Problem,
  reasonOf,
  resultRowSchema,
  runConfigSchema,
  type Event,
  type EventBody,
  type Instance,
  type Lock,
  type ResultRow,
  type RunConfig,
  type UnknownEvent,
} from '../core/index.ts';
import type { Collected } from '../interpreter/index.ts';
import { runPaths } from './paths.ts';

/** On the disk. Not while everybody waits: a flush takes milliseconds, and hundreds of trials may end at once. */
const flushed = promisify(fsync);

export class RunStore {
  readonly folder: string;
  readonly #paths;
  readonly #results: number;

  private constructor(folder: string) {
    this.folder = folder;
    this.#paths = runPaths(folder);
    this.#results = openSync(this.#paths.results, 'a');
  }

  static create(folder: string, config: RunConfig, lock: Lock): RunStore {
    const paths = runPaths(folder);
    try {
      makeFolder(dirname(folder));
      mkdirSync(folder);
      writeFileSync(paths.writer, `${process.pid}\n`, { flag: 'wx' });
      writeFileSync(paths.config, pretty(runConfigSchema.parse(config)));
      writeFileSync(paths.lock, pretty(lockSchema.parse(lock)));
      return new RunStore(folder);
    } catch (error) {
      throw new Problem(`cannot write the run to ${folder}: ${reasonOf(error)}`, { cause: error });
    }
  }

  openTrial(id: string, now: () => Date): TrialLog {
    return new TrialLog(this.#paths.trial(id), now);
  }

  async addRow(row: ResultRow): Promise<void> {
    writeSync(this.#results, `${JSON.stringify(resultRowSchema.parse(row))}\n`);
    await flushed(this.#results);
  }

  close(): void {
    closeSync(this.#results);
    rmSync(this.#paths.writer, { force: true });
  }
}

/** The log of one trial, and the files beside it. */
export class TrialLog {
  readonly events: Event[] = [];
  readonly #paths: ReturnType<ReturnType<typeof runPaths>['trial']>;
  readonly #now: () => Date;
  readonly #file: number;

  constructor(paths: ReturnType<ReturnType<typeof runPaths>['trial']>, now: () => Date) {
    makeFolder(paths.folder);
    this.#paths = paths;
    this.#now = now;
    this.#file = openSync(paths.events, 'a');
  }

  append(body: EventBody): void {
    const event: Event = { v: EVENT_VERSION, seq: this.events.length, at: this.#now().toISOString(), ...body };
    this.events.push(event);
    writeSync(this.#file, `${JSON.stringify(event)}\n`);
  }

  /** What a later grading needs in place of the generator. */
  writeTruth({ truth, answer, outputs }: Pick<Instance, 'truth' | 'answer' | 'outputs'>): void {
    writeFileSync(this.#paths.truth, pretty({ truth, answer: answer ?? null, outputs }));
  }

  /** Keeps copies of the agent's files; their paths stay under the trial's own folder. */
  writeOutputs({ files, figures }: Pick<Collected, 'files' | 'figures'>): void {
    const records = [...figures].map(([digest, bytes]) => ({ path: `figures/${digest}.json`, bytes }));
    for (const { path, bytes } of [...files, ...records]) {
      const place = this.#paths.file(path);
      makeFolder(dirname(place));
      writeFileSync(place, bytes);
    }
  }

  writeNotebook(text: string): void {
    writeFileSync(this.#paths.notebook, text);
  }

  async close(): Promise<void> {
    try {
      await flushed(this.#file);
    } finally {
      closeSync(this.#file);
    }
  }
}

export function readRun(folder: string): { config: RunConfig; lock: Lock; rows: ResultRow[] } {
  const paths = runPaths(folder);
  try {
    const config = runConfigSchema.parse(JSON.parse(readFileSync(paths.config, 'utf8')));
    const lock = lockSchema.parse(JSON.parse(readFileSync(paths.lock, 'utf8')));
    const rows = lines(paths.results).map((line) => resultRowSchema.parse(JSON.parse(line)));
    return { config, lock, rows };
  } catch (error) {
    throw new Problem(`${folder} is not a run that can be read: ${reasonOf(error)}`, { cause: error });
  }
}

export function readEvents(folder: string, trial: string): (Event | UnknownEvent)[] {
  return lines(runPaths(folder).trial(trial).events).map(parseEvent);
}

function lines(file: string): string[] {
  return readFileSync(file, 'utf8').split('\n').filter(Boolean);
}

function pretty(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
