// One grader as seen by the parent process: a warm process with limits on CPU time and memory that evaluates one
// submission after another. The main limit is on CPU time, so that a verdict does not depend on the load of the
// machine.
import type { CheckResult } from '../core/index.ts';
import { boundsFrom, WorkerProcess, type Bound } from '../system/index.ts';
import type { Check } from './kinds/registry.ts';
import type { Material } from './material.ts';

const HEAP_MB = 512;
const PER_CHECK = {
  bytes: 1.5 * 2 ** 30,
  cpuSeconds: 20,
  /**
   * Ends a grader that waits for an event that never occurs. Even on a busy machine, the CPU limit is reached earlier.
   */
  wallSeconds: 600,
};
const PER_SUBMISSION = { cpuSeconds: 60 };

export interface GraderJob {
  readonly checks: readonly Check[];
  readonly material: Material;
  /** Whether to stop after the first failed check, because the caller needs only the verdict. */
  readonly untilFailure: boolean;
}

export type GraderMessage = { loaded: true } | { result: CheckResult } | { fault: string } | { done: true };

export interface Graded {
  /** Results of the checks that completed, in order. */
  readonly results: readonly CheckResult[];
  /** The limit that the next check exceeded. */
  readonly exceeded?: string;
  /** How the grader failed at the next check: by an exception, or because its process ended. */
  readonly fault?: string;
}

export class Grader {
  readonly #worker = new WorkerProcess<GraderMessage>({
    program: 'src/verify/grader-process',
    heapMegabytes: HEAP_MB,
  });

  /** Whether this grader can take another submission. */
  get usable(): boolean {
    return this.#worker.usable;
  }

  close(): Promise<void> {
    return this.#worker.close();
  }

  async grade(assignment: GraderJob): Promise<Graded> {
    const results: CheckResult[] = [];
    let beyondAll = boundsFrom(this.#worker.usage(), PER_SUBMISSION);
    let beyondCheck = boundsFrom(this.#worker.usage(), PER_CHECK);
    const end = await this.#worker.run<Graded>({
      request: assignment,
      read: (message) => {
        if ('done' in message) return { results };
        if ('fault' in message) return { results, fault: message.fault };
        if ('result' in message) results.push(message.result);
        // Loading the evaluators does not count against the submission.
        else beyondAll = boundsFrom(this.#worker.usage(), PER_SUBMISSION);
        beyondCheck = boundsFrom(this.#worker.usage(), PER_CHECK);
        return undefined;
      },
      excess: (usage) => {
        const bound = beyondCheck(usage);
        if (bound) return checkReasons[bound];
        return beyondAll(usage) && `reading all of it took more than ${PER_SUBMISSION.cpuSeconds} s of CPU time`;
      },
    });
    if ('exceeded' in end) return { results, exceeded: end.exceeded };
    if ('lost' in end) return { results, fault: `the grader ${end.lost}` };
    if (end.result.fault !== undefined) this.#worker.kill();
    return end.result;
  }
}

const checkReasons: Readonly<Record<Bound, string>> = {
  bytes: 'reading it took too much memory',
  cpuSeconds: `reading it took more than ${PER_CHECK.cpuSeconds} s of CPU time`,
  wallSeconds: 'reading it did not come to an end',
};
