// Grading what somebody left: an agent's trial, or a folder that a person or another program worked in.
import { Problem, reasonOf, type CheckResult, type Outcome } from '../core/index.ts';
import type { Collected, InterpreterHost } from '../interpreter/index.ts';
import type { ExamInstance } from '../suite/index.ts';
import { verify } from '../verify/index.ts';

export interface Grading {
  readonly outcome: Outcome;
  readonly checks: readonly CheckResult[];
}

/** `block` is the answer's JSON text, or null when none was given. */
export async function gradeWork(
  instance: ExamInstance,
  block: string | null,
  collected: Collected,
  host: InterpreterHost,
  look = verify,
): Promise<Grading> {
  if (instance.answer && block === null) {
    return { outcome: { kind: 'no-answer', reason: 'there is no answer block' }, checks: [] };
  }
  const submission = {
    answer: { schema: instance.answer, block },
    outputs: instance.outputs,
    files: new Map(collected.files.map(({ path, bytes }) => [path, bytes])),
    figures: collected.figures,
  };
  try {
    const checks = [inputsCheck(collected), ...(await look(instance.checks, submission, host))];
    const wrong = checks.find(({ ok }) => !ok);
    return { outcome: wrong ? { kind: 'failed', reason: wrong.message } : { kind: 'passed' }, checks };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { outcome: { kind: 'grader-error', reason: reasonOf(error) }, checks: [] };
  }
}

/** Implicit in every task: ./data is for reading. */
function inputsCheck({ inputsIntact }: Collected): CheckResult {
  const message = inputsIntact ? 'the inputs are unchanged' : 'the input files were changed';
  return { name: 'inputs', kind: 'inputs', ok: inputsIntact, message, cites: './data' };
}
