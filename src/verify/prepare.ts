// Prepares checks for a grader: pages are played, documents rendered and programs run before grading. A preparation
// that fails is tried once more, check by check. If it fails again, the submission is the cause, except when no sandbox
// can be opened or the tools image is missing.
import { Problem, reasonOf, type CheckBase } from '../core/index.ts';
import { SandboxLost } from '../interpreter/index.ts';
import type { ServiceName } from './define-kind.ts';
import type { Execution, Material } from './material.ts';
import type { GradingServices } from './services.ts';

export type Submission = Omit<Material, 'executions'>;

/**
 * Runs or renders what the checks examine, and returns the results keyed by check name. `checks` are the ones to
 * prepare now; `all` holds all checks of the same kinds for this submission.
 */
type Prepare<Check, Uses extends ServiceName> = (
  checks: readonly Check[],
  submission: Submission,
  services: Pick<GradingServices, Uses>,
  all: readonly Check[],
) => Promise<ReadonlyMap<string, Execution>>;

/** A preparation is loaded on first use. `Uses`: the services that it may use. */
export type Preparation<Check, Uses extends ServiceName = ServiceName> = () => Promise<Prepare<Check, Uses>>;

export interface Portion {
  readonly checks: readonly CheckBase[];
  readonly all: readonly CheckBase[];
}

/** The results of a preparation; a check at which it fails twice gets the reason in place of a result. */
export async function prepared(
  preparation: Preparation<CheckBase>,
  { checks, all }: Portion,
  submission: Submission,
  services: GradingServices,
): Promise<ReadonlyMap<string, Execution>> {
  const prepare = await preparation();
  try {
    return await prepare(checks, submission, services, all);
  } catch (error) {
    if (isOurs(error)) throw error;
  }
  const executions = new Map<string, Execution>();
  for (const check of checks) {
    try {
      for (const [name, execution] of await prepare([check], submission, services, all))
        executions.set(name, execution);
    } catch (error) {
      if (isOurs(error)) throw error;
      executions.set(check.name, { fault: `${check.name} could not be examined: ${reasonOf(error).slice(0, 300)}` });
    }
  }
  return executions;
}

/**
 * A Problem means that the machine lacks something; every other error, and SandboxLost, may come from the submission.
 */
const isOurs = (error: unknown) => error instanceof Problem && !(error instanceof SandboxLost);
