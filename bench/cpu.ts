// CPU time of this process and of all its descendants, including processes that have ended.
import { childProcessesOf, processStat } from '../src/system/index.ts';

export interface CpuSeconds {
  readonly own: number;
  /** CPU time of descendants at any depth: zygotes, sandboxes, graders, browsers. */
  readonly children: number;
}

export function cpuSeconds(): CpuSeconds {
  const { user, system } = process.cpuUsage();
  const ended = processStat(process.pid)?.endedChildrenCpuSeconds ?? 0;
  const running = childProcessesOf(process.pid).reduce((sum, pid) => sum + treeSeconds(pid), 0);
  return { own: (user + system) / 1e6, children: ended + running };
}

export function cpuSince({ own, children }: CpuSeconds): CpuSeconds {
  const now = cpuSeconds();
  return { own: now.own - own, children: now.children - children };
}

function treeSeconds(pid: number): number {
  const stat = processStat(pid);
  const own = stat ? stat.cpuSeconds + stat.endedChildrenCpuSeconds : 0;
  return childProcessesOf(pid).reduce((sum, child) => sum + treeSeconds(child), own);
}
