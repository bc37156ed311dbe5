// A worker process with limits on CPU time, memory and idle time, like those of a grader.
import { treeUsage } from '../src/system/index.ts';
import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { packageRoot } from '../setup/root.mjs';
import type { Job, Report } from './worker.ts';

const MAX_CPU_SECONDS = 5;
const MAX_BYTES = 1.5 * 2 ** 30;
const HEAP_MB = 512;
/** The worker is silent and uses no CPU time: it hangs. */
const MAX_IDLE_MS = 60_000;
const POLL_MS = 100;

export interface Finding {
  readonly number: number;
  readonly what: 'thrown' | 'slow' | 'memory' | 'hang' | 'died';
  readonly detail: string;
}

export interface Reading {
  /** How many inputs were read completely, and the most CPU time that one took. */
  readonly read: number;
  readonly slowestMs: number;
  readonly finding?: Finding;
}

/** Runs a job until the first finding or the deadline; starts a new process if the last one ended. */
export class BoundedWorker {
  #child: ChildProcess | undefined;

  close(): void {
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }

  run(job: Job, deadline = Infinity): Promise<Reading> {
    const child = (this.#child ??= this.#start());
    return new Promise((resolve) => {
      let at = 'bytes' in job ? 0 : job.from;
      let [read, slowestMs] = [0, 0];
      let started = { ms: performance.now(), cpu: treeUsage(child.pid ?? 0).cpuSeconds };
      const finish = (finding?: Omit<Finding, 'number'>, usable = false) => {
        clearInterval(watch);
        child.off('message', onMessage).off('close', onClose);
        if (!usable) this.close();
        resolve({ read, slowestMs, ...(finding && { finding: { number: at, ...finding } }) });
      };
      const watch = setInterval(() => {
        const { bytes, cpuSeconds } = treeUsage(child.pid ?? 0);
        const cpu = cpuSeconds - started.cpu;
        if (cpu > MAX_CPU_SECONDS) finish({ what: 'slow', detail: `more than ${MAX_CPU_SECONDS} s of CPU time` });
        else if (bytes > MAX_BYTES) finish({ what: 'memory', detail: `${Math.round(bytes / 2 ** 20)} MB` });
        else if (performance.now() - started.ms > MAX_IDLE_MS && cpu < 1)
          finish({ what: 'hang', detail: 'no CPU time used' });
      }, POLL_MS);
      const onMessage = (report: Report) => {
        if ('at' in report) {
          at = report.at;
          started = { ms: performance.now(), cpu: treeUsage(child.pid ?? 0).cpuSeconds };
          if (performance.now() > deadline) finish();
        } else if ('read' in report) {
          read += 1;
          slowestMs = Math.max(slowestMs, report.cpuMs);
          if (report.thrown !== undefined) finish({ what: 'thrown', detail: report.thrown });
          else if (report.cpuMs > MAX_CPU_SECONDS * 1000) finish({ what: 'slow', detail: `${report.cpuMs} ms` });
        } else finish(undefined, true);
      };
      const onClose = (code: number | null, signal: string | null) =>
        finish({ what: 'died', detail: `the process ended with ${signal ?? code}` });
      child.on('message', onMessage).on('close', onClose);
      child.send(job);
    });
  }

  #start(): ChildProcess {
    return fork(join(packageRoot, 'dist', 'fuzz', 'worker.js'), {
      env: {},
      execArgv: [`--max-old-space-size=${HEAP_MB}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    });
  }
}
