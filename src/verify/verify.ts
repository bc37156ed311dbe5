// Verifying a trial: what must be executed runs in a fresh sandbox first, then a grader judges everything.
import type { CheckResult } from '../core/index.ts';
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
import type { GradingServices } from './services.ts';

/** Each gets all checks and answers for its own kind, so that several checks of one file can share the work. */
const preparations: readonly Prepare[] = [
  (checks, { files }, { interpreters }) =>
    executePrograms(
      withContracts(checks).filter((check) => check.kind === 'program'),
      files,
      openingHost(interpreters),
    ),
  async (checks, { files }, { browsers }) => {
    const played = new Map<string, Execution>();
    for (const check of checks)
      if (check.kind === 'web') played.set(check.name, await executeWeb(check, files, browsers));
    return played;
  },
  (checks, { files }, services) => readPictureWords(checks, files, services),
  (checks, submission, { renderer }) => drawWorkbooks(checks, submission, renderer),
  (checks, { files }, { browsers }) =>
    drawFigures(
      checks.filter((check) => check.kind === 'figure'),
      files,
      browsers,
    ),
  (checks, { files }, { renderer }) => printDocuments(checks, files, renderer),
];

export async function verify(
  checks: readonly Check[],
  submission: Submission,
  services: GradingServices,
  untilFailure = false,
): Promise<CheckResult[]> {
  const executions = new Map<string, Execution>();
  for (const prepare of preparations)
    for (const [name, execution] of await prepared(prepare, checks, submission, services))
      executions.set(name, execution);
  const material = { ...submission, executions };
  return await gradeInProcess(services.graders, { checks, material, untilFailure });
}

const executed = ({ kind }: Check) => kind === 'program' || kind === 'web';

/** Where only the verdict counts: what needs no execution first, then one program or page after another, until one fails. */
export async function verifyUntilFailure(
  checks: readonly Check[],
  submission: Submission,
  services: GradingServices,
): Promise<CheckResult[]> {
  // A portion says as little about its cases as all checks together.
  const all = withContracts(checks);
  const portions = [all.filter((check) => !executed(check)), ...all.filter(executed).map((check) => [check])];
  const results: CheckResult[] = [];
  for (const portion of portions) {
    if (failed(results)) break;
    results.push(...(await verify(portion, submission, services, true)));
  }
  return results;
}
