// What an evaluator reads: the answer, copies of the files, and the results of what was run or rendered before grading.
import type { AnswerSchema, CheckResult, Outputs } from '../core/index.ts';
import type { FormatProblem } from '../formats/index.ts';

export interface Material {
  readonly answer: { readonly schema: AnswerSchema | undefined; readonly block: string | null };
  readonly outputs: Outputs;
  /** Files under ./output by path, as they were collected. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** What figure capture claims of saved figures, as JSON, by the SHA-256 of the file. */
  readonly figures: ReadonlyMap<string, Uint8Array>;
  /** What was executed in a sandbox, or rendered, before grading, by the check's name. */
  readonly executions: ReadonlyMap<string, Execution>;
}

/** Either what came back, as untrusted text and files by name (a screenshot, a PDF), or why nothing did. */
export type Execution =
  { readonly result: string; readonly files?: ReadonlyMap<string, Uint8Array> } | { readonly fault: string };

/** What the same check would read without a submission: a grader that fails at this, too, is at fault itself. */
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

/** The part of a result that an evaluator decides; name, kind and cites are those of the check. */
export type CheckFinding = Omit<CheckResult, 'name' | 'kind' | 'cites'>;

export function pass(message: string, more: Omit<CheckFinding, 'ok' | 'message'> = {}): CheckFinding {
  return { ok: true, message, ...more };
}

export function fail(message: string, more: Omit<CheckFinding, 'ok' | 'message'> = {}): CheckFinding {
  return { ok: false, message, ...more };
}

/** What cannot be read cannot be compared. */
export function cannotRead(
  where: string,
  { message }: FormatProblem,
  fault: NonNullable<CheckFinding['fault']> = 'broken',
): CheckFinding {
  return fail(`${where}: ${message}`, { fault });
}
