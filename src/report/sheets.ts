// The tables of a report.
import { failureKinds, failureWords } from '../core/index.ts';
import type { Summary, Tally } from '../run/index.ts';
import { FEWEST_TASKS_TO_RANK, type PassK } from '../stats/index.ts';
import { compact, dollars, duration, percent, percentWithin, points } from './amounts.ts';
import type { Board, Entry } from './board.ts';
import { left, right, type Column, type Row, type Sheet } from './sheet.ts';

/** `group`: the paper's five. */
export const dimensions = ['category', 'group', 'language', 'level', 'skill', 'task'] as const;
export type Dimension = (typeof dimensions)[number];

/** All tables that have something to say about these runs. */
export function reportSheets(board: Board, by: Dimension = 'category'): Sheet[] {
  const [only, ...others] = board.entries;
  const single = only && others.length === 0 ? only : undefined;
  const sheets = [
    leaderboardSheet(board),
    single ? groupsSheet(by, groupsOf(single, by)) : breakdownSheet(board, by),
    frontSheet(board),
    failuresSheet(board),
    passKSheet(board),
    twinsSheet(board),
  ];
  return sheets.filter(({ rows }) => rows.length > 0);
}

export function leaderboardSheet({ entries, ranked, sameExams }: Board): Sheet {
  const contenders = entries.filter(({ place }) => place !== null).length;
  const columns: [Column, (entry: Entry) => Row['cells'][number], boolean][] = [
    [{ name: '#', align: 'right' }, (entry) => String(entries.indexOf(entry) + 1), entries.length > 4],
    [
      { name: 'agent' },
      ({ label, role }) => (role === 'competes' || role === label ? label : `${label} (${role})`),
      true,
    ],
    [{ name: 'score [95 %]', align: 'right' }, ({ summary }) => ({ show: 'score', tally: summary }), true],
    [{ name: 'coverage', align: 'right' }, ({ summary }) => percent(summary.coverage), true],
    [{ name: 'passed', align: 'right' }, ({ summary }) => `${summary.passed}/${summary.scored}`, true],
    [
      { name: 'macro', align: 'right' },
      ({ summary }) => percent(summary.macro?.rate ?? null),
      severalCategories(entries),
    ],
    [{ name: 'turns', align: 'right' }, ({ summary }) => fixed(summary.meanTurns), some(entries, 'meanTurns')],
    [{ name: 'tokens', align: 'right' }, ({ summary }) => compact(summary.meanTokens), some(entries, 'meanTokens')],
    [{ name: 'cost', align: 'right' }, ({ summary }) => dollars(summary.meanCost), some(entries, 'meanCost')],
    [{ name: 'time', align: 'right' }, ({ summary }) => duration(summary.time.medianMs), true],
    [{ name: 'rank' }, ({ place }) => rankText(place), ranked],
  ];
  const shown = columns.filter(([, , show]) => show);
  return {
    title: 'Leaderboard',
    columns: shown.map(([column]) => column),
    rows: entries.map((entry) => ({
      cells: shown.map(([, cellOf]) => cellOf(entry)),
      frame: entry.role !== 'competes',
    })),
    notes: [
      'Score: passed ÷ scored trials, with its 95 % interval; tasks are the units. Coverage: scored ÷ planned trials.',
      'Macro: mean of the categories. Turns, tokens, cost: mean per scored trial; time: median.',
      ...(ranked
        ? ['Rank: what the data leave open at 5 % in all; runs that share a letter cannot be told apart.']
        : []),
      ...(contenders > 1 && !ranked ? [`Not ranked: that takes ${FEWEST_TASKS_TO_RANK} scored tasks or more.`] : []),
      ...(sameExams ? [] : ['The runs did not take the same exams: compare scores with care, or use pybench compare.']),
    ],
  };
}

function severalCategories(entries: readonly Entry[]): boolean {
  return entries.some(({ summary }) => (summary.macro?.groups ?? 0) > 1);
}

function some(entries: readonly Entry[], key: 'meanTurns' | 'meanTokens' | 'meanCost'): boolean {
  return entries.some(({ summary }) => summary[key] !== null);
}

function fixed(value: number | null): string {
  return value === null ? '–' : value.toFixed(1);
}

/** `1–2 ab`. */
function rankText(place: Entry['place']): string {
  if (!place) return '';
  const range = place.best === place.worst ? String(place.best) : `${place.best}–${place.worst}`;
  return `${range} ${place.groups.map((group) => (group <= 26 ? String.fromCharCode(96 + group) : `(${group})`)).join('')}`;
}

export function groupsOf({ summary, byTask }: Pick<Entry, 'summary' | 'byTask'>, by: Dimension): Record<string, Tally> {
  switch (by) {
    case 'category':
      return summary.byCategory;
    case 'group':
      return summary.byGroup;
    case 'language':
      return summary.byLanguage;
    case 'level':
      return summary.byLevel;
    case 'skill':
      return summary.bySkill;
    case 'task':
      return byTask;
  }
}

/** One run: a row per group, and how its trials ended. */
export function groupsSheet(by: string, groups: Record<string, Tally>, all?: Tally): Sheet {
  const rowOf = ([name, tally]: [string, Tally]): Row => ({
    cells: [
      name,
      { show: 'score', tally },
      percent(tally.coverage),
      String(tally.passed),
      String(tally.scored),
      String(tally.planned),
      String(tally.tasks),
      Object.entries(tally.outcomes)
        .map(([kind, count]) => `${kind} ${count}`)
        .join(', '),
    ],
  });
  return {
    title: `By ${by}`,
    columns: [
      ...left(by),
      ...right('score [95 %]', 'coverage', 'passed', 'scored', 'planned', 'tasks'),
      ...left('outcomes'),
    ],
    rows: [...Object.entries(groups), ...(all ? [['all', all] satisfies [string, Tally]] : [])].map(rowOf),
    notes: [],
  };
}

