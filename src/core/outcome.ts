// How a trial ended. Only the scored kinds have a score: a fault of the machine or of the model's service
// never counts as a failure of the agent.
import { z } from 'zod';

export const scoredKinds = [
  'passed',
  'failed',
  'no-answer',
  'turn-limit',
  'timeout',
  'context-limit',
  'budget',
] as const;
const unscoredKinds = ['model-error', 'sandbox-error', 'grader-error', 'cancelled', 'skipped'] as const;
export const outcomeKinds = [...scoredKinds, ...unscoredKinds] as const;
export type OutcomeKind = (typeof outcomeKinds)[number];

const why = { reason: z.string() };

export const outcomeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('passed') }),
  z.object({ kind: z.literal('failed'), ...why }),
  z.object({ kind: z.literal('no-answer'), ...why }),
  z.object({ kind: z.literal('turn-limit') }),
  z.object({ kind: z.literal('timeout'), ...why }),
  z.object({ kind: z.literal('context-limit') }),
  z.object({ kind: z.literal('budget'), ...why }),
  z.object({ kind: z.literal('model-error'), ...why }),
  z.object({ kind: z.literal('sandbox-error'), ...why }),
  z.object({ kind: z.literal('grader-error'), ...why }),
  z.object({ kind: z.literal('cancelled'), ...why }),
  z.object({ kind: z.literal('skipped'), ...why }),
]);
export type Outcome = z.infer<typeof outcomeSchema>;

export type Score = 0 | 1;

/** 1 for a pass, 0 for a failure of the agent, undefined for an outcome that does not depend on the agent. */
export function scoreOf(outcome: Outcome): Score | undefined {
  if (outcome.kind === 'passed') return 1;
  return (scoredKinds as readonly string[]).includes(outcome.kind) ? 0 : undefined;
}
