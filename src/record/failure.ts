// Why a scored trial failed, from its events alone.
import { failureKinds, isFailureKind, type CheckResult, type Event, type FailureKind } from '../core/index.ts';

/** The first kind that holds, in the order in which `failureKinds` has them; null for a pass and for what has no score. */
export function failureOf(events: readonly Event[]): FailureKind | null {
  const end = events.findLast((event) => event.kind === 'trial-end');
  if (end?.score !== 0) return null;
  const { kind } = end.outcome;
  const cells = events.filter((event) => event.kind === 'cell-end');
  const reply = events.findLast((event) => event.kind === 'reply');
  const holds = new Set<FailureKind>(
    events.flatMap((event) => (event.kind === 'check' && !event.result.ok ? [failureOfCheck(event.result)] : [])),
  );
  if (isFailureKind(kind)) holds.add(kind);
  if (kind === 'no-answer' && reply?.finish === 'refusal') holds.add('declined');
  if (cells.length === 0) holds.add('nothing-run');
  else if (cells.at(-1)?.status !== 'ok') holds.add('unrecovered-error');
  return failureKinds.find((each) => holds.has(each)) ?? 'wrong-content';
}

const byFault = {
  missing: 'missing-file',
  broken: 'broken-file',
  malformed: 'malformed-answer',
  unexamined: 'broken-file',
} as const;

function failureOfCheck({ kind, fault }: CheckResult): FailureKind {
  if (fault) return byFault[fault];
  if (kind === 'inputs') return 'inputs-changed';
  const wrong = `wrong-${kind}`;
  return isFailureKind(wrong) ? wrong : 'wrong-content';
}
