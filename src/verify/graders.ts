// Grades submissions in a pool of warm graders; a grader is replaced after any fault. A file that exceeds the limits
// fails its check. A check at which a grader fails is evaluated once more in a fresh grader. If that fails too, the
// submission is the cause, unless the check fails in the same way without a submission: then the fault is in the
// verifier, and is thrown.
import { WarmPool } from '../system/index.ts';
import { Problem, type CheckResult } from '../core/index.ts';
import type { Check } from './kinds/registry.ts';
import { Grader, type GraderJob, type Graded } from './grader.ts';
import { withoutWork } from './material.ts';

export type Graders = WarmPool<Grader>;

export const openGraders = (): Graders => new WarmPool(() => new Grader());

const NOT_EXAMINED = 'could not be examined: ';

export async function gradeInProcess(graders: Graders, assignment: GraderJob): Promise<CheckResult[]> {
  const grade: Grade = (job) => graders.use((grader) => grader.grade(job));
  const { checks, untilFailure } = assignment;
  const material = { ...assignment.material, files: askedFiles(assignment) };
  const results: CheckResult[] = [];
  /** Files at which a grader failed. Reading them again for each of their checks would delay other trials. */
  const broken = new Set<string>();
  const isBroken = (check: Check) => fileOf(check) !== undefined && broken.has(fileOf(check) ?? '');
  while (results.length < checks.length) {
    if (untilFailure && failed(results)) break;
    const rest = checks.slice(results.length);
    const next = rest.findIndex(isBroken);
    if (next === 0)
      results.push(...rest.slice(0, 1).map((check) => notExamined(check, 'its file broke a grader before')));
    if (next === 0) continue;
    const graded = await grade({ untilFailure, material, checks: next < 0 ? rest : rest.slice(0, next) });
    results.push(...graded.results);
    const culprit = checks[results.length];
    if (!culprit || (graded.exceeded === undefined && graded.fault === undefined)) continue;
    const result =
      graded.exceeded === undefined
        ? await examineAgain(culprit, { ...assignment, material }, grade)
        : notExamined(culprit, graded.exceeded);
    results.push(result);
    if (result.message.startsWith(NOT_EXAMINED)) broken.add(fileOf(culprit) ?? '');
  }
  return results;
}

type Grade = (job: GraderJob) => Promise<Graded>;

function fileOf(check: Check): string | undefined {
  return 'file' in check ? check.file : undefined;
}

/** The files that checks read. An agent may leave hundreds of megabytes that no check reads; those are not copied. */
function askedFiles({ checks, material: { files, outputs } }: GraderJob): ReadonlyMap<string, Uint8Array> {
  const asked = new Set(checks.map(fileOf));
  return new Map([...files].filter(([path]) => asked.has(path) || path in outputs));
}

/** Evaluates the check at which a grader failed in a fresh grader. */
async function examineAgain(check: Check, { material, untilFailure }: GraderJob, grade: Grade): Promise<CheckResult> {
  const alone = { checks: [check], untilFailure };
  const { results, exceeded, fault } = await grade({ ...alone, material });
  if (results[0]) return results[0];
  if (exceeded !== undefined) return notExamined(check, exceeded);
  const bare = await grade({ ...alone, material: withoutWork(material, check) });
  if (bare.fault !== undefined) throw new Problem(`the grader failed: ${bare.fault}`);
  return notExamined(check, fault ?? 'the grader failed', 'unexamined');
}

/** A check that cannot be examined fails; otherwise a submission could avoid a failure by breaking the grader. */
function notExamined(
  { name, kind, cites }: Check,
  why: string,
  fault: 'broken' | 'unexamined' = 'broken',
): CheckResult {
  return { name, kind, cites, ok: false, message: `${NOT_EXAMINED}${why}`, fault };
}

export function failed(results: readonly CheckResult[]): boolean {
  return results.some(({ ok }) => !ok);
}
