// CPU time of this process and of all that it started, the buried included.
import { readdirSync, readFileSync } from 'node:fs';

/** A second, as /proc counts on every Linux of today. */
const TICKS = 100;

export interface CpuSeconds {
  readonly own: number;
  /** Of child processes at any depth: zygotes, sandboxes, graders, browsers. */
  readonly children: number;
}

export function cpuSeconds(): CpuSeconds {
  const { user, system } = process.cpuUsage();
  const [, buried] = ticksOf(process.pid);
  const living = childrenOf(process.pid).reduce((sum, pid) => sum + treeTicks(pid), 0);
  return { own: (user + system) / 1e6, children: (buried + living) / TICKS };
}

export function cpuSince({ own, children }: CpuSeconds): CpuSeconds {
  const now = cpuSeconds();
  return { own: now.own - own, children: now.children - children };
}

function treeTicks(pid: number): number {
  const [alive, buried] = ticksOf(pid);
  return childrenOf(pid).reduce((sum, child) => sum + treeTicks(child), alive + buried);
}

/** Of the process itself, and of its children that have ended. */
function ticksOf(pid: number): [number, number] {
  const line = read(`/proc/${pid}/stat`);
  // A name may hold anything, so we count from its end.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const [user = 0, system = 0, buriedUser = 0, buriedSystem = 0] = fields.slice(11, 15).map(Number);
  return [user + system, buriedUser + buriedSystem];
}

function childrenOf(pid: number): number[] {
  return threadsOf(pid).flatMap((thread) =>
    read(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  );
}

/** Each has children of its own: browsers start processes from several threads. */
function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return []; // It has just ended.
  }
}

/** Empty of a process that has just ended. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
