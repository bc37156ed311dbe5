// A cell's time: CPU time of its process, with a wall cap so that sleeping ends too.
import { readFileSync } from 'node:fs';

const POLL_MS = 100;
/** Clock ticks a second, as Linux reports CPU time to programs; fixed at 100 on every architecture we run on. */
const TICKS = 100;

export interface TimeLimit {
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
}

/** Calls back once when the limit is passed. Returns how to stop watching. */
export function watchTime(pid: number | undefined, limit: TimeLimit, onExceeded: (reason: string) => void): () => void {
  const started = performance.now();
  const atStart = cpuSeconds(pid) ?? 0;
  const timer = setInterval(() => {
    const wall = (performance.now() - started) / 1000;
    const cpu = (cpuSeconds(pid) ?? 0) - atStart;
    const reason =
      cpu > limit.cpuSeconds
        ? `the cell used more than ${limit.cpuSeconds} s of CPU time`
        : wall > limit.wallSeconds
          ? `the cell ran for more than ${limit.wallSeconds} s`
          : undefined;
    if (!reason) return;
    clearInterval(timer);
    onExceeded(reason);
  }, POLL_MS);
  return () => clearInterval(timer);
}

/** User and system time of a process and of its children that have ended; undefined where there is no /proc. */
function cpuSeconds(pid: number | undefined): number | undefined {
  if (!pid) return undefined;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index] ?? 0), 0) / TICKS;
  } catch {
    return undefined;
  }
}
