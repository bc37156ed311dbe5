// What does the work of a trial. It sees the query and an interpreter; the truth is out of its reach.
import { reasonOf, type EventBody, type Outcome } from '../core/index.ts';
import type { CellResult, Interpreter, Workspace } from '../interpreter/index.ts';

export interface Assignment {
  /** The trial's id. */
  readonly trial: string;
  readonly query: string;
  /** Appends to the trial's log. Everything that matters goes through here. */
  readonly record: (event: EventBody) => void;
  readonly signal: AbortSignal;
}

export interface Work extends Assignment {
  readonly interpreter: Interpreter;
}

/** A final response to be graded, or an end without one. */
export type Finish =
  { readonly kind: 'response'; readonly text: string } | { readonly kind: 'ended'; readonly outcome: Outcome };

export interface Agent {
  work(work: Work): Promise<Finish>;
}

/** Where it works: `folder` holds data/, output/ and query.md; records of saved figures go to `figures`. */
export type WorkFolder = Pick<Workspace, 'folder' | 'figures'>;

/** One that works in a folder of this machine instead, with its own tools: nothing keeps it there. */
export interface FolderAgent {
  workIn(place: WorkFolder, assignment: Assignment): Promise<Finish>;
}

/** Runs one cell and records it. */
export async function runCell({ interpreter, record, signal }: Work, cell: number, code: string): Promise<CellResult> {
  record({ kind: 'cell-start', cell, code });
  const started = performance.now();
  const result = await interpreter.run(code, { signal }).catch((error: unknown) => {
    const wallMs = performance.now() - started;
    record({ kind: 'cell-end', cell, status: 'crashed', reason: reasonOf(error), cpuMs: 0, wallMs, memoryBytes: null });
    throw error;
  });
  for (const output of result.outputs) record({ kind: 'cell-output', cell, output });
  const { status, reason, cpuMs, wallMs, memoryBytes } = result;
  record({ kind: 'cell-end', cell, status, ...(reason ? { reason } : {}), cpuMs, wallMs, memoryBytes });
  return result;
}
