// The interpreters a command works with, set up on first use.
import { createProgress } from '../../setup/progress.mjs';
import { ensurePython } from '../../setup/python.mjs';
import { defaultLimits, type IsolationLevel, type Limits } from '../core/index.ts';
import { openHost, type InterpreterHost } from '../interpreter/index.ts';

interface HostFlags {
  readonly isolation?: IsolationLevel | undefined;
  readonly limits?: Limits;
  readonly cells?: number | undefined;
  readonly early?: boolean;
}

/** Opens the interpreters, uses them, and closes them whatever happens. */
export async function withHost<T>(
  { isolation, limits = defaultLimits, cells, early = false }: HostFlags,
  use: (host: InterpreterHost) => Promise<T>,
): Promise<T> {
  const host = await openHost(await ensurePython(createProgress()), limits, { isolation, cells, early });
  try {
    return await use(host);
  } finally {
    await host.close();
  }
}

/** What a reader of results must know about where they were made. */
export function hostNotes({ stack }: InterpreterHost): string[] {
  const image = stack.image
    ? `interpreter image ${stack.image.manifest}${stack.image.asRecorded ? '' : ' (versions differ from the recorded ones)'}`
    : 'no interpreter image: the Python of this machine';
  const without = stack.without ? ` without ${stack.without.join(' and ')}, which this machine does not have` : '';
  const isolation =
    stack.isolation === 'none'
      ? 'isolation none: run only code that you trust'
      : `isolation ${stack.isolation}${without}`;
  return [`Python ${stack.version}`, image, isolation];
}
