// Ends a process with all its descendants, or a process group.
import { setTimeout as delay } from 'node:timers/promises';
import { below, isRunning } from './proc.ts';

const POLL_MS = 5;
const MAX_WAIT_MS = 5000;

/** The process and all its descendants. */
export const treeOf = (pid: number): number[] => [pid, ...below(pid)];

export function killTree(pid: number): void {
  for (const each of treeOf(pid).toReversed()) killProcess(each);
}

/** Kills the process group of a detached child. Without an id, the child has not started. */
export function killGroup(pid: number | undefined): void {
  if (pid !== undefined) killProcess(-pid);
}

export const killProcess = (pid: number): void => sendSignal(pid, 'SIGKILL');

/** Does nothing if the process has ended. A negative id addresses a process group. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has ended already.
  }
}

/** Waits, for at most five seconds, until killed or orphaned processes have ended. */
export async function treeEnd(pids: readonly number[]): Promise<void> {
  const deadline = performance.now() + MAX_WAIT_MS;
  while (pids.some(isRunning) && performance.now() < deadline) await delay(POLL_MS);
}
