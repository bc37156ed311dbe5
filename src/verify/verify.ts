// Verifies a trial: checks are prepared first (programs run, pages are played, files are rendered), then a grader
// evaluates them.
import type { CheckResult } from '../core/index.ts';
import { failed, gradeInProcess } from './graders.ts';
import { checkKinds, type Check } from './kinds/registry.ts';
import type { Execution } from './material.ts';
import { prepared, type Submission } from './prepare.ts';
import type { GradingServices } from './services.ts';

export async function verify(
  checks: readonly Check[],
  submission: Submission,
  services: GradingServices,
): Promise<CheckResult[]> {
  return await verifyPortion({ checks, all: checks, untilFailure: false }, submission, services);
}

/**
 * For callers that need only the verdict: verifies the checks that execute nothing first, then one program or page
 * after another, and stops at the first failure.
 */
export async function verifyUntilFailure(
  all: readonly Check[],
  submission: Submission,
  services: GradingServices,
): Promise<CheckResult[]> {
  const portions = [all.filter((check) => !executes(check)), ...all.filter(executes).map((check) => [check])];
  const results: CheckResult[] = [];
  for (const checks of portions) {
    if (failed(results)) break;
    results.push(...(await verifyPortion({ checks, all, untilFailure: true }, submission, services)));
  }
  return results;
}

interface CheckPortion {
  readonly checks: readonly Check[];
  readonly all: readonly Check[];
  readonly untilFailure: boolean;
}

async function verifyPortion(
  { checks, all, untilFailure }: CheckPortion,
  submission: Submission,
  services: GradingServices,
): Promise<CheckResult[]> {
  const executions = new Map<string, Execution>();
  for (const preparation of new Set(checkKinds.flatMap(({ preparations }) => preparations))) {
    const names: ReadonlySet<string> = new Set(
      checkKinds.filter(({ preparations }) => preparations.includes(preparation)).map(({ kind }) => kind),
    );
    const own = checks.filter(({ kind }) => names.has(kind));
    if (own.length === 0) continue;
    const portion = { checks: own, all: all.filter(({ kind }) => names.has(kind)) };
    for (const [name, execution] of await prepared(preparation, portion, submission, services))
      executions.set(name, execution);
  }
  return await gradeInProcess(services.graders, { checks, material: { ...submission, executions }, untilFailure });
}

function executes({ kind }: Check): boolean {
  return checkKinds.some((each) => each.kind === kind && each.executes === true);
}
