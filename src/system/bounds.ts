// Bounds of a process that works on untrusted data: memory, CPU time and, far beyond both, time on the clock.
import type { ProcessUsage } from './proc.ts';

export interface Bounds {
  /** Resident memory of its own. */
  readonly bytes: number;
  /** CPU time, which does not depend on what else the machine does. */
  readonly cpuSeconds: number;
  /** A cap on waiting. */
  readonly wallSeconds: number;
}
export type Bound = keyof Bounds;

/** Counts from now, when the usage is `before`; the function that it returns names the bound that a later usage exceeds. */
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
