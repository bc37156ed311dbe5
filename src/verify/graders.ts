// The graders of this process: a few warm ones, each replaced after any fault. A file that breaks the bounds fails its
// check; a fault in a verifier is ours, and is thrown.
import { availableParallelism } from 'node:os';
import { Problem, type CheckResult } from '../core/index.ts';
import { Grader, type Assignment, type Graded } from './grader.ts';

const idle: Grader[] = [];
const waiting: (() => void)[] = [];
let free = availableParallelism();

export async function gradeInProcess(assignment: Assignment): Promise<CheckResult[]> {
  const { checks, untilFailure } = assignment;
  const results: CheckResult[] = [];
  while (results.length < checks.length) {
    const rest = { ...assignment, checks: checks.slice(results.length) };
    const graded = await withGrader((grader) => grader.grade(rest));
    if (graded.fault !== undefined) throw new Problem(`the grader failed: ${graded.fault}`);
    results.push(...graded.results);
    const culprit = checks[results.length];
    if (culprit && graded.broken !== undefined) {
      const { name, kind, cites } = culprit;
      results.push({
        name,
        kind,
        cites,
        ok: false,
        message: `could not be examined: ${graded.broken}`,
        fault: 'broken',
      });
    }
    if (untilFailure && failed(results)) break;
  }
  return results;
}

export function failed(results: readonly CheckResult[]): boolean {
  return results.some(({ ok }) => !ok);
}

async function withGrader(use: (grader: Grader) => Promise<Graded>): Promise<Graded> {
  if (free > 0) free -= 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    let grader = idle.pop();
    while (grader && !grader.usable) grader = idle.pop();
    grader ??= new Grader();
    const graded = await use(grader);
    if (grader.usable && graded.broken === undefined) idle.push(grader);
    return graded;
  } finally {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  }
}
