// The interpreters a command works with, set up on first use.
import { createProgress } from '../../setup/progress.mjs';
import { ensurePython } from '../../setup/python.mjs';
import { defaultLimits, Problem, type IsolationLevel } from '../core/index.ts';
import { openHost, type InterpreterHost } from '../interpreter/index.ts';

export async function hostFor(asked?: IsolationLevel): Promise<InterpreterHost> {
  const host = await openHost(await ensurePython(createProgress()), defaultLimits);
  const { isolation } = host.stack;
  if (asked && asked !== isolation) {
    throw new Problem(
      `isolation "${asked}" is not available; this version runs with "${isolation}" (see "pybench doctor")`,
    );
  }
  return host;
}

/** What a reader of results must know about where they were made. */
export function hostNotes({ stack }: InterpreterHost): string[] {
  const image = stack.image
    ? `interpreter image ${stack.image.manifest}${stack.image.asRecorded ? '' : ' (versions differ from the recorded ones)'}`
    : 'no interpreter image: the Python of this machine';
  const isolation =
    stack.isolation === 'none' ? 'isolation none: run only code that you trust' : `isolation ${stack.isolation}`;
  return [`Python ${stack.version}`, image, isolation];
}
