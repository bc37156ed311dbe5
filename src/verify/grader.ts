// One grader as the parent sees it: a warm process, bounded in time and memory, that judges one submission after another.
import { fork, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../setup/root.mjs';
import type { CheckResult } from '../core/index.ts';
import type { Check } from './check.ts';
import type { Material } from './material.ts';

const HEAP_MB = 512;
const MAX_RESIDENT_BYTES = 1.5 * 2 ** 30;
const PAGE_BYTES = 4096;
/** For one check. */
const MAX_MS = 20_000;
const POLL_MS = 50;

export interface Assignment {
  readonly checks: readonly Check[];
  readonly material: Material;
  /** Where only the verdict counts, the checks after the first that fails are not made. */
  readonly untilFailure: boolean;
}

export type GraderMessage = { result: CheckResult } | { fault: string } | { done: true };

export interface Graded {
  /** Results of the first checks, up to the one that broke the process. */
  readonly results: readonly CheckResult[];
  /** What broke it. */
  readonly broken?: string;
  /** A fault of ours. */
  readonly fault?: string;
}

export class Grader {
  readonly #child: ChildProcess;
  #alive = true;

  constructor() {
    this.#child = fork(join(packageRoot, 'dist', 'src', 'verify', 'grader-process.js'), {
      env: {},
      execArgv: [`--max-old-space-size=${HEAP_MB}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    });
    this.#child.on('error', () => (this.#alive = false));
    this.#child.on('close', () => (this.#alive = false));
    this.#rest();
  }

  /** Fit for another submission. */
  get usable(): boolean {
    return this.#alive;
  }

  grade(assignment: Assignment): Promise<Graded> {
    const child = this.#child;
    child.ref();
    child.channel?.ref();
    return new Promise((resolve) => {
      const results: CheckResult[] = [];
      let broken: string | undefined;
      let checkedAt = performance.now();
      const watch = setInterval(() => {
        if (performance.now() - checkedAt > MAX_MS) stop(`reading it took more than ${MAX_MS / 1000} s`);
        else if (residentBytes(child.pid) > MAX_RESIDENT_BYTES) stop('reading it took too much memory');
      }, POLL_MS);
      const finish = (graded: Graded) => {
        clearInterval(watch);
        child.off('message', onMessage).off('close', onClose).off('error', onError);
        this.#rest();
        resolve(graded);
      };
      const stop = (reason: string) => {
        broken ??= reason;
        child.kill('SIGKILL');
      };
      const onMessage = (message: GraderMessage) => {
        if ('result' in message) {
          results.push(message.result);
          checkedAt = performance.now();
        } else if ('done' in message) finish({ results });
        else {
          this.#alive = false;
          child.kill('SIGKILL');
          finish({ results, fault: message.fault });
        }
      };
      const onClose = (code: number | null) =>
        finish({ results, broken: broken ?? `the grader ended with code ${code}` });
      const onError = (error: Error) => finish({ results, fault: error.message });
      child.on('message', onMessage).on('close', onClose).on('error', onError);
      child.send(assignment, (error) => error && child.kill('SIGKILL'));
    });
  }

  /** While it has nothing to do it keeps nobody from ending; it ends with us. */
  #rest(): void {
    this.#child.unref();
    this.#child.channel?.unref();
  }
}

function residentBytes(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES;
  } catch {
    return 0; // No /proc here, or it has just ended: the timer remains.
  }
}
