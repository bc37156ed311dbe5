// The writer of a run folder.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { makeFolder } from '../../setup/folder.mjs';
import {
  lockSchema,
  resultRowSchema,
  runConfigSchema,
  type Lock,
  type ResultRow,
  type RunConfig,
} from '../core/index.ts';
import { copyTrial, type CopiedPart } from './copy-trial.ts';
import { Journal } from './journal.ts';
import { runPaths } from './paths.ts';
import { TrialLog } from './trial-log.ts';
import { WriteProblem, writing } from './write-problem.ts';
import { takeWriterLock, type WriterLock } from './writer-lock.ts';

export class RunStore {
  readonly folder: string;
  readonly #paths;
  readonly #lock: WriterLock;
  readonly #results: Journal;

  private constructor(folder: string, lock: WriterLock) {
    this.folder = folder;
    this.#paths = runPaths(folder);
    this.#lock = lock;
    this.#results = new Journal(this.#paths.results);
  }

  static create(folder: string, config: RunConfig, lock: Lock): RunStore {
    const paths = runPaths(folder);
    return writing(folder, () => {
      makeFolder(dirname(folder));
      mkdirSync(folder);
      const writer = takeWriterLock(paths.writer);
      // The lock is written first: a folder without a configuration is not a run.
      writeFileSync(paths.lock, pretty(lockSchema.parse(lock)));
      writeFileSync(paths.config, pretty(runConfigSchema.parse(config)));
      return new RunStore(folder, writer);
    });
  }

  /** Opens a run that another process has started. */
  static open(folder: string): RunStore {
    return writing(folder, () => {
      const writer = takeWriterLock(runPaths(folder).writer);
      try {
        return new RunStore(folder, writer);
      } catch (error) {
        writer.release();
        throw error;
      }
    });
  }

  openTrial(id: string, now: () => Date): TrialLog {
    return new TrialLog(this.#paths.trial(id), now, (write) => this.#guarded(write));
  }

  /** Copies a trial of another run, all of it or only its work, which the caller grades. */
  copyTrial(run: string, id: string, part: CopiedPart): void {
    const [from, to] = [runPaths(resolve(run)).trial(id), this.#paths.trial(id)];
    this.#guarded(() => copyTrial(from, to, part));
  }

  /** All of the trial is on the disk before its row is. */
  async addRow(row: ResultRow): Promise<void> {
    this.#guarded(() => this.#results.append(resultRowSchema.parse(row)));
    await this.#results.flush();
  }

  close(): void {
    this.#results.close();
    this.#lock.release();
  }

  #guarded<T>(write: () => T): T {
    if (!this.#lock.held()) {
      throw new WriteProblem(
        `${this.folder} was removed or taken over by another process during the run; the run stops and writes no more files`,
      );
    }
    return writing(this.folder, write);
  }
}

function pretty(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
