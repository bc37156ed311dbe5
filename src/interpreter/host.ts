// Where interpreters come from: the Python of this machine, at the strongest isolation it allows or the one asked for.
import { availableParallelism } from 'node:os';
import type { Image } from '../../setup/image-store.mjs';
import type { PythonChoice } from '../../setup/python.mjs';
import { Problem, type InputFile, type IsolationLevel, type Limits } from '../core/index.ts';
import { openConfinedHost } from './confined-host.ts';
import type { Interpreter, InterpreterHost, Stack } from './interpreter.ts';
import { PlainSandbox } from './plain.ts';
import { Session } from './session.ts';
import { describeImage } from './stack.ts';
import { Turns } from './turns.ts';
import { Workspace } from './workspace.ts';

const AHEAD = 2;

export interface HostOptions {
  /** Left out: the strongest level there is. A level that is not there is refused, never replaced. */
  readonly isolation?: IsolationLevel | undefined;
  /** Sandboxes made before they are asked for: they hold no files yet, so they fit any trial. */
  readonly ahead?: number;
}

export async function openHost(
  python: PythonChoice,
  limits: Limits,
  { isolation, ahead = AHEAD }: HostOptions = {},
): Promise<InterpreterHost> {
  const turns = new Turns(2 * availableParallelism());
  if (isolation === 'landlock') throw unavailable(isolation, 'it is not built yet');
  if (python.kind === 'host') {
    if (isolation && isolation !== 'none') throw unavailable(isolation, 'there is no interpreter image');
    return await openPlainHost(python, limits, turns);
  }
  if (isolation === 'none') return await openPlainHost(python, limits, turns);
  if (isolation === 'root' && process.getuid?.() !== 0) throw unavailable(isolation, 'it needs root');
  if (isolation) return await openConfinedHost(python.image, limits, turns, { level: isolation, ahead });
  return await openStrongest(python.image, limits, turns, ahead);
}

/** User namespaces where the kernel allows them, else what root can do; never less without being asked. */
async function openStrongest(image: Image, limits: Limits, turns: Turns, ahead: number): Promise<InterpreterHost> {
  try {
    return await openConfinedHost(image, limits, turns, { level: 'full', ahead });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (process.getuid?.() === 0) return await openConfinedHost(image, limits, turns, { level: 'root', ahead });
    throw new Problem(`${error.message}; "pybench doctor" says more, and --isolation none runs without a sandbox`, {
      cause: error,
    });
  }
}

function unavailable(level: IsolationLevel, why: string): Problem {
  return new Problem(`isolation "${level}" is not available: ${why} (see "pybench doctor")`);
}

async function openPlainHost(python: PythonChoice, limits: Limits, turns: Turns): Promise<InterpreterHost> {
  const open = async (files: readonly InputFile[]): Promise<Interpreter> =>
    new Session(new PlainSandbox(python, await Workspace.create(files, limits)), limits, turns);
  return { stack: await describePlain(python, limits, turns), open, close: () => Promise.resolve() };
}

async function describePlain(python: PythonChoice, limits: Limits, turns: Turns): Promise<Stack> {
  const sandbox = new PlainSandbox(python, await Workspace.create([], limits), { listPackages: true });
  const session = new Session(sandbox, limits, turns);
  try {
    const { version, packages } = await session.start();
    const image = python.kind === 'image' ? describeImage(python.image) : null;
    return { isolation: 'none', version, packages, image };
  } finally {
    await session.close();
  }
}
