// Starts our Python programs: with the image's Python in its own namespaces, or with the machine's Python.
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { outputOf } from '../../setup/command.mjs';
import type { HostPython, PythonChoice } from '../../setup/python.mjs';
import { packageRoot } from '../../setup/root.mjs';
import { Problem, type Limits } from '../core/index.ts';
import { keptBy, openCgroups, type Cgroups } from './cgroup.ts';
import { childProcessesOf, pythonScript } from '../system/index.ts';
import type { Workspace } from './workspace.ts';

const codeFolder = join(packageRoot, 'python');
/** Makes a root file system and enters it; its own comment lists the arguments. */
export const enterScript = join(codeFolder, 'enter.sh');

/** The programs of python/__main__.py. */
type Program = 'zygote' | 'keeper' | 'interpreter';
const NAMESPACES = ['--mount', '--pid', '--net', '--ipc', '--uts', '--cgroup'];

/** No user site, no compiled files. */
const pythonFlags = ['-s', '-B'];

export interface LaunchOptions {
  readonly workspace: Pick<Workspace, 'folder' | 'figures' | 'temporary'>;
  /** Ask the interpreter for the versions of all packages: slow, once per host. */
  readonly listPackages?: boolean;
}

/** An interpreter that uses our protocol on descriptor 3. */
export function launch(python: PythonChoice, { workspace, listPackages }: LaunchOptions): ChildProcess {
  const asks = listPackages ? { PYBENCH_LIST_PACKAGES: '1' } : {};
  if (python.kind === 'host') return launchOnHost(python, 'interpreter', workspace, asks);
  const own = ['--user', '--map-root-user', ...NAMESPACES];
  return enter(python, own, { workspace: workspace.folder, sockets: '-', program: 'interpreter', env: asks });
}

/** The same behind Landlock, with a parent process that ends it (python/pybench/sandbox/keeper.py). */
export function launchFenced(
  python: HostPython,
  { workspace, listPackages, limits }: LaunchOptions & { readonly limits: Limits },
): ChildProcess {
  const writable = [workspace.folder, workspace.figures, workspace.temporary];
  const fence = { limits, writable, listPackages: listPackages ?? false };
  return launchOnHost(python, 'keeper', workspace, { PYBENCH_FENCE: JSON.stringify(fence) });
}

