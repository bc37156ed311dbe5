// Grading what nobody worked for: the deeds of agents that do no work, mutants, and harmless variants.
import { Problem, reasonOf, type CheckResult } from '../core/index.ts';
import type { InterpreterHost } from '../interpreter/index.ts';
import { gradeWork } from '../run/index.ts';
import type { ExamInstance } from '../suite/index.ts';
import { judge } from '../verify/index.ts';
import type { Handed } from './play.ts';

/** The message of the first check that failed, `passed`, or a fault of the verifier itself. */
export type Verdict =
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'fault'; readonly reason: string };

/** Kinds that only read. The bytes here are ours, made from our own programs' work, so no process has to guard us. */
const readingKinds = new Set(['answer', 'table']);

export async function gradeHanded(
  instance: ExamInstance,
  { block, files }: Handed,
  host: InterpreterHost,
): Promise<Verdict> {
  if (instance.answer && block === null) return { kind: 'failed', reason: 'there is no answer block' };
  if (instance.checks.every(({ kind }) => readingKinds.has(kind))) return judgeHere(instance, { block, files });
  const collected = {
    files: [...files].map(([path, bytes]) => ({ path, bytes })),
    left: [],
    inputsIntact: true,
  };
  const { outcome } = await gradeWork(instance, block, collected, host);
  if (outcome.kind === 'passed') return { kind: 'passed' };
  const reason = 'reason' in outcome ? outcome.reason : outcome.kind;
  return { kind: outcome.kind === 'failed' ? 'failed' : 'fault', reason };
}

function judgeHere(instance: ExamInstance, { block, files }: Handed): Verdict {
  const material = {
    answer: { schema: instance.answer, block },
    outputs: instance.outputs,
    files,
    executions: new Map(),
  };
  for (const check of instance.checks) {
    let result: CheckResult;
    try {
      result = judge(check, material);
    } catch (error) {
      if (error instanceof Problem) throw error;
      return { kind: 'fault', reason: reasonOf(error) };
    }
    if (!result.ok) return { kind: 'failed', reason: result.message };
  }
  return { kind: 'passed' };
}
