#!/usr/bin/env node
// The command line: names every command to the parser, loads the invoked one, turns failures into one line and an exit code.
import { Command as Parser, CommanderError } from 'commander';
import { version } from '../../setup/version.mjs';
import type { CommandEntry } from './command.ts';
import { commands, families } from './commands.ts';

/** 0 fine · 1 could not run, or gates not met · 2 wrong usage · 3 ran, but below --fail-under · 130 stopped. */
async function main(argv: readonly string[]): Promise<number> {
  let exitCode = 0;
  const root = withoutExit(new Parser('pybench'))
    .description('Evaluates LLM agents that work with a Python code interpreter. A pass means the work was done.')
    .version(version);
  root.addHelpText('after', '\nStart here:\n  $ pybench start\n  $ pybench task list\n  $ pybench doctor');
  const invoked = invokedCommand(argv);
  try {
    for (const entry of commands) {
      const parser = parserOf(root, entry);
      if (entry !== invoked) continue;
      const { register } = await import('./register.ts');
      register(parser, await entry.load(), (code) => (exitCode = code));
    }
    if (argv.length === 0) root.outputHelp();
    else await root.parseAsync([...argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError && helpCodes.has(error.code)) return 0;
    const { showFailure } = await import('./failure.ts');
    return showFailure(error, argv);
  }
}

/** Commander throws for help and version too. */
const helpCodes = new Set(['commander.helpDisplayed', 'commander.version', 'commander.help']);

function withoutExit(parser: Parser): Parser {
  return parser.exitOverride().configureOutput({ writeErr: () => undefined });
}

/** The command that the words on the command line name, also after `help`. */
function invokedCommand(argv: readonly string[]): CommandEntry | undefined {
  const words = argv.filter((word) => !word.startsWith('-'));
  const [first, second] = words[0] === 'help' ? words.slice(1) : words;
  return commands.find(({ name }) => name === first || name === `${first} ${second}`);
}

/** The parser of a command with its name and summary, below the one of its family. */
function parserOf(root: Parser, { name, summary }: CommandEntry): Parser {
  const words = name.split(' ');
  const parent = words.length > 1 ? familyParser(root, words[0] ?? '') : root;
  return withoutExit(parent.command(words.at(-1) ?? '').description(summary));
}

function familyParser(root: Parser, name: string): Parser {
  const known = root.commands.find((each) => each.name() === name);
  return known ?? withoutExit(root.command(name).description(families[name] ?? ''));
}

// A reader that closes the pipe, such as `head`, is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

process.exitCode = await main(process.argv.slice(2));
