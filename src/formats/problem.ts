// The error for a file that is not valid. A check shows its message, so it is written for the reader of the result.
import { formatLimits } from './limits.ts';

export class FormatProblem extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'FormatProblem';
  }
}

/** Runs a parser on untrusted input: any error becomes a FormatProblem that names the expected format. */
export function parsing<T>(what: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw asFormatProblem(what, error);
  }
}

export async function parsingAsync<T>(what: string, parse: () => Promise<T>): Promise<T> {
  try {
    return await parse();
  } catch (error) {
    throw asFormatProblem(what, error);
  }
}

function asFormatProblem(what: string, error: unknown): FormatProblem {
  if (error instanceof FormatProblem) return error;
  const reason = error instanceof Error ? (error.message.split('\n')[0]?.trim().slice(0, 200) ?? '') : '';
  return new FormatProblem(`the file is not ${what}${reason ? `: ${reason}` : ''}`, { cause: error });
}

/** Refuses an empty file and one that is too large. */
export function checkSize(bytes: Uint8Array, most: number = formatLimits.fileBytes): void {
  if (bytes.length === 0) throw new FormatProblem('the file is empty');
  if (bytes.length > most) throw new FormatProblem(`the file is larger than ${most / 2 ** 20} MB`);
}

/** How often a short text occurs in a long one: a cheap count before a parser allocates an object for each. */
export function countSubstring(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) count += 1;
  return count;
}

/** Refuses more items than the limit. */
export function checkCount(count: number, most: number, things: string): void {
  if (count > most) throw new FormatProblem(`the file has more than ${most} ${things}`);
}
