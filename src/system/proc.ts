// Reads /proc: the usage of processes, their descendants, and whether they run. It finds no process outside of Linux.
import { readdirSync, readFileSync } from 'node:fs';

export interface ProcessUsage {
  /** Anonymous and shared resident memory, without mapped files such as the program itself. */
  readonly bytes: number;
  /** CPU time of running processes. */
  readonly cpuSeconds: number;
}

/** Ticks per second in /proc: user space sees 100 on every Linux. */
const TICKS = 100;

/** The usage of a process and all its descendants: a browser is many processes. */
export function treeUsage(root: number): ProcessUsage {
  return sumOf([root, ...below(root)].map(processUsage));
}

function sumOf(usages: readonly ProcessUsage[]): ProcessUsage {
  return {
    bytes: usages.reduce((sum, { bytes }) => sum + bytes, 0),
    cpuSeconds: usages.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
  };
}

/** How long a list of descendants is used: listing them takes several times as long as measuring them. */
const LISTED_MS = 500;

/** Measures as `treeUsage` does, at every call; descendants that are new are found within half a second. */
export function treeMeter(): (root: number) => ProcessUsage {
  let listed = { root: 0, at: -Infinity, pids: [] as readonly number[] };
  return (root) => {
    const now = performance.now();
    if (listed.root !== root || now - listed.at > LISTED_MS) listed = { root, at: now, pids: [root, ...below(root)] };
    return sumOf(listed.pids.map(processUsage));
  };
}

/** All descendants of a process. */
export function below(pid: number): number[] {
  return childProcessesOf(pid).flatMap((child) => [child, ...below(child)]);
}

/** Each thread of a process can have children. */
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
  /** False for a zombie: a process that has ended but whose parent has not read its exit code. */
  readonly running: boolean;
  /** User and system time of all threads. */
  readonly cpuSeconds: number;
  /** User and system time of its children that have ended. */
  readonly endedChildrenCpuSeconds: number;
  /** The start time in ticks since the machine started. It distinguishes processes that had the same id. */
  readonly started: string;
}

/** Undefined if the process does not exist, or if its parent has read its exit code. */
export function processStat(pid: number): ProcessStat | undefined {
  // The name of a program may contain any characters, so the fields are counted from its end.
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

/** The ids of all processes that this process can see. */
export function processIds(): number[] {
  return list('/proc').map(Number).filter(Number.isInteger);
}

/** The environment variables of a process, separated by zero bytes. Empty for a process of another user. */
export function environmentOf(pid: number): string {
  return read(`/proc/${pid}/environ`);
}

/** The arguments of a process, separated by spaces. */
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
