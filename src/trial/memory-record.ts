// The record of a trial in memory, for trials outside of a run: gates, tests, and programs that call runTrial.
import { EVENT_VERSION, type Collected, type Event, type EventBody, type Json } from '../core/index.ts';
import type { TaskInstance } from '../suite/index.ts';
import type { TrialRecord } from './trial.ts';

export class MemoryRecord implements TrialRecord {
  readonly events: Event[] = [];
  /** The files of ./output, by path. */
  readonly files = new Map<string, Uint8Array>();
  /** What figure capture recorded of the files, by digest. */
  readonly figures = new Map<string, Uint8Array>();
  truth: Json | undefined;
  readonly #now: () => Date;

  constructor(now: () => Date = () => new Date()) {
    this.#now = now;
  }

  append(event: EventBody): void {
    this.events.push({ v: EVENT_VERSION, seq: this.events.length, at: this.#now().toISOString(), ...event });
  }

  writeTruth({ truth }: Pick<TaskInstance, 'truth'>): void {
    this.truth = truth;
  }

  writeOutputs({ files, figures }: Pick<Collected, 'files' | 'figures'>): void {
    for (const { path, bytes } of files) this.files.set(path, bytes);
    for (const [digest, bytes] of figures) this.figures.set(digest, bytes);
  }
}
