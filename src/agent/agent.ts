// What does the work of a trial. It sees the query and an interpreter; the truth is out of its reach.
import type { EventBody } from '../core/index.ts';
import type { Finish } from '../episode/index.ts';
import type { Interpreter, Workspace } from '../interpreter/index.ts';

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

export interface Agent {
  work(work: Work): Promise<Finish>;
}

/** Where it works: `folder` holds data/, output/ and query.md; records of saved figures go to `figures`. */
export type WorkFolder = Pick<Workspace, 'folder' | 'figures'>;

/** One that works in a folder of this machine instead, with its own tools: nothing keeps it there. */
export interface FolderAgent {
  workIn(place: WorkFolder, assignment: Assignment): Promise<Finish>;
}
