// Finds why a scored trial failed, from its events.
import { commonFailures, isCommonFailure, type CheckResult, type Event, type FailureReason } from '../core/index.ts';

/**
 * The first common reason that holds, in the order of `commonFailures`; otherwise the kind of the first failed check.
 * Null for passed trials and for trials without a score.
 */
export function failureOf(events: readonly Event[]): FailureReason | null {
  const end = events.findLast((event) => event.kind === 'trial-end');
  if (end?.score !== 0) return null;
  const { kind } = end.outcome;
  const cells = events.filter((event) => event.kind === 'cell-end');
  const reply = events.findLast((event) => event.kind === 'reply');
  const holds = new Set<FailureReason>(
    events.flatMap((event) => (event.kind === 'check' && !event.result.ok ? [failureOfCheck(event.result)] : [])),
  );
  if (isCommonFailure(kind)) holds.add(kind);
  if (kind === 'no-answer' && reply?.finish === 'refusal') holds.add('declined');
  if (cells.length === 0) holds.add('nothing-run');
  else if (cells.at(-1)?.status !== 'ok') holds.add('unrecovered-error');
  const [first = 'wrong-content'] = [...commonFailures.filter((each) => holds.has(each)), ...holds];
  return first;
}

const byFault = {
  missing: 'missing-file',
  broken: 'broken-file',
  malformed: 'malformed-answer',
  unexamined: 'broken-file',
} as const;

function failureOfCheck({ kind, fault }: CheckResult): FailureReason {
  if (fault) return byFault[fault];
  return kind === 'inputs' ? 'inputs-changed' : `wrong-${kind}`;
}
