// Verifying a trial: what must be executed runs in a fresh sandbox first, then a grader judges everything.
import type { CheckResult } from '../core/index.ts';
import type { InterpreterHost } from '../interpreter/index.ts';
import type { Check } from './check.ts';
import { failed, gradeInProcess } from './graders.ts';
import type { Material } from './material.ts';
import { executePrograms } from './program.ts';
import { executeWeb } from './web/index.ts';

export type Submission = Omit<Material, 'executions'>;

export async function verify(
  checks: readonly Check[],
  submission: Submission,
  host: InterpreterHost,
  untilFailure = false,
): Promise<CheckResult[]> {
  const programs = checks.filter((check) => check.kind === 'program');
  const executions = await executePrograms(programs, submission.files, host);
  for (const check of checks) {
    if (check.kind === 'web') executions.set(check.name, await executeWeb(check, submission.files));
  }
  return await gradeInProcess({ checks, material: { ...submission, executions }, untilFailure });
}

const executed = ({ kind }: Check) => kind === 'program' || kind === 'web';

/** Where only the verdict counts: what needs no execution first, then one program or page after another, until one fails. */
export async function verifyUntilFailure(
  checks: readonly Check[],
  submission: Submission,
  host: InterpreterHost,
): Promise<CheckResult[]> {
  const portions = [checks.filter((check) => !executed(check)), ...checks.filter(executed).map((check) => [check])];
  const results: CheckResult[] = [];
  for (const portion of portions) {
    if (failed(results)) break;
    results.push(...(await verify(portion, submission, host, true)));
  }
  return results;
}
