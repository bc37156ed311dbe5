// The comparison of two runs as terminal text.
import { colors } from '../system/index.ts';
import { percent, percentWithin, points, pointsText } from '../results/index.ts';
import { pText, type TrialChange, type Difference, type RunComparison, type ComparedRun } from './comparison.ts';
import { left, right, type Row } from './sheet.ts';
import { terminalTable } from './terminal.ts';

/** Lines per list; `--json` has all. */
const MAX_LINES = 20;

export function comparisonText(comparison: RunComparison): string {
  const { a, b, difference, gained, lost, onlyA, onlyB, otherInstances, setup, verdict } = comparison;
  return [
    sides(a, b),
    colors.bold(verdict),
    ...(difference ? [numbers(difference)] : []),
    ...caveats([a, b]),
    ...list(`Passed more often in B (${gained.length})`, gained.map(changeText)),
    ...list(`Passed less often in B (${lost.length})`, lost.map(changeText)),
    ...list(`Scored in A only (${onlyA.length})`, onlyA),
    ...list(`Scored in B only (${onlyB.length})`, onlyB),
    ...list(`Same name but different content, not compared (${otherInstances.length})`, otherInstances),
    ...list('Other differences between the runs (A → B)', setup),
  ].join('\n');
}

function sides(a: ComparedRun, b: ComparedRun): string {
  return terminalTable({
    title: '',
    columns: [...left('', 'agent'), ...right('score [95 %]', 'coverage', 'passed'), ...left('run')],
    rows: [sideRow('A', a), sideRow('B', b)],
    notes: [],
  });
}

function sideRow(name: string, { label, mean, interval, coverage, passed, scored, run }: ComparedRun): Row {
  return { cells: [name, label, percentWithin(mean, interval), percent(coverage), `${passed}/${scored}`, run] };
}

function numbers(difference: Difference): string {
  const { mean, interval, better, worse, equal, signFlip, mcnemar, detectable, instances, tasks } = difference;
  return [
    `B − A: ${points(mean, interval)} on ${instances} common instances of ${tasks} tasks; B is better on ${better}, worse on ${worse}, equal on ${equal}`,
    `${pText(signFlip.p)} (sign-flip test over tasks${signFlip.exact ? ', exact' : ', sampled'})${mcnemar === null ? '' : `, ${pText(mcnemar)} (exact McNemar test)`}`,
    ...(detectable === null ? [] : [`Detectable with 80 % power: a difference of ${pointsText(detectable)} or more`]),
  ].join('\n');
}

function caveats(both: readonly ComparedRun[]): string[] {
  return both
    .filter(({ coverage }) => coverage < 1)
    .map(
      ({ label, scored, planned }) =>
        `${label}: ${planned - scored} of ${planned} planned trials have no score and are left out.`,
    );
}

function list(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const more = lines.length > MAX_LINES ? [`  … and ${lines.length - MAX_LINES} more (--json has all)`] : [];
  return ['', colors.bold(title), ...lines.slice(0, MAX_LINES).map((line) => `  ${line}`), ...more];
}

function changeText({ instance, a, b, why }: TrialChange): string {
  return `${instance}: ${a.passes}/${a.attempts} → ${b.passes}/${b.attempts}${why ? `; ${why}` : ''}`;
}
