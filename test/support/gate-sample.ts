// The sample of tasks whose gates run again in `npm test`, in addition to the stale ones. It changes every day.

/** The maximum number of tasks in a sample. */
const SIZE = 12;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The number of the sample: PYBENCH_SAMPLE, or the day. The same number selects the same sample of the same tasks. */
export function sampleNumber(env = process.env, now = Date.now()): number {
  const given = env['PYBENCH_SAMPLE'];
  if (given === undefined || given === '') return Math.floor(now / DAY_MS);
  if (!/^\d{1,9}$/.test(given)) throw new Error(`PYBENCH_SAMPLE=${given}: it must be a whole number`);
  return Number(given);
}

/** At most `size` tasks, spread over the list. Consecutive numbers cover all tasks before a task repeats. */
export function gateSample<T>(tasks: readonly T[], number: number, size = SIZE): T[] {
  if (tasks.length <= size) return [...tasks];
  const stride = Math.ceil(tasks.length / size);
  return tasks.filter((_, index) => index % stride === number % stride);
}
