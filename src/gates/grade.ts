// Grading without a trial: the work of no-work agents, mutants, and variants that change nothing relevant.
import { gradeWork } from '../trial/index.ts';
import type { TaskInstance } from '../suite/index.ts';
import type { WorkToGrade, Verifier } from '../verify/index.ts';

/** The message of the first check that failed, `passed`, or a fault of the verifier itself. */
export type Verdict =
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'fault'; readonly reason: string };

export async function gradeWithoutTrial(
  instance: TaskInstance,
  { block, files, figures }: WorkToGrade,
  verifier: Verifier,
): Promise<Verdict> {
  if (instance.answer && block === null) return { kind: 'failed', reason: 'there is no answer block' };
  const collected = {
    files: [...files].map(([path, bytes]) => ({ path, bytes })),
    left: [],
    inputsIntact: true,
    figures: figures ?? new Map(),
  };
  const { outcome, checks } = await gradeWork(instance, block, collected, verifier, { untilFailure: true });
  if (outcome.kind === 'passed') return { kind: 'passed' };
  const reason = 'reason' in outcome ? outcome.reason : outcome.kind;
  // In a trial this counts as the agent's failure. Here the work is harmless, so the verifier has a bug.
  if (checks.some(({ fault }) => fault === 'unexamined')) return { kind: 'fault', reason };
  return { kind: outcome.kind === 'failed' ? 'failed' : 'fault', reason };
}
