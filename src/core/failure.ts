// Why a scored trial failed: one main reason each. A trial often fails in several ways at once; the first of these that
// holds is the reason, so the order is from what ended the work to what was wrong with it.
import { z } from 'zod';

/** The words are for people who read reports. */
export const failureWords = {
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
  'wrong-answer': 'wrong answer',
  'wrong-certificate': 'solution invalid or not the best',
  'wrong-table': 'wrong table',
  'wrong-workbook': 'wrong workbook',
  'wrong-document': 'wrong document',
  'wrong-figure': 'wrong figure',
  'wrong-image': 'wrong image',
  'wrong-audio': 'wrong audio',
  'wrong-web': 'wrong page',
  'wrong-program': 'wrong program',
  'wrong-model': 'predictions not good enough',
  'wrong-content': 'failed another check',
} as const;

export type FailureKind = keyof typeof failureWords;
export const failureKinds = Object.keys(failureWords) as FailureKind[];
export const failureSchema = z.enum(failureKinds);

export function isFailureKind(text: string): text is FailureKind {
  return Object.hasOwn(failureWords, text);
}
