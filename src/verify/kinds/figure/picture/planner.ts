// The process that looks for text in pictures, as the parent sees it: warm, bounded in CPU time and memory.
import { nodeFlags, treeUsage } from '../../../../system/index.ts';
import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { packageRoot } from '../../../../../setup/root.mjs';
import type { PlanMessage } from './plan-process.ts';

const HEAP_MB = 512;
const MAX_BYTES = 1.5 * 2 ** 30;
const MAX_CPU_SECONDS = 20;
const MAX_MS = 180_000;
const POLL_MS = 50;

export class Planner {
  readonly #child: ChildProcess;
  #alive = true;

  constructor() {
    const program = join(packageRoot, 'dist', 'src', 'verify', 'kinds', 'figure', 'picture', 'plan-process.js');
    this.#child = fork(program, {
      env: {},
      execArgv: nodeFlags(HEAP_MB),
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    });
    this.#child.on('error', () => (this.#alive = false));
    this.#child.on('close', () => (this.#alive = false));
    this.#rest();
  }

  get usable(): boolean {
    return this.#alive;
  }

  plan(png: Uint8Array): Promise<PlanMessage> {
    const child = this.#child;
    child.ref();
    child.channel?.ref();
    return new Promise((resolve) => {
      const pid = child.pid ?? 0;
      const before = treeUsage(pid).cpuSeconds;
      const startedAt = performance.now();
      let exceeded: string | undefined;
      const stop = (why: string) => {
        exceeded ??= why;
        this.#alive = false;
        child.kill('SIGKILL');
      };
      const watch = setInterval(() => {
        const { bytes, cpuSeconds } = treeUsage(pid);
        if (bytes > MAX_BYTES) stop('looking for its words took too much memory');
        else if (cpuSeconds - before > MAX_CPU_SECONDS)
          stop(`looking for its words took more than ${MAX_CPU_SECONDS} s`);
        else if (performance.now() - startedAt > MAX_MS) stop('looking for its words did not end');
      }, POLL_MS);
      const finish = (message: PlanMessage) => {
        clearInterval(watch);
        child.off('message', finish).off('close', onClose);
        this.#rest();
        resolve(message);
      };
      const onClose = () => finish({ problem: exceeded ?? 'looking for its words broke the process' });
      child.on('message', finish).on('close', onClose);
      child.send(png, (error) => error && child.kill('SIGKILL'));
    });
  }

  /** While it has nothing to do it does not keep this process alive; it ends with it. */
  #rest(): void {
    this.#child.unref();
    this.#child.channel?.unref();
  }
}
