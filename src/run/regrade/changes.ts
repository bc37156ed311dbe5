// What a regrade changed: outcomes and failed checks.
import type { CheckResult, OutcomeKind } from '../../core/index.ts';
import type { Grading } from '../../trial/index.ts';

export interface RegradeChange {
  readonly trial: string;
  readonly before: OutcomeKind;
  readonly after: OutcomeKind;
  /** The checks whose result changed, with their new message if they still exist. */
  readonly checks: readonly { readonly name: string; readonly ok: boolean; readonly message: string }[];
}

/** Undefined when the outcome and the failed checks are the same. */
export function changeOf(trial: string, before: Grading, after: Grading): RegradeChange | undefined {
  const failedBefore = failures(before);
  const failedAfter = failures(after);
  const worse = [...failedAfter.values()].filter(({ name }) => !failedBefore.has(name));
  const better = [...failedBefore.values()]
    .filter(({ name }) => !failedAfter.has(name))
    .map(
      (check) => after.checks.find(({ name }) => name === check.name) ?? { ...check, ok: true, message: 'was removed' },
    );
  const checks = [...worse, ...better].map(({ name, ok, message }) => ({ name, ok, message }));
  if (before.outcome.kind === after.outcome.kind && checks.length === 0) return undefined;
  return { trial, before: before.outcome.kind, after: after.outcome.kind, checks };
}

/** `chart/x@1.en#1: failed → passed (check "total": 3 rows agree)` */
export function printChange({ trial, before, after, checks: [first] }: RegradeChange): string {
  const why = first ? ` (check "${first.name}": ${first.message})` : '';
  return `${trial}: ${before} → ${after}${why}`;
}

function failures({ checks }: Grading): Map<string, CheckResult> {
  return new Map(checks.filter(({ ok }) => !ok).map((check) => [check.name, check]));
}
