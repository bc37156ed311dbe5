// What an agent's code runs in. Every implementation passes test/interpreter/contract.ts.
import type { CellOutput, CellStatus, Collected, InputFile, IsolationLevel } from '../core/index.ts';

export interface CellResult {
  readonly status: CellStatus;
  readonly outputs: readonly CellOutput[];
  /** Why the cell did not end by itself. */
  readonly reason?: string;
  /** The Python has ended and its variables are lost; the next cell runs in a fresh one. */
  readonly stateLost: boolean;
  /** The sandbox has ended too, and its files are lost: no next cell can run. */
  readonly sandboxLost?: boolean;
  readonly cpuMs: number;
  readonly wallMs: number;
  /** The interpreter's largest size so far, where it is known. */
  readonly memoryBytes: number | null;
}

export interface CellOptions {
  readonly onOutput?: (output: CellOutput) => void;
  readonly signal?: AbortSignal;
}

export interface Interpreter {
  /** Runs one cell. State persists between cells; after a crash the next cell has a fresh Python and the same files. */
  run(code: string, options?: CellOptions): Promise<CellResult>;
  /** Ends every process first, so that no file changes while it is read; the next cell has a fresh Python. */
  collect(): Promise<Collected>;
  close(): Promise<void>;
}

/** The Python that the interpreters of a host run, for the run's lock. */
export interface PythonStack {
  readonly isolation: IsolationLevel;
  /** Parts of the level that this machine lacks; shown wherever the level is shown. */
  readonly without?: readonly string[];
  readonly version: string;
  readonly packages: Readonly<Record<string, string>>;
  readonly image: { readonly list: string; readonly manifest: string; readonly asRecorded: boolean } | null;
}

export interface OpenOptions {
  /**
   * Modules that the interpreter waits for until they are imported, instead of those that the host was opened with. Names
   * that the host does not know are ignored.
   */
  readonly modules?: readonly string[];
}

export interface InterpreterHost {
  readonly stack: PythonStack;
  /** A fresh interpreter in a workspace of its own that holds these files. */
  open(files: readonly InputFile[], options?: OpenOptions): Promise<Interpreter>;
  /** Ends every interpreter and the processes that made them. */
  close(): Promise<void>;
}
