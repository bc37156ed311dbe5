// What an evaluator reads: the answer, copies of the files, and the results of what was run or rendered before grading.
import type { AnswerSchema, CheckResult, Outputs } from '../core/index.ts';
import type { FormatProblem } from '../formats/index.ts';

export interface Material {
  readonly answer: { readonly schema: AnswerSchema | undefined; readonly block: string | null };
  readonly outputs: Outputs;
  /** Files under ./output by path, as they were collected. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** What figure capture reports about saved figures, as JSON, keyed by the SHA-256 of the file. */
  readonly figures: ReadonlyMap<string, Uint8Array>;
  /** Results of executing or rendering before grading, keyed by the check's name. */
  readonly executions: ReadonlyMap<string, Execution>;
}

/** Either the result, as untrusted text and named files (a screenshot, a PDF), or the reason why there is no result. */
export type Execution =
  { readonly result: string; readonly files?: ReadonlyMap<string, Uint8Array> } | { readonly fault: string };

/** The material of the same check with an empty submission. A grader that fails on this too is itself the cause. */
export function withoutWork({ answer, outputs, executions }: Material, { name }: { readonly name: string }): Material {
  const nothing: Execution = { fault: 'nothing was submitted' };
  return {
    answer: { ...answer, block: null },
    outputs,
    files: new Map(),
    figures: new Map(),
    executions: new Map(executions.has(name) ? [[name, nothing]] : []),
  };
}

/** The part of a result that the evaluator decides; name, kind and cites come from the check. */
export type CheckFinding = Omit<CheckResult, 'name' | 'kind' | 'cites'>;

export function pass(message: string, more: Omit<CheckFinding, 'ok' | 'message'> = {}): CheckFinding {
  return { ok: true, message, ...more };
}

export function fail(message: string, more: Omit<CheckFinding, 'ok' | 'message'> = {}): CheckFinding {
  return { ok: false, message, ...more };
}

/** The failure of a check whose file or field cannot be read. */
export function cannotRead(
  where: string,
  { message }: FormatProblem,
  fault: NonNullable<CheckFinding['fault']> = 'broken',
): CheckFinding {
  return fail(`${where}: ${message}`, { fault });
}
