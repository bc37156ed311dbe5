// Starts a Python of ours: the image's in namespaces of its own, or the host's.
import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Image } from '../../setup/image-store.mjs';
import type { PythonChoice } from '../../setup/python.mjs';
import { packageRoot } from '../../setup/root.mjs';

const codeFolder = join(packageRoot, 'python');
const NAMESPACES = ['--mount', '--pid', '--net', '--ipc', '--uts', '--cgroup'];

/** No user site, no compiled files. */
export const pythonFlags = ['-s', '-B'];

export interface LaunchOptions {
  readonly workspace: string;
  /** Ask the interpreter for the versions of all packages: slow, once per host. */
  readonly listPackages?: boolean;
}

/** An interpreter that speaks our protocol on descriptor 3. */
export function launch(python: PythonChoice, { workspace, listPackages }: LaunchOptions): ChildProcess {
  const asks = listPackages ? { PYBENCH_LIST_PACKAGES: '1' } : {};
  if (python.kind === 'host') {
    return spawn(python.program, [...pythonFlags, join(codeFolder, 'interpreter.py')], {
      cwd: workspace,
      env: { ...environment(workspace), ...asks, PATH: process.env['PATH'] },
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      detached: true,
    });
  }
  const own = ['--user', '--map-root-user', ...NAMESPACES];
  return enter(python.image, own, { workspace, sockets: '-', script: 'interpreter.py', env: asks });
}

/**
 * A zygote that speaks frames on descriptor 3 and dials the socket in the folder `sockets`. Started by root it gives up
 * root by itself, once the image, which may lie in root's own folder, has been entered.
 */
export function launchZygote(
  image: Image,
  sockets: string,
  settings: { readonly level: 'full' | 'root'; readonly [key: string]: unknown },
): ChildProcess {
  const asRoot = process.getuid?.() === 0;
  const drops = asRoot && settings.level === 'full';
  const env = {
    PYBENCH_ZYGOTE: JSON.stringify({ ...settings, flags: pythonFlags, ...(drops ? { dropTo: DROP_TO } : {}) }),
  };
  const own = drops ? ['--mount', '--pid'] : [...(asRoot ? [] : ['--user', '--map-root-user']), ...NAMESPACES];
  return enter(image, own, { workspace: '-', sockets, script: 'zygote.py', env });
}

/** A user id that no account of a usual system has. */
const DROP_TO = 64_123;

interface EnterOptions {
  readonly workspace: string;
  readonly sockets: string;
  readonly script: string;
  readonly env: Record<string, string>;
}

function enter(image: Image, namespaces: readonly string[], options: EnterOptions): ChildProcess {
  const { workspace, sockets, script, env } = options;
  const into = ['sh', join(codeFolder, 'enter-image.sh'), image.rootfs, codeFolder, workspace, sockets];
  const command = ['/usr/bin/python3', ...pythonFlags, `/run/pybench/${script}`];
  return spawn('unshare', [...namespaces, '--fork', '--kill-child', ...into, ...command], {
    env: { ...environment('/tmp'), ...env, PYBENCH_IN_IMAGE: '1' },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    detached: true,
  });
}

/** The process id of the Python itself: with an image it is the child of the process that we started. */
export function pythonPid(child: ChildProcess, python: PythonChoice): number | undefined {
  if (python.kind === 'host' || !child.pid) return child.pid;
  try {
    const [first] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ');
    return Number(first) || undefined;
  } catch {
    return undefined; // It has just ended.
  }
}

/** Nothing of our own environment: keys live there. One thread per library, so that a cell's time is its own. */
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
