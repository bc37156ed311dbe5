// The graders of this process: a few warm ones, each replaced after any fault. A file that breaks the bounds fails its
// check; a fault in a verifier is ours, and is thrown.
import { availableParallelism } from 'node:os';
import { Problem, type CheckResult } from '../core/index.ts';
import type { Check } from './check.ts';
import { Grader, type Graded } from './grader.ts';
import type { Material } from './material.ts';

const idle: Grader[] = [];
const waiting: (() => void)[] = [];
let free = availableParallelism();

export async function gradeInProcess(checks: readonly Check[], material: Material): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  while (results.length < checks.length) {
    const graded = await withGrader((grader) => grader.grade(checks.slice(results.length), material));
    if (graded.fault !== undefined) throw new Problem(`the grader failed: ${graded.fault}`);
    results.push(...graded.results);
    const culprit = checks[results.length];
    if (culprit) {
      const { name, kind, cites } = culprit;
      results.push({ name, kind, cites, ok: false, message: `could not be examined: ${graded.broken}` });
    }
  }
  return results;
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
