// Opens interpreters with the Python of this machine, at the requested isolation level or the strongest available one.
import { availableParallelism } from 'node:os';
import { findHostPython, type PythonChoice } from '../../setup/python.mjs';
import { Problem, type InputFile, type IsolationLevel, type Limits } from '../core/index.ts';
import { openConfinedHost, type ConfinedOptions } from './confined-host.ts';
import type { InterpreterHost } from './interpreter.ts';
import { commonModules } from './modules.ts';
import { namespaceObstacle } from './namespaces.ts';
import { fencedLauncher, plainLauncher, ProcessSandbox } from './process-sandbox.ts';
import { Session } from './session.ts';
import { describeImage } from './stack.ts';
import { Semaphore } from '../system/index.ts';
import { Workspace } from './workspace.ts';

const AHEAD = 2;

export interface HostOptions {
  /** Default: the strongest available level. A level that is not available is refused, never replaced. */
  readonly isolation?: IsolationLevel | undefined;
  /** How many sandboxes are made in advance: they hold no files yet, so any trial can use them. */
  readonly ahead?: number | undefined;
  /**
   * Modules that are imported once, in the zygote, before a sandbox gets its Python (`importedModules` finds those that a
   * program imports). A sandbox never waits for other modules; its cells import them. Default: the most common ones.
   */
  readonly modules?: readonly string[] | undefined;
  /** Import all other common modules in the background, for later sandboxes. Default: yes. */
  readonly background?: boolean | undefined;
  /** How many cells run at once, in all interpreters together. */
  readonly cells?: number | undefined;
}

export async function openHost(
  python: PythonChoice,
  limits: Limits,
  options: HostOptions = {},
): Promise<InterpreterHost> {
  const { isolation, cells = 2 * availableParallelism() } = options;
  const { ahead = AHEAD, modules = commonModules, background = true } = options;
  const turns = new Semaphore(cells);
  if (isolation === 'landlock') return await openFencedHost(python, limits, turns);
  // Only Linux has namespaces; the results state the level.
  if (isolation === 'none' || (!isolation && process.platform !== 'linux'))
    return await openProcessHost(limits, turns, { python, isolation: 'none' });
  if (isolation === 'root' && process.getuid?.() !== 0) throw unavailable(isolation, 'it needs root');
  if (isolation) return await openConfinedHost(python, limits, turns, { level: isolation, ahead, modules, background });
  return await openStrongest(python, limits, turns, { ahead, modules, background });
}

/** `full` where the kernel allows user namespaces, else `root`; a weaker level only on request. */
async function openStrongest(
  python: PythonChoice,
  limits: Limits,
  turns: Semaphore,
  options: Omit<ConfinedOptions, 'level'>,
): Promise<InterpreterHost> {
  try {
    return await openConfinedHost(python, limits, turns, { ...options, level: 'full' });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const asRoot = process.getuid?.() === 0 && openConfinedHost(python, limits, turns, { ...options, level: 'root' });
    const host = asRoot && (await asRoot.catch(() => undefined));
    if (host) return host;
    const { problem, fix } = namespaceObstacle() ?? { problem: error.message, fix: 'see "pybench doctor"' };
    const below = '--isolation landlock or none runs with weaker isolation, which the results record';
    throw new Problem(`isolation "full" is not available: ${problem} (${fix}); ${below}`, { cause: error });
  }
}

function unavailable(level: IsolationLevel, why: string): Problem {
  return new Problem(`isolation "${level}" is not available: ${why} (see "pybench doctor")`);
}

async function openFencedHost(python: PythonChoice, limits: Limits, turns: Semaphore): Promise<InterpreterHost> {
  const own = python.kind === 'host' ? python : findHostPython();
  if (!own) {
    const why = 'it cannot enter the image, and no Python of this machine has the packages: set PYBENCH_PYTHON';
    throw unavailable('landlock', why);
  }
  try {
    return await openProcessHost(limits, turns, { python: own, isolation: 'landlock' });
  } catch (error) {
    throw error instanceof Problem ? unavailable('landlock', error.message) : error;
  }
}

interface ProcessHostOptions {
  readonly python: PythonChoice;
  readonly isolation: 'none' | 'landlock';
}

async function openProcessHost(
  limits: Limits,
  turns: Semaphore,
  options: ProcessHostOptions,
): Promise<InterpreterHost> {
  const { python, isolation } = options;
  const launcher = (listPackages: boolean) =>
    isolation === 'landlock' && python.kind === 'host'
      ? fencedLauncher(python, limits, listPackages)
      : plainLauncher(python, listPackages);
  const open = async (files: readonly InputFile[], listPackages = false): Promise<Session> =>
    new Session(new ProcessSandbox(launcher(listPackages), await Workspace.create(files, limits)), limits, turns);
  const first = await open([], true);
  try {
    const { version, packages } = await first.start();
    const image = python.kind === 'image' ? describeImage(python.image) : null;
    return { stack: { isolation, version, packages, image }, open: (files) => open(files), close: async () => {} };
  } finally {
    await first.close();
  }
}
