// The log of one trial, and the files beside it.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '../../setup/folder.mjs';
import {
  EVENT_VERSION,
  isKnownEvent,
  lastTry,
  parseEvent,
  wholeLines,
  type Event,
  type EventBody,
  type Instance,
  type Collected,
} from '../core/index.ts';
import { Journal } from './journal.ts';
import { refusal, type Left } from './keepable.ts';
import { notebook } from './notebook.ts';
import type { TrialPaths } from './paths.ts';
import { printTruth } from './truth.ts';

/** Executes a write; throws if this process no longer holds the writer lock of the run. */
export type Guard = <T>(write: () => T) => T;

export class TrialLog {
  /** The events of all tries, earlier tries first. */
  readonly events: Event[];
  readonly #paths: TrialPaths;
  readonly #now: () => Date;
  readonly #guard: Guard;
  readonly #journal: Journal;
  #next: number;

  constructor(paths: TrialPaths, now: () => Date, guard: Guard) {
    this.#paths = paths;
    this.#now = now;
    this.#guard = guard;
    const [journal, earlier] = guard(() => {
      makeFolder(paths.folder);
      const lines = existsSync(paths.events) ? wholeLines(readFileSync(paths.events, 'utf8')) : [];
      return [new Journal(paths.events), lines.map(parseEvent)] as const;
    });
    this.#journal = journal;
    this.#next = earlier.length;
    this.events = earlier.filter(isKnownEvent);
  }

  append(body: EventBody): void {
    const event: Event = { v: EVENT_VERSION, seq: this.#next, at: this.#now().toISOString(), ...body };
    this.#guard(() => this.#journal.append(event));
    this.#next += 1;
    this.events.push(event);
  }

  /** Writes what a later regrade needs, so that it does not run the generator. */
  writeTruth(instance: Pick<Instance, 'truth' | 'answer' | 'outputs'>): void {
    this.#guard(() => writeFileSync(this.#paths.truth, printTruth(instance)));
  }

  /** Copies the agent's files into the trial's folder; returns the files that the file system refuses. */
  writeOutputs({ files, figures }: Pick<Collected, 'files' | 'figures'>): Left[] {
    const records = [...figures].map(([digest, bytes]) => ({ path: `figures/${digest}.json`, bytes }));
    const refused: Left[] = [];
    for (const { path, bytes } of [...files, ...records]) {
      const reason = this.#guard(() => refusal(() => writeFile(this.#paths.file(path), bytes)));
      if (reason !== undefined) refused.push({ path, reason });
    }
    return refused;
  }

  /** Removes the files of an earlier try before the next try starts, so that they are not graded as its work. */
  removeOutputs(): void {
    this.#guard(() => {
      for (const folder of ['output', 'figures']) rmSync(this.#paths.file(folder), { recursive: true, force: true });
    });
  }

  /** Writes the notebook of the last try. */
  writeNotebook(): void {
    const text = notebook(lastTry(this.events));
    this.#guard(() => writeFileSync(this.#paths.notebook, text));
  }

  async flush(): Promise<void> {
    await this.#journal.flush();
  }

  close(): void {
    this.#journal.close();
  }
}

function writeFile(place: string, bytes: Uint8Array): void {
  makeFolder(dirname(place));
  writeFileSync(place, bytes);
}