function launchOnHost(
  python: HostPython,
  program: Program,
  { folder, figures, temporary }: LaunchOptions['workspace'],
  env: Record<string, string>,
): ChildProcess {
  return spawn(python.program, [...pythonFlags, codeFolder, program], {
    cwd: folder,
    env: {
      ...environment(temporary),
      MPLCONFIGDIR: join(temporary, 'matplotlib'),
      TMPDIR: temporary,
      PATH: process.env['PATH'],
      PYTHONPATH: join(codeFolder, 'site'),
      PYBENCH_FIGURES: figures,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    detached: true,
  });
}

/**
 * A zygote that exchanges frames on descriptor 3 and connects to the socket in the folder `sockets`. Started by root, it
 * drops root after it has entered the image, which may be in a folder that only root can read.
 */
export function launchZygote(
  python: PythonChoice,
  sockets: string,
  settings: { readonly level: 'full' | 'root'; readonly [key: string]: unknown },
  groups: Cgroups | undefined,
): ChildProcess {
  const asRoot = process.getuid?.() === 0;
  const drops = asRoot && settings.level === 'full';
  const auto = !asRoot && settings.level === 'full' ? delegatedIds() : 0;
  const users = asRoot ? { first: drops ? 1 : FIRST_USER, count: USERS } : auto ? { first: 1, count: auto } : undefined;
  const env = {
    PYBENCH_ZYGOTE: JSON.stringify({
      ...settings,
      ...(drops ? { enter: { user: DROP_TO, first: FIRST_USER, count: USERS } } : {}),
      ...(users ? { users } : {}),
      ...(groups ? { groups: { version: groups.version, folders: groups.folders.length } } : {}),
    }),
  };
  // With version 2 the zygote must see the groups of its sandboxes, which have their own namespaces in any case.
  const rest = groups?.version === 2 ? NAMESPACES.filter((each) => each !== '--cgroup') : NAMESPACES;
  const mapped = asRoot ? [] : ['--user', '--map-root-user', ...(auto ? ['--map-auto'] : [])];
  const own = drops ? ['--mount', '--pid'] : [...mapped, ...rest];
  return enter(python, own, { workspace: '-', sockets, program: 'zygote', env, groups });
}

/** User ids that no account of a usual system has: root's zygotes use this one, their sandboxes use those from FIRST_USER. */
export const DROP_TO = 64_123;
const FIRST_USER = 300_000;
const USERS = 60_000;

/** How many ids /etc/subuid gives to this user; 0 where there are none, or `newuidmap` is missing. */
function delegatedIds(): number {
  const ask = ['--user', '--map-root-user', '--map-auto', 'cat', '/proc/self/uid_map'];
  const map = outputOf('unshare', ask) ?? '';
  const counts = [...map.matchAll(/^\s*1\s+\d+\s+(\d+)$/gm)].map(([, count]) => Number(count));
  return counts[0] ?? 0;
}

interface EnterOptions {
  readonly workspace: string;
  readonly sockets: string;
  readonly program: Program;
  readonly env: Record<string, string>;
  readonly groups?: Cgroups | undefined;
}

function enter(python: PythonChoice, namespaces: readonly string[], options: EnterOptions): ChildProcess {
  const { workspace, sockets, program: ours, env, groups } = options;
  const own = python.kind === 'host' ? placesOf(python) : undefined;
  const from = python.kind === 'image' ? python.image.rootfs : (own?.folders ?? '');
  const into = ['sh', enterScript, python.kind, from, codeFolder, workspace, sockets];
  const command = [own?.program ?? '/usr/bin/python3', ...pythonFlags, '/run/pybench', ours];
  const whole = ['unshare', ...namespaces, '--fork', '--kill-child', ...into, ...command];
  const [program = '', ...rest] = groups ? keptBy(groups, whole) : whole;
  const opened = groups && openCgroups(groups);
  try {
    return spawn(program, rest, {
      env: { ...environment('/tmp'), ...env, PYBENCH_IN_IMAGE: '1', ...(own ? { PYTHONPATH: '/pybench/site' } : {}) },
      // Descriptor 4 is for the folder of sockets.
      stdio: ['ignore', 'pipe', 'pipe', 'pipe', ...(opened ? (['ignore', ...opened.descriptors] as const) : [])],
      detached: true,
    });
  } finally {
    opened?.close();
  }
}

/** The program of the machine's Python, and the folders that it needs besides the system's own. */
function placesOf({ program }: HostPython): { program: string; folders: string } {
  const [executable, ...folders] =
    outputOf(program, ['-s', '-c', pythonScript('python_places')])
      ?.trim()
      .split('\n') ?? [];
  if (!executable) throw new Problem(`"${program}" is not a Python that starts`);
  return { program: executable, folders: folders.join(':') };
}

/** The process id of the Python itself, where it is the child of the process that we started. */
export function childPid(child: ChildProcess): number | undefined {
  return child.pid === undefined ? undefined : childProcessesOf(child.pid)[0];
}

/** Contains nothing of our own environment, which holds keys. One thread per library, so that cells do not slow each other down. */
function environment(home: string): Record<string, string> {
  return {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: home,
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    PYTHONHASHSEED: '0',
    MPLBACKEND: 'Agg',
    MPLCONFIGDIR: '/tmp/matplotlib',
    OMP_NUM_THREADS: '1',
    OPENBLAS_NUM_THREADS: '1',
    MKL_NUM_THREADS: '1',
    NUMEXPR_NUM_THREADS: '1',
    PYGAME_HIDE_SUPPORT_PROMPT: '1',
    SDL_VIDEODRIVER: 'dummy',
    SDL_AUDIODRIVER: 'dummy',
  };
}
