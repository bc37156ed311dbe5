// The verifier as a service: it evaluates checks and has an explicit lifetime.
import type { CheckResult } from '../core/index.ts';
import type { InterpreterHost } from '../interpreter/index.ts';
import type { Check } from './kinds/registry.ts';
import type { Submission } from './prepare.ts';
import { openGradingServices } from './services.ts';
import { verify, verifyUntilFailure } from './verify.ts';

export interface Verifier {
  /** The result of every check or, with `untilFailure`, the results up to the first failed check. */
  verify(
    checks: readonly Check[],
    submission: Submission,
    options?: { readonly untilFailure?: boolean },
  ): Promise<CheckResult[]>;
  /** Ends the processes of its graders, browsers, planners and renderers, and waits until they have ended. */
  close(): Promise<void>;
}

/** Submitted programs run in interpreters of `interpreters`, which the caller closes after the verifier. */
export function openVerifier(interpreters: InterpreterHost): Verifier {
  const services = openGradingServices(interpreters);
  return {
    verify: (checks, submission, { untilFailure = false } = {}) =>
      (untilFailure ? verifyUntilFailure : verify)(checks, submission, services),
    close: () => services.close(),
  };
}
