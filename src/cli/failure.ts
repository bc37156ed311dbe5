// What a command that failed prints, and its exit code. Loaded only when a command fails.
import { CommanderError } from 'commander';
import { SetupProblem } from '../../setup/problem.mjs';
import { Problem } from '../core/index.ts';
import { colors } from '../system/index.ts';
import { tell } from './terminal/print.ts';
import { stopped } from './terminal/stop.ts';

/** Prints one line and returns the exit code. An error that is neither the user's nor the machine's is thrown on. */
export function showFailure(error: unknown, argv: readonly string[]): number {
  if (error instanceof CommanderError) {
    const message = error.message.replace(/^error: /, '').replace(/\n/g, ' ');
    tell(`${colors.red('pybench:')} ${message} (see "pybench ${argv[0]?.startsWith('-') ? '' : `${argv[0]} `}--help")`);
    return 2;
  }
  if (error instanceof Problem || error instanceof SetupProblem) {
    tell(`${colors.red('pybench:')} ${error.message.replace(/\s*\n\s*/g, ' ')}`);
    if (stopped()) return 130;
    return error instanceof Problem && error.kind === 'usage' ? 2 : 1;
  }
  throw error;
}
