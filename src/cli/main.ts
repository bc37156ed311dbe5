#!/usr/bin/env node
// The command line: builds the parser from the commands, runs one, turns faults into one line and an exit code.
import { Command as Parser, CommanderError } from 'commander';
import { SetupProblem } from '../../setup/problem.mjs';
import { Problem } from '../core/index.ts';
import { colors } from '../report/index.ts';
import { version } from '../run/index.ts';
import { complaint, register } from './command.ts';
import { commands } from './commands.ts';
import { tell } from './terminal/print.ts';
import { stopped } from './terminal/stop.ts';

/** 0 fine · 1 could not run, or gates not met · 2 wrong usage · 3 ran, but below --fail-under · 130 stopped. */
async function main(argv: readonly string[]): Promise<number> {
  let exitCode = 0;
  const parser = new Parser('pybench')
    .description('Evaluates LLM agents that work with a Python code interpreter. A pass means the work was done.')
    .version(version)
    .exitOverride()
    .configureOutput({ writeErr: () => undefined });
  for (const command of commands) register(parser, command, (code) => (exitCode = code));
  parser.addHelpText('after', '\nStart here:\n  $ pybench start\n  $ pybench task list\n  $ pybench doctor');
  try {
    if (argv.length === 0) parser.outputHelp();
    else await parser.parseAsync([...argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    return report(error, argv);
  }
}

function report(error: unknown, argv: readonly string[]): number {
  if (error instanceof CommanderError) {
    const text = complaint(error);
    if (text === undefined) return 0;
    tell(`${colors.red('pybench:')} ${text} (see "pybench ${argv[0]?.startsWith('-') ? '' : `${argv[0]} `}--help")`);
    return 2;
  }
  if (error instanceof Problem || error instanceof SetupProblem) {
    tell(`${colors.red('pybench:')} ${error.message.replace(/\s*\n\s*/g, ' ')}`);
    if (stopped()) return 130;
    return error instanceof Problem && error.kind === 'usage' ? 2 : 1;
  }
  throw error;
}

// A reader that goes away, such as `head`, is no fault of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

process.exitCode = await main(process.argv.slice(2));
