// Prints the summary of `run` and `resume`, and gives their exit code.
import { resultsTable } from '../../report/index.ts';
import type { Summary, Tally } from '../../results/index.ts';
import { dollars, tokens } from './amounts.ts';
import { print, printJson, tell } from './print.ts';
import { stopped } from './stop.ts';

const UNVERIFIED = 'Unverified: the agent worked without isolation, so it could have read the truth.';

export function showResults(summary: Summary, notes: readonly string[], json: boolean): void {
  if (json) printJson(summary);
  else {
    const unverified = summary.unverified ? [UNVERIFIED] : [];
    const lines = [resultsTable(summary), ...spent(summary), ...unverified, notes.join(' · ')];
    print([...lines, `Run: ${summary.run}`].join('\n'));
  }
  const { planned, scored, skipped } = countOf(summary);
  const open = planned - scored - skipped;
  if (open > 0) tell(`${open} of ${planned} have no score yet: pybench resume ${summary.run}`);
}

/** 130 after Ctrl-C; 1 when nothing was scored, or when a limit of the run ended it early. */
export function exitCode(summary: Summary, failUnder: number | undefined): number {
  if (stopped()) return 130;
  const { planned, ended, cancelled } = countOf(summary);
  if (summary.scored === 0 || ended - cancelled < planned) return 1;
  return failUnder !== undefined && (summary.mean ?? 0) < failUnder ? 3 : 0;
}

/** Counts all trials, including clean twins, which are not part of the score. */
function countOf(summary: Summary) {
  const tallies = [summary, ...(summary.twins ? [summary.twins.clean] : [])];
  const sum = (of: (tally: Tally) => number) => tallies.reduce((sofar, tally) => sofar + of(tally), 0);
  return {
    planned: sum(({ planned }) => planned),
    scored: sum(({ scored }) => scored),
    ended: sum(({ outcomes }) => Object.values(outcomes).reduce((all, count) => all + count, 0)),
    skipped: sum(({ outcomes }) => outcomes.skipped ?? 0),
    cancelled: sum(({ outcomes }) => outcomes.cancelled ?? 0),
  };
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
