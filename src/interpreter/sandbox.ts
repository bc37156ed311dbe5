// What an interpreter's session stands on: a place where Pythons run, one after the other, in the same workspace.
import type { Duplex } from 'node:stream';
import { Problem, type CellOutput, type Collected } from '../core/index.ts';
import type { TimeLimit } from './clock.ts';

/** One live Python that speaks our protocol. */
export interface PythonProcess {
  /** A JSON message a line, each way (channel.ts). What comes out of it is untrusted. */
  readonly channel: Duplex;
  /** How it ended, once it has. */
  readonly exit: Promise<string>;
  /** What was written past Python's own streams, by programs that a cell started for instance. */
  onRaw(listener: (name: Extract<CellOutput, { type: 'stream' }>['name'], text: string) => void): void;
  /** Waits until the listener has heard all that has been written so far. */
  drain(): Promise<void>;
  /** Watches the time of a cell; calls back once when the limit is passed. Returns how to stop watching. */
  watch(limit: TimeLimit, onExceeded: (reason: string) => void): () => void;
  /** An interrupt keeps the state, a kill does not. `reason` is then how it ended. */
  interrupt(): void;
  kill(reason?: string): void;
}

/** A sandbox was lost after it had begun to run the agent's code, which may be the reason. */
export class SandboxLost extends Problem {}

export interface Sandbox {
  /** It has ended, and nothing in it can be reached any more. */
  readonly gone: boolean;
  /** A fresh Python in this workspace; the one before it has ended. */
  start(): Promise<PythonProcess>;
  collect(): Promise<Collected>;
  close(): Promise<void>;
  /** Gives up a sandbox that does not obey any more: it counts as gone at once. */
  discard(): void;
}
