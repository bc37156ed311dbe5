// Starts a Python that speaks our protocol on descriptor 3: the image's in namespaces of its own, or the host's.
import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PythonChoice } from '../../setup/python.mjs';
import { packageRoot } from '../../setup/root.mjs';

const codeFolder = join(packageRoot, 'python');

export interface LaunchOptions {
  readonly workspace: string;
  /** Ask the interpreter for the versions of all packages: slow, once per host. */
  readonly listPackages?: boolean;
}

export function launch(python: PythonChoice, { workspace, listPackages }: LaunchOptions): ChildProcess {
  const stdio = ['ignore', 'pipe', 'pipe', 'pipe'] as const;
  const asks = listPackages ? { PYBENCH_LIST_PACKAGES: '1' } : {};
  if (python.kind === 'host') {
    const env = { ...environment(workspace), ...asks, PATH: process.env['PATH'] };
    const args = [...pythonFlags(), join(codeFolder, 'interpreter.py')];
    return spawn(python.program, args, { cwd: workspace, env, stdio: [...stdio], detached: true });
  }
  const env = { ...environment('/tmp'), ...asks, PYBENCH_IN_IMAGE: '1' };
  const namespaces = ['--user', '--map-root-user', '--mount', '--pid', '--net', '--ipc', '--uts'];
  const enter = ['sh', join(codeFolder, 'enter-image.sh'), python.image.rootfs, workspace, codeFolder];
  const command = ['/usr/bin/python3', ...pythonFlags(), '/run/pybench/interpreter.py'];
  return spawn('unshare', [...namespaces, '--fork', '--kill-child', ...enter, ...command], {
    env,
    stdio: [...stdio],
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

/** No user site, no compiled files; `-P` would be safer than editing sys.path, but older Pythons lack it. */
function pythonFlags(): string[] {
  return ['-s', '-B'];
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
  };
}
