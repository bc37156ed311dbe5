// A fault that a person can act on. Commands show its message as one line; anything else is a bug and shows its stack.

/** `usage`: the command was called wrongly (exit code 2). `run`: it could not be carried out (exit code 1). */
export type ProblemKind = 'usage' | 'run';

export class Problem extends Error {
  readonly kind: ProblemKind;

  constructor(message: string, options: { kind?: ProblemKind; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = 'Problem';
    this.kind = options.kind ?? 'run';
  }
}

export function usageProblem(message: string): Problem {
  return new Problem(message, { kind: 'usage' });
}

/** The one line worth showing of anything that was thrown. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n')[0]?.trim() || 'no reason given';
}
