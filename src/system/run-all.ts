// Bounded concurrency: so many jobs at once, in order, until they are done or the signal says stop.
import { setMaxListeners } from 'node:events';
import { availableParallelism } from 'node:os';

/** A job that fails stops the others, and is heard when they have ended. After one that says so no other is started. */
export async function runAll<T>(
  items: Iterable<T>,
  concurrency: number,
  signal: AbortSignal,
  job: (item: T, signal: AbortSignal) => Promise<'last' | void>,
): Promise<void> {
  const stop = new AbortController();
  // Every job listens to it, and none of them leaks.
  setMaxListeners(0, stop.signal);
  const passOn = () => stop.abort(signal.reason);
  signal.addEventListener('abort', passOn);
  if (signal.aborted) passOn();
  const queue = items[Symbol.iterator]();
  const faults: unknown[] = [];
  let over = false;
  const worker = async () => {
    for (let next = queue.next(); !next.done; next = queue.next()) {
      if (over || stop.signal.aborted) return;
      try {
        if ((await job(next.value, stop.signal)) === 'last') over = true;
      } catch (error) {
        faults.push(error);
        stop.abort('another one failed');
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  signal.removeEventListener('abort', passOn);
  // The others are its echo.
  if (faults.length > 0) throw faults[0];
}

/** How many trials run at once, unless told otherwise: one that waits for a model leaves the cores to others. */
export function defaultConcurrency(talks: boolean): number {
  return availableParallelism() * (talks ? 8 : 1);
}
