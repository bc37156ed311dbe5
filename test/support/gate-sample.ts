// Which tasks pass their gates again in `npm test`: every stale one, and a sample of the others that changes every day.

/** Tasks of the sample. */
const SIZE = 12;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The number of the sample: PYBENCH_SAMPLE, or the day. The same number gives the same sample of the same tasks. */
export function sampleNumber(env = process.env, now = Date.now()): number {
  const given = env['PYBENCH_SAMPLE'];
  if (given === undefined || given === '') return Math.floor(now / DAY_MS);
  if (!/^\d{1,9}$/.test(given)) throw new Error(`PYBENCH_SAMPLE=${given}: it must be a whole number`);
  return Number(given);
}

/** `SIZE` of them, spread over the list. Consecutive numbers cover all before one comes twice. */
export function gateSample<T>(tasks: readonly T[], number: number, size = SIZE): T[] {
  if (tasks.length <= size) return [...tasks];
  const stride = Math.ceil(tasks.length / size);
  return tasks.filter((_, index) => index % stride === number % stride);
}
