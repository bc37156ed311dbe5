// A sandbox that is a process in a folder of this machine, one Python at a time: isolation `none` and `landlock`.
import type { ChildProcess } from 'node:child_process';
import type { Duplex } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { HostPython, PythonChoice } from '../../setup/python.mjs';
import type { Limits, Collected } from '../core/index.ts';
import { killGroup, sendSignal } from '../system/index.ts';
import { watchTime } from './clock.ts';
import { childPid, launch, launchFenced } from './launch.ts';
import type { PythonProcess, Sandbox } from './sandbox.ts';
import type { Workspace } from './workspace.ts';

/** How the Pythons of a sandbox are started and ended. */
export interface Launcher {
  readonly launch: (workspace: Workspace) => ChildProcess;
  /** Whether the launched process is the parent of the Python. */
  readonly nested: boolean;
  /** Ends the Python and, as far as the level can, all processes that it started. */
  readonly end: (pid: number) => void;
}

/** Isolation `none`: it separates honest code only. */
export function plainLauncher(python: PythonChoice, listPackages = false): Launcher {
  return {
    launch: (workspace) => launch(python, { workspace, listPackages }),
    nested: python.kind === 'image',
    // The Python has its own process group. With an image the whole namespace ends; otherwise at least this group does.
    end: killGroup,
  };
}

/** Isolation `landlock`: on SIGTERM the parent ends everything. */
export function fencedLauncher(python: HostPython, limits: Limits, listPackages = false): Launcher {
  return {
    launch: (workspace) => launchFenced(python, { workspace, listPackages, limits }),
    nested: true,
    end: (pid) => sendSignal(pid, 'SIGTERM'),
  };
}

export class ProcessSandbox implements Sandbox {
  readonly #launcher: Launcher;
  readonly #workspace: Workspace;
  #process: PythonProcess | undefined;

  constructor(launcher: Launcher, workspace: Workspace) {
    this.#launcher = launcher;
    this.#workspace = workspace;
  }

  start(): Promise<PythonProcess> {
    this.#process = watched(this.#launcher.launch(this.#workspace), this.#launcher);
    return Promise.resolve(this.#process);
  }

  /** First ends the Python and, as far as the level can, all processes that could change a file while it is read. */
  async collect(): Promise<Collected> {
    this.#process?.kill('its work was collected');
    await this.#process?.exit;
    return await this.#workspace.collect();
  }

  /** The folder outlives its Python. */
  get gone(): boolean {
    return false;
  }

  discard(): void {
    this.#process?.kill();
  }

  async close(): Promise<void> {
    this.#process?.kill();
    await this.#process?.exit;
    await this.#workspace.remove();
  }
}

function watched(child: ChildProcess, { nested, end }: Launcher): PythonProcess {
  let killedFor: string | undefined;
  let complaint = '';
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8');
    child[name]?.on('error', () => undefined);
  }
  child.stderr?.on('data', (text: string) => (complaint = `${complaint}${text}`.slice(-2000)));
  const exit = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('exit', (code, signal) => {
      const how = signal ? `killed by ${signal}` : `exit code ${code}`;
      const last = complaint.trim().split('\n').at(-1);
      resolve(killedFor ?? (last && code !== 0 && !signal ? `${how}: ${last}` : how));
    });
  });
  const pid = () => (nested ? childPid(child) : child.pid);
  return {
    channel: child.stdio[3] as Duplex,
    exit,
    onRaw(listener) {
      for (const name of ['stdout', 'stderr'] as const) child[name]?.on('data', (text: string) => listener(name, text));
    },
    async drain() {
      // Data that has arrived is read in this round of the event loop, or in the next one.
      await setImmediate();
      await setImmediate();
    },
    watch: (limit, onExceeded) => watchTime(pid(), limit, onExceeded),
    interrupt() {
      const python = pid();
      if (python) sendSignal(python, 'SIGINT');
    },
    kill(reason) {
      killedFor ??= reason;
      if (child.pid) end(child.pid);
    },
  };
}
