// The reader of /proc: what processes use, which are below one, and which still run. Elsewhere than on Linux it finds none.
import { readdirSync, readFileSync } from 'node:fs';

export interface ProcessUsage {
  /** Memory of its own: the program itself is shared with others. */
  readonly bytes: number;
  /** Of processes that are alive. */
  readonly cpuSeconds: number;
}

/** Ticks of the kernel's clock, as user space sees them on every Linux. */
const TICKS = 100;

/** Of a process and all below it: a browser is many processes. */
export function treeUsage(root: number): ProcessUsage {
  const each = [root, ...below(root)].map(processUsage);
  return {
    bytes: each.reduce((sum, { bytes }) => sum + bytes, 0),
    cpuSeconds: each.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
  };
}

/** All descendants of a process. */
export function below(pid: number): number[] {
  const threads = list(`/proc/${pid}/task`);
  const children = threads.flatMap((thread) =>
    read(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  );
  return children.flatMap((child) => [child, ...below(child)]);
}

export function processUsage(pid: number): ProcessUsage {
  const status = read(`/proc/${pid}/status`);
  const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
  return {
    bytes: (kilobytes('RssAnon') + kilobytes('RssShmem')) * 1024,
    cpuSeconds: cpuSecondsOf(pid) ?? 0,
  };
}

/** User and system time of one process, all threads; undefined once it has ended. */
export function cpuSecondsOf(pid: number): number | undefined {
  const fields = statOf(pid);
  return fields.length > 12 ? (Number(fields[11]) + Number(fields[12])) / TICKS : undefined;
}

/** Whether it runs: one that has ended may still wait for its parent to read its exit code. */
export function isRunning(pid: number): boolean {
  const [state = ''] = statOf(pid);
  return state !== '' && state !== 'Z' && state !== 'X';
}

export function processIds(): number[] {
  return list('/proc').map(Number).filter(Number.isInteger);
}

/** Its variables, separated by zero bytes. Empty for a process of another user. */
export function environmentOf(pid: number): string {
  return read(`/proc/${pid}/environ`);
}

/** Fields of /proc/PID/stat from the state on. The name before it may hold anything, so they are counted from its end. */
function statOf(pid: number): string[] {
  return read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // It has ended.
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}
