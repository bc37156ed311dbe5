// What `run` and `resume` print in the end, and their exit code.
import { z } from 'zod';
import type { InterpreterHost } from '../interpreter/index.ts';
import { resultsTable } from '../report/index.ts';
import type { Summary } from '../run/index.ts';
import { dollars, tokens } from './amounts.ts';
import type { Flag } from './command.ts';
import { hostNotes } from './host.ts';
import { print, printJson, tell } from './print.ts';
import { stopSignal } from './stop.ts';

export const failUnderFlag: Flag<number | undefined> = {
  value: 'SHARE',
  about: 'exit with code 3 when the score is below this share, such as 0.6',
  schema: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/, {
      error: (issue) => `"${String(issue.input)}" is not a share between 0 and 1`,
    })
    .transform(Number)
    .optional(),
};

const UNVERIFIED = 'Unverified: the agent worked without isolation, so nothing kept it from the truth.';

export function showResults(summary: Summary, host: InterpreterHost, json: boolean): void {
  if (json) printJson(summary);
  else {
    const unverified = summary.unverified ? [UNVERIFIED] : [];
    const lines = [resultsTable(summary), ...spent(summary), ...unverified, hostNotes(host).join(' · ')];
    print([...lines, `Run: ${summary.run}`].join('\n'));
  }
  const open = summary.planned - summary.scored - (summary.outcomes.skipped ?? 0);
  if (open > 0) tell(`${open} of ${summary.planned} have no score yet: pybench resume ${summary.run}`);
}

/** 130 after Ctrl-C, as shells have it; 1 when nothing was scored, or a limit of the run ended it early. */
export function exitCode({ outcomes, planned, scored, mean }: Summary, failUnder: number | undefined): number {
  if (stopSignal().aborted) return 130;
  const ended = Object.values(outcomes).reduce((sum, count) => sum + count, 0) - (outcomes.cancelled ?? 0);
  if (scored === 0 || ended < planned) return 1;
  return failUnder !== undefined && (mean ?? 0) < failUnder ? 3 : 0;
}

function spent({ meanTurns, usage: { inputTokens, outputTokens, cost } }: Summary): string[] {
  const parts = [
    ...(meanTurns === null ? [] : [`${meanTurns.toFixed(1)} turns per trial`]),
    ...(inputTokens === undefined ? [] : [`${tokens(inputTokens)} in`]),
    ...(outputTokens === undefined ? [] : [`${tokens(outputTokens)} out`]),
    ...(cost === undefined ? [] : [dollars(cost)]),
  ];
  return parts.length > 0 ? [parts.join(' · ')] : [];
}
