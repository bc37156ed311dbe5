// Facts about the machine, which every benchmark prints: cores, processor, Node version and load.
import { availableParallelism, cpus, loadavg } from 'node:os';

export interface Machine {
  readonly cores: number;
  readonly processor: string;
  readonly node: string;
  readonly loadBefore: number;
}

export function machineNow(): Machine {
  return {
    cores: availableParallelism(),
    processor: cpus()[0]?.model.trim() ?? 'unknown processor',
    node: process.version,
    loadBefore: loadNow(),
  };
}

export function loadNow(): number {
  return loadavg()[0] ?? 0;
}

/** A warning if other processes used the machine at the start, because they distort the result. */
export function busyWarning({ loadBefore, cores }: Machine): string | undefined {
  if (loadBefore < 0.25 * cores) return undefined;
  return `Warning: the machine was busy before it began (load ${loadBefore.toFixed(1)} on ${cores} cores): run it again when it is quiet.`;
}
