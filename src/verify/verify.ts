// Verifying a trial: what must be executed runs in a fresh sandbox first, then a grader judges everything.
import type { CheckResult } from '../core/index.ts';
import type { InterpreterHost } from '../interpreter/index.ts';
import type { Check } from './kinds/registry.ts';
import { drawFigures } from './kinds/figure/drawn/prepare.ts';
import { printDocuments } from './kinds/document/print.ts';
import { readPictureWords } from './kinds/figure/prepare.ts';
import { failed, gradeInProcess } from './graders.ts';
import type { Execution } from './material.ts';
import { openingHost, prepared, type Prepare, type Submission } from './prepare.ts';
import { executePrograms, withContracts } from './kinds/program/execute.ts';
import { drawWorkbooks } from './seen/prepare.ts';
import { executeWeb } from './kinds/web/execute.ts';

export type { Submission } from './prepare.ts';

/** Each gets all checks and answers for its own kind, so that several checks of one file can share the work. */
const preparations: readonly Prepare[] = [
  async (checks, { files }) => {
    const played = new Map<string, Execution>();
    for (const check of checks) if (check.kind === 'web') played.set(check.name, await executeWeb(check, files));
    return played;
  },
  (checks, { files }) => readPictureWords(checks, files),
  drawWorkbooks,
  (checks, { files }) =>
    drawFigures(
      checks.filter((check) => check.kind === 'figure'),
      files,
    ),
  (checks, { files }) => printDocuments(checks, files),
];

export async function verify(
  checks: readonly Check[],
  submission: Submission,
  host: InterpreterHost,
  untilFailure = false,
): Promise<CheckResult[]> {
  const runPrograms: Prepare = (some, { files }) =>
    executePrograms(
      withContracts(some).filter((check) => check.kind === 'program'),
      files,
      openingHost(host),
    );
  const executions = new Map<string, Execution>();
  for (const prepare of [runPrograms, ...preparations])
    for (const [name, execution] of await prepared(prepare, checks, submission)) executions.set(name, execution);
  return await gradeInProcess({ checks, material: { ...submission, executions }, untilFailure });
}

const executed = ({ kind }: Check) => kind === 'program' || kind === 'web';

/** Where only the verdict counts: what needs no execution first, then one program or page after another, until one fails. */
export async function verifyUntilFailure(
  checks: readonly Check[],
  submission: Submission,
  host: InterpreterHost,
): Promise<CheckResult[]> {
  // A portion says as little about its cases as all checks together.
  const all = withContracts(checks);
  const portions = [all.filter((check) => !executed(check)), ...all.filter(executed).map((check) => [check])];
  const results: CheckResult[] = [];
  for (const portion of portions) {
    if (failed(results)) break;
    results.push(...(await verify(portion, submission, host, true)));
  }
  return results;
}
