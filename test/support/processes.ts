// Lists the processes of this machine or the descendants of one process, and waits for conditions.
import { below, commandOf, isRunning, processIds } from '../../src/system/index.ts';

interface ProcessInfo {
  readonly pid: number;
  readonly command: string;
}

export function allProcesses(): ProcessInfo[] {
  return infoOf(processIds());
}

export function descendants(root: number): ProcessInfo[] {
  return infoOf(below(root));
}

const infoOf = (pids: readonly number[]): ProcessInfo[] =>
  pids.filter(isRunning).map((pid) => ({ pid, command: commandOf(pid) }));

/** Polls until the condition holds; false if it does not hold within the time. */
export async function eventually(holds: () => boolean, withinMs = 10_000): Promise<boolean> {
  const end = Date.now() + withinMs;
  while (!holds()) {
    if (Date.now() > end) return false;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return true;
}

/** The measurement after one second without a change: sandboxes that are made in advance may still be starting. */
export async function atRest<T>(measure: () => T): Promise<T> {
  const QUIET_MS = 1000;
  let last = measure();
  for (let since = Date.now(); Date.now() - since < QUIET_MS;) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    const next = measure();
    if (JSON.stringify(next) !== JSON.stringify(last)) since = Date.now();
    last = next;
  }
  return last;
}
