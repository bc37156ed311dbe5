// What a flag of a command is, and how its name is typed.
import type { z } from 'zod';

export interface Flag<T = unknown> {
  readonly short?: string;
  /** The placeholder of the flag's value; a flag without one is a switch. */
  readonly value?: string;
  readonly about: string;
  readonly env?: string;
  /** May be given several times. */
  readonly many?: boolean;
  /** Reads what was typed: a string, a list of them when `many`, true for a switch, undefined when absent. */
  readonly schema: z.ZodType<T>;
}

export type Flags = Readonly<Record<string, Flag>>;
export type FlagValues<F extends Flags> = { readonly [K in keyof F]: z.infer<F[K]['schema']> };

/** `failUnder` is typed as `--fail-under`. */
export function kebab(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
