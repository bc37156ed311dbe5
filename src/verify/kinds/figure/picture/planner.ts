// The parent's handle of the process that finds text in pictures. The process is reused, and its CPU time, wall time
// and memory are bounded.
import { boundsFrom, WorkerProcess, type Bound } from '../../../../system/index.ts';
import type { PlanMessage } from './plan-process.ts';

const HEAP_MB = 512;
const BOUNDS = { bytes: 1.5 * 2 ** 30, cpuSeconds: 20, wallSeconds: 180 };

export class Planner {
  readonly #worker = new WorkerProcess<PlanMessage>({
    program: 'src/verify/kinds/figure/picture/plan-process',
    heapMegabytes: HEAP_MB,
  });

  /** Whether the process can take another picture. */
  get usable(): boolean {
    return this.#worker.usable;
  }

  close(): Promise<void> {
    return this.#worker.close();
  }

  async plan(png: Uint8Array): Promise<PlanMessage> {
    const exceeded = boundsFrom(this.#worker.usage(), BOUNDS);
    const end = await this.#worker.run<PlanMessage>({
      request: png,
      read: (message) => message,
      excess: (usage) => {
        const bound = exceeded(usage);
        return bound && reasons[bound];
      },
    });
    if ('result' in end) return end.result;
    return { problem: 'exceeded' in end ? end.exceeded : 'looking for its words broke the process' };
  }
}

const reasons: Readonly<Record<Bound, string>> = {
  bytes: 'looking for its words took too much memory',
  cpuSeconds: `looking for its words took more than ${BOUNDS.cpuSeconds} s`,
  wallSeconds: 'looking for its words did not end',
};
