// What a process and all below it use, as /proc tells: a browser is many processes.
import { readdirSync, readFileSync } from 'node:fs';

export interface ProcessUsage {
  readonly bytes: number;
  /** Of those that are alive. */
  readonly cpuSeconds: number;
}

/** Ticks of the kernel's clock, as user space sees them on every Linux. */
const TICKS = 100;

export function treeUsage(root: number): ProcessUsage {
  const each = [root, ...below(root)].map(usageOf);
  return {
    bytes: each.reduce((sum, { bytes }) => sum + bytes, 0),
    cpuSeconds: each.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
  };
}

export function below(pid: number): number[] {
  const threads = list(`/proc/${pid}/task`);
  const children = threads.flatMap((thread) =>
    read(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  );
  return children.flatMap((child) => [child, ...below(child)]);
}

/** Memory of its own: the program itself is shared by all of them. */
function usageOf(pid: number): ProcessUsage {
  const status = read(`/proc/${pid}/status`);
  const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
  return {
    bytes: (kilobytes('RssAnon') + kilobytes('RssShmem')) * 1024,
    cpuSeconds: cpuSecondsOf(pid) ?? 0,
  };
}

/** User and system time of one process, all threads; undefined once it has ended. */
export function cpuSecondsOf(pid: number): number | undefined {
  // The name of a program may hold anything, so count from behind it.
  const fields = read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
  return fields.length > 12 ? (Number(fields[11]) + Number(fields[12])) / TICKS : undefined;
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // It has just ended.
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
