// Why a scored trial failed: one main reason each. A trial often fails in several ways at once; the first of these that
// holds is the reason, so the order is from what ended the work to what was wrong with it.
import { z } from 'zod';

/** Reasons that no kind of check gives, in order, with the words of reports. */
export const commonFailureWords = {
  declined: 'the model declined',
  'turn-limit': 'out of turns',
  timeout: 'out of time',
  'context-limit': 'conversation too long',
  budget: 'out of budget',
  'inputs-changed': 'changed its inputs',
  'nothing-run': 'ran no code',
  'unrecovered-error': 'last cell failed',
  'no-answer': 'no answer block',
  'malformed-answer': 'malformed answer',
  'missing-file': 'missing file',
  'broken-file': 'unreadable file',
  'wrong-content': 'failed another check',
} as const;

type CommonFailure = keyof typeof commonFailureWords;
export const commonFailures = Object.keys(commonFailureWords) as CommonFailure[];

/** `wrong-<kind>` is the reason of a failed check of that kind; `src/verify` knows the kinds and their words. */
export const failureSchema = z.union([z.enum(commonFailures), z.templateLiteral(['wrong-', z.string()])]);
export type FailureReason = z.infer<typeof failureSchema>;

export function isCommonFailure(text: string): text is CommonFailure {
  return Object.hasOwn(commonFailureWords, text);
}
