// A warm Node process that runs a program of this package and answers requests over IPC, one after another, within bounds.
import { fork, type Serializable } from 'node:child_process';
import { join } from 'node:path';
import { packageRoot } from '../../setup/root.mjs';
import { BoundedProcess, type Excess, type Watching } from './bounded-process.ts';
import { nodeFlags } from './node-flags.ts';
import { processUsage, type ProcessUsage } from './proc.ts';

export interface WorkerProgram {
  /** The path of a source file in the package, without its extension: `src/verify/grader-process`. */
  readonly program: string;
  /** By default, the limit of Node. */
  readonly heapMegabytes?: number;
  /** The complete environment: no variable is inherited. */
  readonly environment?: Readonly<Record<string, string>>;
  /** By default, the usage of the process without its descendants, every 50 ms. */
  readonly watching?: Watching;
}

export interface WorkerJob<Message, Result> {
  readonly request: Serializable;
  /** Reads a message of the worker; returns the result if the message completes it. */
  readonly read: (message: Message) => Result | undefined;
  readonly excess: Excess;
}

export type WorkerEnd<Result> =
  | { readonly result: Result }
  /** A description of the bound that the job exceeded. */
  | { readonly exceeded: string }
  /** How the process ended. */
  | { readonly lost: string };

export class WorkerProcess<Message> {
  readonly #process: BoundedProcess;
  readonly #child: ReturnType<typeof fork>;

  constructor({ program, heapMegabytes, environment = {}, watching }: WorkerProgram) {
    this.#child = fork(join(packageRoot, 'dist', `${program}.js`), {
      env: { ...environment },
      execArgv: nodeFlags(heapMegabytes),
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    });
    this.#process = new BoundedProcess(this.#child, watching ?? { usage: processUsage, everyMs: 50 });
  }

  get usable(): boolean {
    return this.#process.usable;
  }

  usage(): ProcessUsage {
    return this.#process.usage();
  }

  async run<Result>({ request, read, excess }: WorkerJob<Message, Result>): Promise<WorkerEnd<Result>> {
    const child = this.#child;
    const answer = () =>
      new Promise<Result | undefined>((resolve) => {
        const finish = (result: Result | undefined) => {
          child.off('message', onMessage);
          resolve(result);
        };
        const onMessage = (message: Message) => {
          const result = read(message);
          if (result !== undefined) finish(result);
        };
        child.on('message', onMessage);
        void this.#process.ended.then(() => finish(undefined));
        child.send(request, (error) => error && this.kill());
      });
    const { result, exceeded } = await this.#process.watch(excess, answer);
    if (result !== undefined) return { result };
    return exceeded === undefined ? { lost: await this.#process.ended } : { exceeded };
  }

  kill(): void {
    this.#process.kill();
  }

  close(): Promise<void> {
    return this.#process.close();
  }
}
