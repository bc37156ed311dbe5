// The words of reports for failure reasons. A check of a kind gives the reason `wrong-<kind>`; core has all others.
import { isCommonFailure, commonFailureWords, type FailureReason } from '../core/index.ts';
import { kindNamed } from './kinds/registry.ts';

export function failureWordsOf(reason: FailureReason): string {
  if (isCommonFailure(reason)) return commonFailureWords[reason];
  const name = kindOfReason(reason);
  return kindNamed(name)?.failure ?? `failed a check of kind "${name}"`;
}

/** The reason under the present name of its kind, which may have had another name when the trial was recorded. */
export function presentFailure(reason: FailureReason): FailureReason {
  const kind = isCommonFailure(reason) ? undefined : kindNamed(kindOfReason(reason));
  return kind ? `wrong-${kind.kind}` : reason;
}

const kindOfReason = (reason: string) => reason.slice('wrong-'.length);
