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
  return childProcessesOf(pid).flatMap((child) => [child, ...below(child)]);
}

/** Each thread of a process may start children of its own. */
export function childProcessesOf(pid: number): number[] {
  return list(`/proc/${pid}/task`).flatMap((thread) =>
    read(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  );
}

export function processUsage(pid: number): ProcessUsage {
  const status = read(`/proc/${pid}/status`);
  const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
  return {
    bytes: (kilobytes('RssAnon') + kilobytes('RssShmem')) * 1024,
    cpuSeconds: processStat(pid)?.cpuSeconds ?? 0,
  };
}

export interface ProcessStat {
  /** Whether it runs: one that has ended may still wait for its parent to read its exit code. */
  readonly running: boolean;
  /** User and system time, all threads. */
  readonly cpuSeconds: number;
  /** The same of its children that have ended. */
  readonly endedChildrenCpuSeconds: number;
  /** In ticks since the machine started: it tells apart processes that have had the same id. */
  readonly started: string;
}

/** Undefined once its parent has read its exit code. */
export function processStat(pid: number): ProcessStat | undefined {
  // The name of a program may hold anything, so the fields are counted from behind it.
  const fields = read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
  const [state = '', started] = [fields[0], fields[19]];
  if (started === undefined) return undefined;
  const seconds = (first: number) => (Number(fields[first]) + Number(fields[first + 1])) / TICKS;
  return {
    running: state !== 'Z' && state !== 'X',
    cpuSeconds: seconds(11),
    endedChildrenCpuSeconds: seconds(13),
    started,
  };
}

export const isRunning = (pid: number): boolean => processStat(pid)?.running ?? false;

/** All processes of the machine that this one can see. */
export function processIds(): number[] {
  return list('/proc').map(Number).filter(Number.isInteger);
}

/** Its variables, separated by zero bytes. Empty for a process of another user. */
export function environmentOf(pid: number): string {
  return read(`/proc/${pid}/environ`);
}

/** Its arguments, separated by spaces. */
export function commandOf(pid: number): string {
  return Buffer.from(read(`/proc/${pid}/cmdline`), 'latin1')
    .toString('utf8')
    .replaceAll('\0', ' ')
    .trim();
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // The process has ended.
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}
