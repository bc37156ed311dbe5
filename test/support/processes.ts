// The processes below one, as /proc tells.
import { readdirSync, readFileSync } from 'node:fs';

export interface ProcessInfo {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

export function allProcesses(): ProcessInfo[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((pid) => {
      try {
        const status = readFileSync(`/proc/${pid}/status`, 'utf8');
        if (/^State:\s+[ZX]/m.test(status)) return [];
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
        return [{ pid: Number(pid), parent: Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]), command }];
      } catch {
        return []; // It has just ended.
      }
    });
}

export function descendants(root: number): ProcessInfo[] {
  const all = allProcesses();
  const below = (pid: number): ProcessInfo[] =>
    all.filter(({ parent }) => parent === pid).flatMap((each) => [each, ...below(each.pid)]);
  return below(root);
}

/** Waits until something holds, looking again and again; false when it does not within the time. */
export async function eventually(holds: () => boolean, withinMs = 10_000): Promise<boolean> {
  const end = Date.now() + withinMs;
  while (!holds()) {
    if (Date.now() > end) return false;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return true;
}

/** What is measured once it has stopped changing: sandboxes made ahead of time may still be on their way. */
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
