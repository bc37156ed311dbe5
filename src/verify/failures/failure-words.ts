// How reports describe failure reasons. A failed check gives the reason `wrong-<kind>`; core defines all other reasons.
import { isCommonFailure, commonFailureWords, type FailureReason } from '../../core/index.ts';
import { kindNamed } from '../kinds/registry.ts';

export function failureWordsOf(reason: FailureReason): string {
  if (isCommonFailure(reason)) return commonFailureWords[reason];
  const name = kindOfReason(reason);
  return kindNamed(name)?.failure ?? `failed a check of kind "${name}"`;
}

/** The reason with the current name of its kind; the trial may have been recorded with an earlier name. */
export function presentFailure(reason: FailureReason): FailureReason {
  const kind = isCommonFailure(reason) ? undefined : kindNamed(kindOfReason(reason));
  return kind ? `wrong-${kind.kind}` : reason;
}

const kindOfReason = (reason: string) => reason.slice('wrong-'.length);
