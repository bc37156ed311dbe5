// The interface of an agent. It sees the query and an interpreter, and cannot reach the truth.
import type { EventBody } from '../core/index.ts';
import type { Finish } from '../episode/index.ts';
import type { Interpreter, Workspace } from '../interpreter/index.ts';

export interface Assignment {
  /** The trial's id. */
  readonly trial: string;
  readonly query: string;
  /** Appends an event to the log of the trial. */
  readonly record: (event: EventBody) => void;
  readonly signal: AbortSignal;
}

export interface Work extends Assignment {
  readonly interpreter: Interpreter;
}

export interface Agent {
  work(work: Work): Promise<Finish>;
}

/** `folder` has data/, output/ and query.md; records of saved figures go to `figures`. */
export type WorkFolder = Pick<Workspace, 'folder' | 'figures'>;

/** An agent that works in a folder of this machine with its own tools, without isolation. */
export interface FolderAgent {
  workIn(place: WorkFolder, assignment: Assignment): Promise<Finish>;
}
