// Preparing checks for a grader: pages are played, documents rendered and programs run before grading. What fails here is
// tried once more, check by check; a check at which it fails again is the fault of what was handed in, unless the agent
// cannot be the reason: no sandbox can be opened, the tools image is not there.
import { Problem, reasonOf } from '../core/index.ts';
import { SandboxLost, type InterpreterHost } from '../interpreter/index.ts';
import type { Check } from './kinds/registry.ts';
import type { Execution, Material } from './material.ts';
import type { GradingServices } from './services.ts';

export type Submission = Omit<Material, 'executions'>;

/** What must happen before a grader can judge a check of this kind: it is played in a browser, rendered, … */
export type Prepare = (
  checks: readonly Check[],
  submission: Submission,
  services: GradingServices,
) => Promise<ReadonlyMap<string, Execution>>;

/** What `prepare` gives; a check at which it fails twice gets the reason in place of a result. */
export async function prepared(
  prepare: Prepare,
  checks: readonly Check[],
  submission: Submission,
  services: GradingServices,
): Promise<ReadonlyMap<string, Execution>> {
  try {
    return await prepare(checks, submission, services);
  } catch (error) {
    if (isOurs(error)) throw error;
  }
  const executions = new Map<string, Execution>();
  for (const check of checks) {
    try {
      for (const [name, execution] of await prepare([check], submission, services)) executions.set(name, execution);
    } catch (error) {
      if (isOurs(error)) throw error;
      executions.set(check.name, { fault: `${check.name} could not be examined: ${reasonOf(error).slice(0, 300)}` });
    }
  }
  return executions;
}

/** A Problem says that the machine lacks something; every other fault can come from what was handed in. */
const isOurs = (error: unknown) => error instanceof Problem && !(error instanceof SandboxLost);

/** For programs of the agent: a sandbox that opens without files but not with the agent's is lost to the agent's files. */
export function openingHost(host: InterpreterHost): InterpreterHost {
  const open: InterpreterHost['open'] = async (files) => {
    try {
      return await host.open(files);
    } catch (error) {
      await (await host.open([])).close();
      throw new SandboxLost(`no sandbox can be opened with these files: ${reasonOf(error)}`, { cause: error });
    }
  };
  return { ...host, open };
}
