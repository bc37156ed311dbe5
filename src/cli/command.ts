// A command is data: each flag is declared once, and the parser, the help and the types come from that.
import { Command as Parser, CommanderError, Option } from 'commander';
import { z } from 'zod';
import { usageProblem } from '../core/index.ts';
import { flagsFromFile } from './flags/config.ts';
import { kebab, type Flag, type Flags, type FlagValues } from './flags/flag.ts';

export interface Invocation<F extends Flags> {
  readonly args: readonly string[];
  readonly flags: FlagValues<F> & { readonly json: boolean };
}

export interface Command<F extends Flags = Flags> {
  /** `run`, or `task list` for one of a family. */
  readonly name: string;
  readonly summary: string;
  /** As commander writes them: `<id>`, `[glob]`, `<run...>`. */
  readonly args?: readonly { readonly pattern: string; readonly about: string }[];
  readonly flags: F;
  readonly examples: readonly string[];
  /** The exit code, when it is not 0. */
  readonly run: (invocation: Invocation<F>) => Promise<number | void>;
}

/** Gives the flags their types; what comes out is the same for every command. */
export function defineCommand<F extends Flags>(command: Command<F>): Command {
  return command as unknown as Command;
}

export const jsonFlag: Flag<boolean> = {
  about: 'print one JSON value on stdout and nothing else',
  schema: z.boolean().default(false),
};

/** Adds a command to the parser. `onExit` hears the exit code. */
export function register(root: Parser, command: Command, onExit: (code: number) => void): void {
  const words = command.name.split(' ');
  const name = words.at(-1) ?? '';
  const parent = words.length > 1 ? family(root, words[0] ?? '') : root;
  const parser = parent.command(name).description(command.summary);
  for (const { pattern, about } of command.args ?? []) parser.argument(pattern, about);
  const flags: Flags = { ...command.flags, json: jsonFlag };
  for (const [key, flag] of Object.entries(flags)) parser.addOption(toOption(kebab(key), flag));
  parser.addHelpText('after', `\nExamples:\n${command.examples.map((each) => `  $ pybench ${each}`).join('\n')}`);
  parser.exitOverride().configureOutput({ writeErr: () => undefined });
  parser.action(async () => {
    const typed = parser.opts<Record<string, unknown>>();
    const given = {
      ...(typeof typed['config'] === 'string' ? await flagsFromFile(typed['config'], flags) : {}),
      ...typed,
    };
    const values = Object.entries(flags).map(([key, flag]) => [key, readFlag(kebab(key), flag, given[key])]);
    const code = await command.run({
      args: parser.args,
      flags: Object.fromEntries(values) as Invocation<Flags>['flags'],
    });
    onExit(code ?? 0);
  });
}

function family(root: Parser, name: string): Parser {
  const known = root.commands.find((each) => each.name() === name);
  if (known) return known;
  const made = root.command(name).description(families[name] ?? '');
  made.exitOverride().configureOutput({ writeErr: () => undefined });
  return made;
}

const families: Record<string, string> = {
  task: 'look at tasks, hand one out, grade what came back, play, write or check one',
  image: 'the root file systems that interpreters live in',
};

function toOption(long: string, flag: Flag): Option {
  const names = `${flag.short ? `-${flag.short}, ` : ''}--${long}`;
  const option = new Option(flag.value ? `${names} <${flag.value}>` : names, flag.about);
  if (flag.env) option.env(flag.env);
  if (flag.many) {
    option.argParser((value: string, list: string[] | undefined) => [...(list ?? []), value]);
  }
  return option;
}

function readFlag(long: string, flag: Flag, given: unknown): unknown {
  const read = flag.schema.safeParse(given);
  if (read.success) return read.data;
  throw usageProblem(`--${long}: ${read.error.issues[0]?.message ?? 'is malformed'}`);
}

/** What commander complains about, as one line. Help and version are no complaints. */
export function complaint(error: CommanderError): string | undefined {
  if (
    error.code === 'commander.helpDisplayed' ||
    error.code === 'commander.version' ||
    error.code === 'commander.help'
  ) {
    return undefined;
  }
  return error.message.replace(/^error: /, '').replace(/\n/g, ' ');
}
