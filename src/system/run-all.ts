// Bounded concurrency: at most `concurrency` jobs at once, started in order, until all are done or the signal aborts.
import { setMaxListeners } from 'node:events';
import { availableParallelism } from 'node:os';

/** A job that fails stops the others; its error is thrown when they have ended. After a job that returns `last` no other starts. */
export async function runAll<T>(
  items: Iterable<T>,
  concurrency: number,
  signal: AbortSignal,
  job: (item: T, signal: AbortSignal) => Promise<'last' | void>,
): Promise<void> {
  const stop = new AbortController();
  // Every job may add a listener: a large number of listeners is not a leak.
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
  // The other errors follow from the first.
  if (faults.length > 0) throw faults[0];
}

/** The default number of concurrent trials: larger if they use a model, because they mostly wait for its replies. */
export function defaultConcurrency(talks: boolean): number {
  return availableParallelism() * (talks ? 8 : 1);
}