/** Few groups are columns; many are rows, with a column per run. */
export function breakdownSheet({ entries }: Board, by: Dimension): Sheet {
  const grouped = entries.map((entry) => groupsOf(entry, by));
  const names = [...new Set(grouped.flatMap((groups) => Object.keys(groups)))];
  const shown = (name: string, groups: Record<string, Tally>) => ({ show: 'share', tally: groups[name] }) as const;
  const partly = grouped.some((groups) => Object.values(groups).some(({ coverage }) => coverage < 1));
  const notes = partly ? ['(14/15): scored of planned trials, where not all were scored.'] : [];
  if (by !== 'skill' && by !== 'task') {
    const rows = entries.map(({ label, role }, index) => ({
      cells: [label, ...names.map((name) => shown(name, grouped[index] ?? {}))],
      frame: role !== 'competes',
    }));
    return { title: `By ${by}`, columns: [...left('agent'), ...right(...names)], rows, notes };
  }
  return {
    title: `By ${by}`,
    columns: [...left(by), ...right(...columnNames(entries))],
    rows: names.toSorted().map((name) => ({ cells: [name, ...grouped.map((groups) => shown(name, groups))] })),
    notes,
  };
}

/** Many runs are told by their numbers on the board. */
function columnNames(entries: readonly Entry[]): string[] {
  return entries.map(({ label }, index) => (entries.length > 4 ? `#${index + 1}` : label));
}

export function frontSheet({ entries }: Board): Sheet {
  const known = entries.filter(({ beatenBy }) => beatenBy !== null);
  const byCost = (known.length > 1 ? known : []).toSorted(
    (a, b) => (a.summary.meanCost ?? 0) - (b.summary.meanCost ?? 0),
  );
  return {
    title: 'Cost and quality',
    columns: [...left('agent'), ...right('cost per trial', 'score [95 %]'), ...left('front')],
    rows: byCost.map(({ label, summary, beatenBy }) => ({
      cells: [
        label,
        dollars(summary.meanCost),
        { show: 'score', tally: summary },
        beatenBy?.length ? `beaten by ${beatenBy.join(', ')}` : 'on the front',
      ],
    })),
    notes:
      byCost.length > 0
        ? [
            'On the front: no other run is at least as cheap and at least as good. By the measured scores: look at the intervals too.',
          ]
        : [],
  };
}

export function failuresSheet({ entries }: Board): Sheet {
  const failed = entries.filter(({ summary }) => summary.passed < summary.scored);
  const count = ({ failures }: Summary, kind: (typeof failureKinds)[number]) => failures[kind] ?? 0;
  const kinds = failureKinds
    .map((kind) => ({ kind, total: failed.reduce((sum, { summary }) => sum + count(summary, kind), 0) }))
    .filter(({ total }) => total > 0)
    .toSorted((a, b) => b.total - a.total);
  return {
    title: 'Why trials failed',
    columns: [
      ...left('reason'),
      ...right(...columnNames(entries).filter((_, index) => failed.includes(entries[index] as Entry))),
    ],
    rows: kinds.map(({ kind }) => ({
      cells: [failureWords[kind], ...failed.map(({ summary }) => String(count(summary, kind) || '–'))],
    })),
    notes:
      kinds.length > 0
        ? ['One main reason each: the first that holds, from what ended the work to what was wrong with it.']
        : [],
  };
}

export function passKSheet({ entries }: Board): Sheet {
  const text = (value: PassK) => percentWithin(value.value, value.interval);
  return {
    title: 'Several attempts',
    columns: [...left('agent'), ...right('k', 'pass@k', 'pass^k', 'instances')],
    rows: entries.flatMap(({ label, summary: { passK, acrossSeeds } }) => [
      ...passK.map(({ k, any, all }) => ({ cells: [label, String(k), text(any), text(all), String(any.instances)] })),
      ...(acrossSeeds
        ? [{ cells: [label, `${acrossSeeds.k} seeds`, '', text(acrossSeeds), String(acrossSeeds.instances)] }]
        : []),
    ]),
    notes: [
      'pass@k: at least one of k attempts passes; pass^k: all of them do. Over seeds: k fresh exams of a task are all passed; instances are then tasks.',
    ],
  };
}

export function twinsSheet({ entries }: Board): Sheet {
  return {
    title: 'What traps cost',
    columns: [...left('agent'), ...right('with the trap', 'coverage', 'clean twin', 'coverage', 'cost of the trap')],
    rows: entries.flatMap(({ label, summary: { twins } }) =>
      twins
        ? [
            {
              cells: [
                label,
                percentWithin(twins.trap.mean, twins.trap.interval),
                percent(twins.trap.coverage),
                percentWithin(twins.clean.mean, twins.clean.interval),
                percent(twins.clean.coverage),
                twins.cost ? points(twins.cost.mean, twins.cost.precision?.interval ?? null) : '–',
              ],
            },
          ]
        : [],
    ),
    notes: ['A clean twin is the same exam without its trap. Twins do not count in the scores above.'],
  };
}
