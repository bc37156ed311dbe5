// Bounds of a process that works on untrusted data: memory, CPU time and, as a generous last limit, wall time.
import type { ProcessUsage } from './proc.ts';

export interface Bounds {
  /** Resident memory without mapped files. */
  readonly bytes: number;
  /** CPU time, which does not depend on the load of the machine. */
  readonly cpuSeconds: number;
  /** Wall time, which also limits a process that only waits. */
  readonly wallSeconds: number;
}
export type Bound = keyof Bounds;

/** Measures from now, when the usage is `before`. The returned function names the bound that a later usage exceeds. */
export function boundsFrom(
  before: ProcessUsage,
  { bytes = Infinity, cpuSeconds = Infinity, wallSeconds = Infinity }: Partial<Bounds>,
): (usage: ProcessUsage) => Bound | undefined {
  const startedAt = performance.now();
  return (usage) => {
    if (usage.bytes > bytes) return 'bytes';
    if (usage.cpuSeconds - before.cpuSeconds > cpuSeconds) return 'cpuSeconds';
    return performance.now() - startedAt > wallSeconds * 1000 ? 'wallSeconds' : undefined;
  };
}
