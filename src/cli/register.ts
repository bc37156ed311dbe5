// Gives the parser of a command its arguments, flags, examples and action, all from the command's data.
import { Option, type Command as Parser } from 'commander';
import { usageProblem } from '../core/index.ts';
import type { Command, Invocation } from './command.ts';
import { jsonFlag } from './flags/common.ts';
import { kebab, type Flag, type Flags } from './flags/flag.ts';

/** `onExit` receives the exit code. */
export function register(parser: Parser, command: Command, onExit: (code: number) => void): void {
  for (const { pattern, about } of command.args ?? []) parser.argument(pattern, about);
  const flags: Flags = { ...command.flags, json: jsonFlag };
  for (const [key, flag] of Object.entries(flags)) parser.addOption(toOption(kebab(key), flag));
  parser.addHelpText('after', `\nExamples:\n${command.examples.map((each) => `  $ pybench ${each}`).join('\n')}`);
  parser.action(async () => {
    const typed = parser.opts<Record<string, unknown>>();
    const given = { ...(await configured(typed['config'], flags)), ...typed };
    const values = Object.entries(flags).map(([key, flag]) => [key, readFlag(kebab(key), flag, given[key])]);
    const code = await command.run({
      args: parser.args,
      flags: Object.fromEntries(values) as Invocation<Flags>['flags'],
    });
    onExit(code ?? 0);
  });
}

async function configured(file: unknown, flags: Flags): Promise<Record<string, unknown>> {
  if (typeof file !== 'string') return {};
  const { flagsFromFile } = await import('./flags/config.ts');
  return await flagsFromFile(file, flags);
}

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
