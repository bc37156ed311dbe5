// One grader as the parent sees it: a warm process, bounded in CPU time and memory, that evaluates one submission after
// another. The bounds are of CPU time, so that a verdict does not depend on what else the machine is doing.
import type { CheckResult } from '../core/index.ts';
import { boundsFrom, WorkerProcess, type Bound } from '../system/index.ts';
import type { Check } from './kinds/registry.ts';
import type { Material } from './material.ts';

const HEAP_MB = 512;
const PER_CHECK = {
  bytes: 1.5 * 2 ** 30,
  cpuSeconds: 20,
  /** For a grader that waits for an event that does not come. A busy machine needs far less for the CPU time above. */
  wallSeconds: 600,
};
const PER_SUBMISSION = { cpuSeconds: 60 };

export interface GraderJob {
  readonly checks: readonly Check[];
  readonly material: Material;
  /** Where only the verdict counts, a grader stops after the first check that fails. */
  readonly untilFailure: boolean;
}

export type GraderMessage = { loaded: true } | { result: CheckResult } | { fault: string } | { done: true };

export interface Graded {
  /** Results of the first checks, up to the one that did not end. */
  readonly results: readonly CheckResult[];
  /** The bound that this check exceeded. */
  readonly exceeded?: string;
  /** How the grader failed at this check: by an exception, or by the end of its process. */
  readonly fault?: string;
}

export class Grader {
  readonly #worker = new WorkerProcess<GraderMessage>({
    program: 'src/verify/grader-process',
    heapMegabytes: HEAP_MB,
  });

  /** Whether it can take another submission. */
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
