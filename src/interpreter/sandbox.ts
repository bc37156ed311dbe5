// The interface that a session uses: a sandbox in which Pythons run one after the other in the same workspace.
import type { Duplex } from 'node:stream';
import { Problem, type CellOutput, type Collected } from '../core/index.ts';
import type { TimeLimit } from './clock.ts';

/** One running Python that uses our protocol. */
export interface PythonProcess {
  /** One JSON message per line, in each direction (channel.ts). What Python sends is untrusted. */
  readonly channel: Duplex;
  /** How it ended, once it has. */
  readonly exit: Promise<string>;
  /** Reports what was written past Python's own streams, for instance by programs that a cell started. */
  onRaw(listener: (name: Extract<CellOutput, { type: 'stream' }>['name'], text: string) => void): void;
  /** Waits until the listener has received everything written so far. */
  drain(): Promise<void>;
  /** Watches the time of a cell; calls back once when the limit is exceeded. Returns the function that stops watching. */
  watch(limit: TimeLimit, onExceeded: (reason: string) => void): () => void;
  /** An interrupt keeps the state, a kill does not. `exit` then gives `reason`. */
  interrupt(): void;
  kill(reason?: string): void;
}

/** The sandbox was lost after it ran code of the agent, which may be the reason. */
export class SandboxLost extends Problem {}

export interface Sandbox {
  /** The sandbox has ended, and its files are lost. */
  readonly gone: boolean;
  /** Starts a fresh Python in this workspace; the previous one has ended. */
  start(): Promise<PythonProcess>;
  collect(): Promise<Collected>;
  close(): Promise<void>;
  /** Abandons a sandbox that no longer responds: it counts as gone at once. */
  discard(): void;
}
