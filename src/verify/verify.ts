// Verifying a trial: what must be executed runs in a fresh sandbox first, then a grader judges everything.
import type { CheckResult } from '../core/index.ts';
import type { InterpreterHost } from '../interpreter/index.ts';
import type { Check } from './check.ts';
import { gradeInProcess } from './graders.ts';
import type { Execution, Material } from './material.ts';
import { executeProgram } from './program.ts';

export type Submission = Omit<Material, 'executions'>;

export async function verify(
  checks: readonly Check[],
  submission: Submission,
  host: InterpreterHost,
): Promise<CheckResult[]> {
  const executions = new Map<string, Execution>();
  for (const check of checks) {
    if (check.kind === 'program') executions.set(check.name, await executeProgram(check, submission.files, host));
  }
  return await gradeInProcess(checks, { ...submission, executions });
}
