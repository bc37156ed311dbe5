// Grading the answer and the files of a trial, or of a folder. A fault counts as the grader's only if the work cannot have
// caused it.
import { Problem, reasonOf, type CheckResult, type Outcome, type Collected } from '../core/index.ts';
import type { TaskInstance } from '../suite/index.ts';
import type { Submission, Verifier } from '../verify/index.ts';

type VerifyOptions = Parameters<Verifier['verify']>[2];

/** The parts of an instance that grading needs. */
export type Gradable = Pick<TaskInstance, 'answer' | 'outputs' | 'checks'>;

export interface Grading {
  readonly outcome: Outcome;
  readonly checks: readonly CheckResult[];
}

/** `block` is the JSON text of the answer, or null if there is none. */
export async function gradeWork(
  instance: Gradable,
  block: string | null,
  collected: Collected,
  verifier: Verifier,
  options: VerifyOptions = {},
): Promise<Grading> {
  if (instance.answer && block === null) {
    return { outcome: { kind: 'no-answer', reason: 'there is no answer block' }, checks: [] };
  }
  const submission = submissionOf(instance, block, collected);
  try {
    const checks = [inputsCheck(collected), ...(await verifyTwice(instance, submission, verifier, options))];
    const wrong = checks.find(({ ok }) => !ok);
    return { outcome: wrong ? { kind: 'failed', reason: wrong.message } : { kind: 'passed' }, checks };
  } catch (error) {
    const reason = reasonOf(error);
    if (error instanceof Problem) return { outcome: { kind: 'grader-error', reason }, checks: [] };
    return { outcome: { kind: 'failed', reason: `the submission could not be graded: ${reason}` }, checks: [] };
  }
}

/** Tries a second time after a fault. A fault that an empty submission causes too is the grader's own: a Problem. */
async function verifyTwice(
  { checks, outputs, answer }: Gradable,
  submission: Submission,
  verifier: Verifier,
  options: VerifyOptions,
): Promise<CheckResult[]> {
  try {
    return await verifier.verify(checks, submission, options);
  } catch (error) {
    if (error instanceof Problem) throw error;
  }
  try {
    return await verifier.verify(checks, submission, options);
  } catch (error) {
    if (error instanceof Problem) throw error;
    const nothing = { answer: { schema: answer, block: null }, outputs, files: new Map(), figures: new Map() };
    await verifier.verify(checks, nothing, options).catch((fault: unknown) => {
      throw new Problem(`grading fails: ${reasonOf(fault)}`, { cause: fault });
    });
    throw error;
  }
}

export function submissionOf({ answer, outputs }: Gradable, block: string | null, collected: Collected): Submission {
  const files = new Map(collected.files.map(({ path, bytes }) => [path, bytes]));
  return { answer: { schema: answer, block }, outputs, files, figures: collected.figures };
}

/** An implicit check of every task: ./data is read-only. */
function inputsCheck({ inputsIntact }: Collected): CheckResult {
  const message = inputsIntact ? 'the inputs are unchanged' : 'the input files were changed';
  return { name: 'inputs', kind: 'inputs', ok: inputsIntact, message, cites: './data' };
}
