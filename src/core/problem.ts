// An error that the user can act on. Commands print its message as one line; any other error is a bug and is printed
// with its stack.

/** `usage`: the command line is wrong (exit code 2). `run`: the command failed (exit code 1). */
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

/** A one-line message for any thrown value. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n')[0]?.trim() || 'no reason given';
}
