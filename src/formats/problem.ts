// A file that is not what it should be. The message goes into a check: it is for the person who reads the result.
import { formatLimits } from './limits.ts';

export class FormatProblem extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'FormatProblem';
  }
}

/** Runs a parser of somebody else's: whatever it throws becomes a FormatProblem that says what the file is not. */
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

/** Refuses a file that is empty or too large to be read at all. */
export function checkSize(bytes: Uint8Array, most: number = formatLimits.fileBytes): void {
  if (bytes.length === 0) throw new FormatProblem('the file is empty');
  if (bytes.length > most) throw new FormatProblem(`the file is larger than ${most / 2 ** 20} MB`);
}

/** How often a short text stands in a long one: a cheap look before a parser builds something of each. */
export function countSubstring(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) count += 1;
  return count;
}

/** Refuses more of something than a reader takes in. */
export function checkCount(count: number, most: number, things: string): void {
  if (count > most) throw new FormatProblem(`the file has more than ${most} ${things}`);
}
