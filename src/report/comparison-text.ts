// A comparison of two runs, for a terminal.
import { percent, percentWithin, points, size } from './amounts.ts';
import { colors } from './colors.ts';
import { pText, type TrialChange, type Difference, type RunComparison, type ComparedRun } from './comparison.ts';
import { left, right, type Row } from './sheet.ts';
import { terminalTable } from './terminal.ts';

/** As many as one reads; `--json` has all. */
const MOST = 20;

export function comparisonText(comparison: RunComparison): string {
  const { a, b, difference, gained, lost, onlyA, onlyB, otherExams, setup, verdict } = comparison;
  return [
    sides(a, b),
    colors.bold(verdict),
    ...(difference ? [numbers(difference)] : []),
    ...caveats([a, b]),
    ...list(`Passed more often in B (${gained.length})`, gained.map(changeText)),
    ...list(`Passed less often in B (${lost.length})`, lost.map(changeText)),
    ...list(`Scored in A only (${onlyA.length})`, onlyA),
    ...list(`Scored in B only (${onlyB.length})`, onlyB),
    ...list(`Same name, another exam: not compared (${otherExams.length})`, otherExams),
    ...list('What differs besides the results (A → B)', setup),
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
    `B − A: ${points(mean, interval)} on ${instances} common exams of ${tasks} tasks; B ahead at ${better}, behind at ${worse}, equal at ${equal}`,
    `${pText(signFlip.p)} (sign flip over tasks${signFlip.exact ? ', exact' : ', sampled'})${mcnemar === null ? '' : `, ${pText(mcnemar)} (McNemar, exact)`}`,
    ...(detectable === null
      ? []
      : [`Detectable: a difference of ${size(detectable)} or more would be found four times in five`]),
  ].join('\n');
}

function caveats(both: readonly ComparedRun[]): string[] {
  return both
    .filter(({ coverage }) => coverage < 1)
    .map(
      ({ label, scored, planned }) =>
        `Of ${label}, ${planned - scored} of ${planned} planned trials have no score and take no part.`,
    );
}

function list(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const more = lines.length > MOST ? [`  … and ${lines.length - MOST} more (--json has all)`] : [];
  return ['', colors.bold(title), ...lines.slice(0, MOST).map((line) => `  ${line}`), ...more];
}

function changeText({ instance, a, b, why }: TrialChange): string {
  return `${instance}: ${a.passes}/${a.attempts} → ${b.passes}/${b.attempts}${why ? `; ${why}` : ''}`;
}
