// What a command is: data from which the parser, the help, the documentation and the types come.
import type { Flags, FlagValues } from './flags/flag.ts';

export interface Invocation<F extends Flags> {
  readonly args: readonly string[];
  readonly flags: FlagValues<F> & { readonly json: boolean };
}

export interface Command<F extends Flags = Flags> {
  /** As commander writes them: `<id>`, `[glob]`, `<run...>`. */
  readonly args?: readonly { readonly pattern: string; readonly about: string }[];
  readonly flags: F;
  readonly examples: readonly string[];
  /** Returns the exit code when it is not 0. */
  readonly run: (invocation: Invocation<F>) => Promise<number | void>;
}

/** What is known of a command before its module is loaded. */
export interface CommandEntry {
  /** `run`, or `task list` for a command of a family. */
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<Command>;
}

/** Gives the flags their types; the result has the same type for every command. */
export function defineCommand<F extends Flags>(command: Command<F>): Command {
  return command as unknown as Command;
}
