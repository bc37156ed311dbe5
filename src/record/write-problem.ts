// A disk error ends a run at once. Files written before it stay valid.
import { Problem, reasonOf } from '../core/index.ts';

export class WriteProblem extends Problem {}

/** Executes a write. A disk error becomes a WriteProblem that names the run and, if the disk is full, the remedy. */
export function writing<T>(folder: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    if (error instanceof Problem || !(error instanceof Error && 'code' in error)) throw error;
    const full = error.code === 'ENOSPC' || error.code === 'EDQUOT';
    const remedy = full ? `; free disk space, then run "pybench resume ${folder}"` : '';
    throw new WriteProblem(`cannot write the run to ${folder}: ${reasonOf(error)}${remedy}`, { cause: error });
  }
}
