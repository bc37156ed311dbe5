// The time of a cell: CPU time of its process, with a limit on wall time for cells that sleep.
import { boundsFrom, processStat, type ProcessUsage } from '../system/index.ts';

const POLL_MS = 100;

export interface TimeLimit {
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
}

/** Calls back once when the limit is exceeded. Returns the function that stops watching. */
export function watchTime(pid: number | undefined, limit: TimeLimit, onExceeded: (reason: string) => void): () => void {
  const exceeded = boundsFrom(usageOf(pid), limit);
  const timer = setInterval(() => {
    const bound = exceeded(usageOf(pid));
    if (!bound) return;
    clearInterval(timer);
    onExceeded(
      bound === 'cpuSeconds'
        ? `the cell used more than ${limit.cpuSeconds} s of CPU time`
        : `the cell ran for more than ${limit.wallSeconds} s`,
    );
  }, POLL_MS);
  return () => clearInterval(timer);
}

/** CPU time of a process and of its children that have ended; 0 where there is no /proc. */
function usageOf(pid: number | undefined): ProcessUsage {
  const stat = pid ? processStat(pid) : undefined;
  return { bytes: 0, cpuSeconds: stat ? stat.cpuSeconds + stat.endedChildrenCpuSeconds : 0 };
}
