// Assignment: every worker gets one job, no job goes to two workers, and the sum of the costs is the least (or the
// most) possible.
import { z } from 'zod';
import type { Json } from '../../../../core/index.ts';
import { Flaw, readMapping, readName, type Proved } from './claim.ts';

export const assignmentSchema = z.object({
  prover: z.literal('assignment'),
  goal: z.enum(['least', 'most']),
  workers: z.array(z.string()).min(1),
  /** At least as many jobs as workers. */
  jobs: z.array(z.string()).min(1),
  /** By worker, then by job; null where the worker cannot do the job. */
  costs: z.array(z.array(z.number().nullable())),
});
export type AssignmentProblem = z.infer<typeof assignmentSchema>;

/** The claim gives a job for each worker. */
export function proveAssignment(instance: AssignmentProblem, claim: Json): Proved {
  const { workers, jobs, costs } = instance;
  const given = readMapping(claim, ['worker', 'job'], workers);
  const taken = new Map<string, string>();
  let value = 0;
  for (const [row, worker] of workers.entries()) {
    const job = readName(given.get(worker) ?? null, 'job', jobs);
    const before = taken.get(job);
    if (before !== undefined) throw new Flaw(`"${job}" goes to both "${before}" and "${worker}"`, [before, worker]);
    taken.set(job, worker);
    const cost = costs[row]?.[jobs.indexOf(job)];
    if (cost === null || cost === undefined) throw new Flaw(`"${worker}" cannot do "${job}"`, [worker]);
    value += cost;
  }
  const best = bestAssignment(instance);
  if (best === undefined) throw new Error('this assignment has no solution');
  return { value, best: best.value, of: 'sum' };
}

/** The Hungarian method with potentials, row by row; undefined when not every worker can get a job. */
export function bestAssignment({ goal, workers, jobs, costs }: AssignmentProblem) {
  const sign = goal === 'least' ? 1 : -1;
  const largest = Math.max(1, ...costs.flat().map((cost) => Math.abs(cost ?? 0)));
  // More expensive than any complete solution without a forbidden pair.
  const forbidden = largest * (2 * workers.length + 1);
  const cost = (row: number, column: number) => {
    const given = costs[row - 1]?.[column - 1] ?? null;
    return given === null ? forbidden : sign * given;
  };
  const [n, m] = [workers.length, jobs.length];
  const byRow = new Float64Array(n + 1);
  const byColumn = new Float64Array(m + 1);
  /** The row that is assigned to each column; 0 means no row. */
  const holder = new Int32Array(m + 1);
  for (let row = 1; row <= n; row += 1) {
    const way = new Int32Array(m + 1);
    const least = new Float64Array(m + 1).fill(Infinity);
    const used = new Uint8Array(m + 1);
    let column = 0;
    holder[0] = row;
    do {
      used[column] = 1;
      const here = holder[column] ?? 0;
      let [delta, next] = [Infinity, 0];
      for (let j = 1; j <= m; j += 1) {
        if (used[j]) continue;
        const reduced = cost(here, j) - (byRow[here] ?? 0) - (byColumn[j] ?? 0);
        if (reduced < (least[j] ?? 0)) [least[j], way[j]] = [reduced, column];
        if ((least[j] ?? 0) < delta) [delta, next] = [least[j] ?? 0, j];
      }
      for (let j = 0; j <= m; j += 1) {
        if (used[j]) {
          byRow[holder[j] ?? 0] = (byRow[holder[j] ?? 0] ?? 0) + delta;
          byColumn[j] = (byColumn[j] ?? 0) - delta;
        } else least[j] = (least[j] ?? 0) - delta;
      }
      column = next;
    } while (holder[column] !== 0);
    while (column !== 0) {
      const before = way[column] ?? 0;
      holder[column] = holder[before] ?? 0;
      column = before;
    }
  }
  const jobOf = new Map<string, string>();
  let value = 0;
  for (let column = 1; column <= m; column += 1) {
    const row = holder[column] ?? 0;
    if (row === 0) continue;
    const given = costs[row - 1]?.[column - 1] ?? null;
    if (given === null) return undefined;
    value += given;
    jobOf.set(workers[row - 1] ?? '', jobs[column - 1] ?? '');
  }
  return { value, jobOf };
}
