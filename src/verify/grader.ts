// One grader as the parent sees it: a warm process, bounded in CPU time and memory, that judges one submission after
// another. The bounds are of CPU time, so that a verdict does not depend on what else the machine is doing.
import { cpuSecondsOf, nodeFlags } from '../system/index.ts';
import { fork, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../setup/root.mjs';
import type { CheckResult } from '../core/index.ts';
import type { Check } from './kinds/registry.ts';
import type { Material } from './material.ts';

const HEAP_MB = 512;
const MAX_RESIDENT_BYTES = 1.5 * 2 ** 30;
const PAGE_BYTES = 4096;
/** Of CPU time: for one check, and for all checks of a submission. */
const CHECK_CPU_SECONDS = 20;
const ALL_CPU_SECONDS = 60;
/** For a grader that waits for something that never comes. Far beyond what a loaded machine makes of the CPU time. */
const CHECK_WALL_SECONDS = 600;
const POLL_MS = 50;

export interface GraderJob {
  readonly checks: readonly Check[];
  readonly material: Material;
  /** Where only the verdict counts, the checks after the first that fails are not made. */
  readonly untilFailure: boolean;
}

export type GraderMessage = { loaded: true } | { result: CheckResult } | { fault: string } | { done: true };

export interface Graded {
  /** Results of the first checks, up to the one that did not come to an end. */
  readonly results: readonly CheckResult[];
  /** The bound that this check exceeded. */
  readonly exceeded?: string;
  /** How the grader failed at it: an exception, or the death of the process. */
  readonly fault?: string;
}

export class Grader {
  readonly #child: ChildProcess;
  #alive = true;

  constructor() {
    this.#child = fork(join(packageRoot, 'dist', 'src', 'verify', 'grader-process.js'), {
      env: {},
      execArgv: nodeFlags(HEAP_MB),
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

  grade(assignment: GraderJob): Promise<Graded> {
    const child = this.#child;
    child.ref();
    child.channel?.ref();
    return new Promise((resolve) => {
      const results: CheckResult[] = [];
      let exceeded: string | undefined;
      let start = used(child.pid);
      let check = start;
      const watch = setInterval(() => {
        const reason = beyond(used(child.pid), check, start);
        if (reason !== undefined) stop(reason);
        else if (residentBytes(child.pid) > MAX_RESIDENT_BYTES) stop('reading it took too much memory');
      }, POLL_MS);
      const finish = (graded: Graded) => {
        clearInterval(watch);
        child.off('message', onMessage).off('close', onClose).off('error', onError);
        this.#rest();
        resolve(graded);
      };
      const stop = (reason: string) => {
        exceeded ??= reason;
        child.kill('SIGKILL');
      };
      const onMessage = (message: GraderMessage) => {
        if ('loaded' in message) {
          start = used(child.pid);
          check = start;
        } else if ('result' in message) {
          results.push(message.result);
          check = used(child.pid);
        } else if ('done' in message) finish({ results });
        else {
          this.#alive = false;
          child.kill('SIGKILL');
          finish({ results, fault: message.fault });
        }
      };
      const onClose = (code: number | null) =>
        finish(
          exceeded === undefined ? { results, fault: `the grader ended with code ${code}` } : { results, exceeded },
        );
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

interface Used {
  /** Undefined where there is no /proc, or the process has just ended. */
  readonly cpuSeconds: number | undefined;
  readonly wallSeconds: number;
}

function used(pid: number | undefined): Used {
  return { cpuSeconds: pid === undefined ? undefined : cpuSecondsOf(pid), wallSeconds: performance.now() / 1000 };
}

/** The bound that has been passed, counted from the start of the check and from the start of the submission. */
function beyond(now: Used, check: Used, start: Used): string | undefined {
  const cpu = (since: Used) => (now.cpuSeconds ?? 0) - (since.cpuSeconds ?? 0);
  if (cpu(check) > CHECK_CPU_SECONDS) return `reading it took more than ${CHECK_CPU_SECONDS} s of CPU time`;
  if (cpu(start) > ALL_CPU_SECONDS) return `reading all of it took more than ${ALL_CPU_SECONDS} s of CPU time`;
  if (now.wallSeconds - check.wallSeconds > CHECK_WALL_SECONDS) return 'reading it did not come to an end';
  return undefined;
}

function residentBytes(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES;
  } catch {
    return 0; // No /proc here, or it has just ended: the bound of wall time remains.
  }
}
