// The plain sandbox: one Python subprocess at a time in a folder. It keeps honest code apart and nothing more:
// isolation `none`.
import type { ChildProcess } from 'node:child_process';
import type { Duplex } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { PythonChoice } from '../../setup/python.mjs';
import { watchTime } from './clock.ts';
import { launch, pythonPid } from './launch.ts';
import type { PythonProcess, Sandbox } from './sandbox.ts';
import type { Workspace } from './workspace.ts';

export class PlainSandbox implements Sandbox {
  readonly #python: PythonChoice;
  readonly #workspace: Workspace;
  readonly #listPackages: boolean;
  #process: PythonProcess | undefined;

  constructor(python: PythonChoice, workspace: Workspace, options: { listPackages?: boolean } = {}) {
    this.#python = python;
    this.#workspace = workspace;
    this.#listPackages = options.listPackages ?? false;
  }

  start(): Promise<PythonProcess> {
    const child = launch(this.#python, { workspace: this.#workspace.folder, listPackages: this.#listPackages });
    this.#process = plainProcess(child, this.#python);
    return Promise.resolve(this.#process);
  }

  collect() {
    return this.#workspace.collect();
  }

  async close(): Promise<void> {
    this.#process?.kill();
    await this.#process?.exit;
    await this.#workspace.remove();
  }
}

function plainProcess(child: ChildProcess, python: PythonChoice): PythonProcess {
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
  return {
    channel: child.stdio[3] as Duplex,
    exit,
    onRaw(listener) {
      for (const name of ['stdout', 'stderr'] as const) child[name]?.on('data', (text: string) => listener(name, text));
    },
    async drain() {
      // What lies ready is read in this round of the event loop, or in the next one if it came after its look around.
      await setImmediate();
      await setImmediate();
    },
    watch: (limit, onExceeded) => watchTime(pythonPid(child, python), limit, onExceeded),
    interrupt() {
      const pid = pythonPid(child, python);
      if (pid) trySignal(pid, 'SIGINT');
    },
    kill(reason) {
      killedFor ??= reason;
      // A group of its own: with an image the namespace ends with it, otherwise at least its own children do.
      if (child.pid) trySignal(-child.pid, 'SIGKILL');
    },
  };
}

function trySignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended already.
  }
}
