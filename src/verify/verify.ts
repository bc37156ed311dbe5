// Verifying a trial: what must be executed runs in a fresh sandbox first, then a grader judges everything.
import type { CheckResult } from '../core/index.ts';
import type { InterpreterHost } from '../interpreter/index.ts';
import type { Check } from './check.ts';
import { gradeInProcess } from './graders.ts';
import type { Material } from './material.ts';
import { executePrograms } from './program.ts';

export type Submission = Omit<Material, 'executions'>;

export async function verify(
  checks: readonly Check[],
  submission: Submission,
  host: InterpreterHost,
): Promise<CheckResult[]> {
  const programs = checks.filter((check) => check.kind === 'program');
  const executions = await executePrograms(programs, submission.files, host);
  return await gradeInProcess(checks, { ...submission, executions });
}
