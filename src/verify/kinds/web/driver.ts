// One driver as the parent sees it: a warm process with a browser, bounded in memory and time while it does a job.
import { below, nodeFlags, treeUsage } from '../../../system/index.ts';
import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { packageRoot } from '../../../../setup/root.mjs';
import { describeJob, type BrowserJob } from './job.ts';

/** Of all processes of the browser, beyond what they share. An ordinary page takes a tenth of it. */
const MAX_BYTES = 1.25 * 2 ** 30;
/** Of computing, which is fair under load; and of waiting. */
const MAX_CPU_SECONDS = 10;
const MAX_MS = 180_000;
const POLL_MS = 100;

export type DriverMessage = { step: number } | { transcript: string } | { problem: string } | { broken: string };

export type PlayedPage =
  | { readonly transcript: string }
  /** The page went beyond the bounds. */
  | { readonly exceeded: string }
  /** The browser was lost, nobody knows by whose doing. */
  | { readonly broken: string }
  /** There is no browser on this machine. */
  | { readonly problem: string };

export class Driver {
  readonly #child: ChildProcess;
  #alive = true;

  constructor() {
    this.#child = fork(join(packageRoot, 'dist', 'src', 'verify', 'kinds', 'web', 'driver-process.js'), {
      env: { ...homes(), PATH: process.env['PATH'] },
      execArgv: nodeFlags(),
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    });
    this.#child.on('error', () => (this.#alive = false));
    this.#child.on('close', () => (this.#alive = false));
    this.#rest();
  }

  /** Fit for another job. */
  get usable(): boolean {
    return this.#alive;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  run(job: BrowserJob): Promise<PlayedPage> {
    const child = this.#child;
    child.ref();
    child.channel?.ref();
    const pid = child.pid ?? 0;
    return new Promise((resolve) => {
      let step = -1;
      const startedAt = performance.now();
      let cpuBefore: number | undefined;
      const where = () => describeJob(job, step);
      const finish = (played: PlayedPage) => {
        clearInterval(watch);
        child.off('message', onMessage).off('close', onClose).off('error', onClose);
        if (!('transcript' in played)) this.#kill();
        this.#rest();
        resolve(played);
      };
      const watch = setInterval(() => {
        const { bytes, cpuSeconds } = treeUsage(pid);
        // The start of the browser is not the page's.
        if (step >= 0) cpuBefore ??= cpuSeconds;
        if (bytes > MAX_BYTES) finish({ exceeded: `the page took too much memory${where()}` });
        else if (cpuBefore !== undefined && cpuSeconds - cpuBefore > MAX_CPU_SECONDS)
          finish({ exceeded: `the page kept the browser busy for more than ${MAX_CPU_SECONDS} s${where()}` });
        else if (performance.now() - startedAt > MAX_MS)
          finish({ exceeded: `the page was not done after ${MAX_MS / 1000} s${where()}` });
      }, POLL_MS);
      const onMessage = (message: DriverMessage) => {
        if ('step' in message) step = message.step;
        else finish(message);
      };
      const onClose = () => finish({ broken: `the browser was lost${where()}` });
      child.on('message', onMessage).on('close', onClose).on('error', onClose);
      child.send(job, (error) => error && finish({ broken: error.message }));
    });
  }

  /** The driver and, in case it can no longer do that itself, everything below it. */
  #kill(): void {
    this.#alive = false;
    const { pid } = this.#child;
    for (const each of pid === undefined ? [] : [...below(pid), pid]) {
      try {
        process.kill(each, 'SIGKILL');
      } catch {
        // It has just ended.
      }
    }
  }

  /** While it has nothing to do it keeps nobody from ending; it ends with us. */
  #rest(): void {
    this.#child.unref();
    this.#child.channel?.unref();
  }
}

/** Where images are found; nothing else of our environment. */
function homes(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => ['HOME', 'XDG_CACHE_HOME'].includes(name)),
  ) as Record<string, string>;
}
