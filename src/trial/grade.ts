// Grading what an agent left in a trial, or what a person or another program left in a folder. Only a fault that the work
// cannot have caused is the grader's own.
import { Problem, reasonOf, type CheckResult, type Outcome, type Collected } from '../core/index.ts';
import type { TaskInstance } from '../suite/index.ts';
import type { Submission, Verifier } from '../verify/index.ts';

type VerifyOptions = Parameters<Verifier['verify']>[2];

/** What grading needs of an instance: neither its files nor its query. */
export type Gradable = Pick<TaskInstance, 'answer' | 'outputs' | 'checks'>;

export interface Grading {
  readonly outcome: Outcome;
  readonly checks: readonly CheckResult[];
}

/** `block` is the answer's JSON text, or null when none was given. */
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
    return { outcome: { kind: 'failed', reason: `what was handed in could not be graded: ${reason}` }, checks: [] };
  }
}

/** What breaks on this work is tried once more. What breaks on no work as well is our own fault: a Problem. */
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

/** Implicit in every task: ./data is for reading. */
function inputsCheck({ inputsIntact }: Collected): CheckResult {
  const message = inputsIntact ? 'the inputs are unchanged' : 'the input files were changed';
  return { name: 'inputs', kind: 'inputs', ok: inputsIntact, message, cites: './data' };
}
