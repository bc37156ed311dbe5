// Why a scored trial failed: one main reason each. A trial often fails in several ways; the first of these reasons that
// applies is used. The order goes from what ended the work to what was wrong with it.
import { z } from 'zod';

/** Reasons other than failed checks, in order, with their labels in reports. */
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

/** `wrong-<kind>` is the reason for a failed check of that kind; `src/verify` defines the kinds and their labels. */
export const failureSchema = z.union([z.enum(commonFailures), z.templateLiteral(['wrong-', z.string()])]);
export type FailureReason = z.infer<typeof failureSchema>;

export function isCommonFailure(text: string): text is CommonFailure {
  return Object.hasOwn(commonFailureWords, text);
}
