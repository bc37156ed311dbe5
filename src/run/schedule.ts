// Bounded concurrency: so many jobs at once, in order, until they are done or the signal says stop.

export async function runAll<T>(
  items: readonly T[],
  concurrency: number,
  signal: AbortSignal,
  job: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const worker = async () => {
    for (const item of queue) {
      if (signal.aborted) return;
      await job(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker));
}
