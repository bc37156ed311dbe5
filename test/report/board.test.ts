// Who stands where on the board, and what it looks like in a terminal.
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import {
  leaderboard,
  makeBoard,
  readAllReported,
  resultsTable,
  terminalReport,
  type Board,
} from '../../src/report/index.ts';
import { temporaryFolder } from '../support/folder.ts';
import { writeRun, type Short, type ShortRun } from '../support/run-folder.ts';

const plain = stripVTControlCharacters;
const width = (line: string) => Array.from(line).reduce((sum, each) => sum + (/\p{Script=Han}/u.test(each) ? 2 : 1), 0);

async function board(...runs: readonly ShortRun[]): Promise<Board> {
  const folder = temporaryFolder();
  const folders: string[] = [];
  for (const run of runs) folders.push(await writeRun(folder, run));
  return makeBoard(readAllReported(folders));
}

/** So many tasks, of which the first are passed. */
const exams = (tasks: number, passed: number, more: Partial<Short> = {}): Short[] =>
  Array.from({ length: tasks }, (_, index) => ({ task: `chart/t${index}`, score: index < passed ? 1 : 0, ...more }));
const priced = (cost: number) => ({ turns: 1, usage: { inputTokens: 10, outputTokens: 10, cost } });

test('the reference stands above those who compete and agents that do no work below, whatever they score', async () => {
  const { entries } = await board(
    { agent: 'null', trials: exams(3, 3) },
    { model: 'x/weak', trials: exams(3, 1) },
    { agent: 'exec:mine', trials: exams(3, 2) },
    { agent: 'wrong:first', trials: exams(3, 0) },
    { agent: 'reference', trials: exams(3, 0) },
    { model: 'x/none', trials: exams(3, 0, { score: null }) },
  );
  expect(entries.map(({ label, role }) => [label, role])).toEqual([
    ['reference', 'reference'],
    ['exec:mine', 'competes'],
    ['x/weak', 'competes'],
    ['x/none', 'competes'],
    ['wrong:first', 'wrong program'],
    ['null', 'no work'],
  ]);
  expect(entries.map(({ place }) => place !== null)).toEqual([false, true, true, true, false, false]);
});

test('ranks claim what the data show and nothing else', async () => {
  const made = await board(
    { model: 'x/best', trials: exams(40, 39) },
    { model: 'x/next', trials: exams(40, 38) },
    { model: 'x/last', trials: exams(40, 5) },
    { agent: 'reference', trials: exams(40, 40) },
  );
  const places = Object.fromEntries(
    made.entries.map(({ label, place }) => [label, place && [place.best, place.worst]]),
  );
  expect(places).toEqual({ reference: null, 'x/best': [1, 2], 'x/next': [1, 2], 'x/last': [3, 3] });
  expect(plain(leaderboard(made))).toMatch(/x\/last.*│ 3 b/);
});

test('on few tasks nothing is ranked, however far apart', async () => {
  const made = await board({ model: 'x/a', trials: exams(19, 19) }, { model: 'x/b', trials: exams(19, 0) });
  expect(made.ranked).toBe(false);
  expect(plain(leaderboard(made))).toContain('Not ranked: that takes 20 scored tasks');
});

test('exams of another salt are not paired by their names', async () => {
  const other = Object.fromEntries(exams(30, 0).map(({ task }) => [`${task}@1.en`, 'another exam']));
  const made = await board(
    { model: 'x/a', trials: exams(30, 30) },
    { model: 'x/b', trials: exams(30, 0), lock: { instances: other } },
  );
  expect(made.sameExams).toBe(false);
  expect(made.entries.map(({ place }) => place && [place.best, place.worst])).toEqual([
    [1, 2],
    [1, 2],
  ]);
});

test('the front of cost and quality', async () => {
  const made = await board(
    { model: 'x/cheap', trials: exams(4, 1, priced(0.1)) },
    { model: 'x/good', trials: exams(4, 4, priced(0.4)) },
    { model: 'x/dear', trials: exams(4, 3, priced(0.5)) },
    { model: 'x/same', trials: exams(4, 4, priced(0.4)) },
    { model: 'x/unpriced', trials: exams(4, 4) },
  );
  const beaten = Object.fromEntries(made.entries.map(({ label, beatenBy }) => [label, beatenBy?.toSorted() ?? null]));
  expect(beaten).toEqual({
    'x/cheap': [],
    'x/good': [],
    'x/same': [],
    'x/dear': ['x/good', 'x/same'],
    'x/unpriced': null,
  });
});

test('two runs of one model are told apart by their folders', async () => {
  const { entries } = await board(
    { name: 'one', model: 'x/m', trials: exams(2, 1) },
    { name: 'two', model: 'x/m', trials: exams(2, 2) },
  );
  expect(entries.map(({ label }) => label)).toEqual(['x/m · two', 'x/m · one']);
});

test('Chinese text keeps the columns aligned', async () => {
  const made = await board({ model: 'x/强者', trials: exams(3, 2) }, { model: 'x/weak', trials: exams(3, 1) });
  for (const table of plain(terminalReport(made, 'task')).split('\n\n')) {
    const lines = table.split('\n').filter((line) => /^[┌├│└]/.test(line));
    expect(new Set(lines.map(width)).size).toBe(1);
  }
});

test('every mean stands next to its coverage', async () => {
  const made = await board({ trials: [...exams(3, 1), { task: 'chart/skipped', score: null }] });
  const table = plain(made.entries.map(({ summary }) => resultsTable(summary)).join(''));
  expect(table).toMatch(/chart .*33\.3 % \[6\.1, 79\.2\] .*75\.0 %.*passed 1, failed 2, model-error 1/);
  expect(table).toContain('Why trials failed: wrong answer 2');
  expect(plain(terminalReport(made))).toMatch(/33\.3 % \[6\.1, 79\.2\] │ +75\.0 %/);
});

test('a share of a plan that was not all scored says so', async () => {
  const made = await board(
    { model: 'x/a', trials: [...exams(3, 1), { task: 'chart/z' }] },
    { model: 'x/b', trials: exams(3, 2) },
  );
  expect(plain(terminalReport(made))).toMatch(/x\/a .*33\.3 % \(3\/4\)/);
});
