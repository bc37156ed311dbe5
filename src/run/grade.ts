// Grading what somebody left: an agent's trial, or a folder that a person or another program worked in.
import { Problem, reasonOf, type CheckResult, type Outcome } from '../core/index.ts';
import type { Collected, InterpreterHost } from '../interpreter/index.ts';
import type { ExamInstance } from '../suite/index.ts';
import { verify, type Submission } from '../verify/index.ts';

/** What grading needs of an instance: neither its files nor its query. */
export type Gradable = Pick<ExamInstance, 'answer' | 'outputs' | 'checks'>;

export interface Grading {
  readonly outcome: Outcome;
  readonly checks: readonly CheckResult[];
}

/** `block` is the answer's JSON text, or null when none was given. */
export async function gradeWork(
  instance: Gradable,
  block: string | null,
  collected: Collected,
  host: InterpreterHost,
  look = verify,
): Promise<Grading> {
  if (instance.answer && block === null) {
    return { outcome: { kind: 'no-answer', reason: 'there is no answer block' }, checks: [] };
  }
  try {
    const submission = submissionOf(instance, block, collected);
    const checks = [inputsCheck(collected), ...(await look(instance.checks, submission, host))];
    const wrong = checks.find(({ ok }) => !ok);
    return { outcome: wrong ? { kind: 'failed', reason: wrong.message } : { kind: 'passed' }, checks };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { outcome: { kind: 'grader-error', reason: reasonOf(error) }, checks: [] };
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
