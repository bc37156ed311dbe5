// The order, roles and ranks of the leaderboard, and its terminal text.
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

/** One trial for each of `tasks` tasks; the first `passed` pass. */
const trialsOf = (tasks: number, passed: number, more: Partial<Short> = {}): Short[] =>
  Array.from({ length: tasks }, (_, index) => ({ task: `chart/t${index}`, score: index < passed ? 1 : 0, ...more }));
const priced = (cost: number) => ({ turns: 1, usage: { inputTokens: 10, outputTokens: 10, cost } });

test('the reference is listed above competing runs and no-work agents below, regardless of their scores', async () => {
  const { entries } = await board(
    { agent: 'null', trials: trialsOf(3, 3) },
    { model: 'x/weak', trials: trialsOf(3, 1) },
    { agent: 'exec:mine', trials: trialsOf(3, 2) },
    { agent: 'wrong:first', trials: trialsOf(3, 0) },
    { agent: 'reference', trials: trialsOf(3, 0) },
    { model: 'x/none', trials: trialsOf(3, 0, { score: null }) },
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

test('ranks differ only where the difference is significant', async () => {
  const made = await board(
    { model: 'x/best', trials: trialsOf(40, 39) },
    { model: 'x/next', trials: trialsOf(40, 38) },
    { model: 'x/last', trials: trialsOf(40, 5) },
    { agent: 'reference', trials: trialsOf(40, 40) },
  );
  const places = Object.fromEntries(
    made.entries.map(({ label, place }) => [label, place && [place.best, place.worst]]),
  );
  expect(places).toEqual({ reference: null, 'x/best': [1, 2], 'x/next': [1, 2], 'x/last': [3, 3] });
  expect(plain(leaderboard(made))).toMatch(/x\/last.*│ 3 b/);
});

test('fewer than 20 tasks are not ranked, however large the difference', async () => {
  const made = await board({ model: 'x/a', trials: trialsOf(19, 19) }, { model: 'x/b', trials: trialsOf(19, 0) });
  expect(made.ranked).toBe(false);
  expect(plain(leaderboard(made))).toContain('Not ranked: at least 20 scored tasks are needed');
});

test('instances with the same id but another salt are not paired', async () => {
  const other = Object.fromEntries(trialsOf(30, 0).map(({ task }) => [`${task}@1.en`, 'another instance']));
  const made = await board(
    { model: 'x/a', trials: trialsOf(30, 30) },
    { model: 'x/b', trials: trialsOf(30, 0), lock: { instances: other } },
  );
  expect(made.sameInstances).toBe(false);
  expect(made.entries.map(({ place }) => place && [place.best, place.worst])).toEqual([
    [1, 2],
    [1, 2],
  ]);
});

test('each run lists the runs that dominate it in cost and score', async () => {
  const made = await board(
    { model: 'x/cheap', trials: trialsOf(4, 1, priced(0.1)) },
    { model: 'x/good', trials: trialsOf(4, 4, priced(0.4)) },
    { model: 'x/dear', trials: trialsOf(4, 3, priced(0.5)) },
    { model: 'x/same', trials: trialsOf(4, 4, priced(0.4)) },
    { model: 'x/unpriced', trials: trialsOf(4, 4) },
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

test('two runs of one model are labelled with their folders', async () => {
  const { entries } = await board(
    { name: 'one', model: 'x/m', trials: trialsOf(2, 1) },
    { name: 'two', model: 'x/m', trials: trialsOf(2, 2) },
  );
  expect(entries.map(({ label }) => label)).toEqual(['x/m · two', 'x/m · one']);
});

test('columns stay aligned with Chinese text', async () => {
  const made = await board({ model: 'x/强者', trials: trialsOf(3, 2) }, { model: 'x/weak', trials: trialsOf(3, 1) });
  for (const table of plain(terminalReport(made, 'task')).split('\n\n')) {
    const lines = table.split('\n').filter((line) => /^[┌├│└]/.test(line));
    expect(new Set(lines.map(width)).size).toBe(1);
  }
});

test('tables show the coverage beside every mean', async () => {
  const made = await board({ trials: [...trialsOf(3, 1), { task: 'chart/skipped', score: null }] });
  const table = plain(made.entries.map(({ summary }) => resultsTable(summary)).join(''));
  expect(table).toMatch(/chart .*33\.3 % \[6\.1, 79\.2\] .*75\.0 %.*passed 1, failed 2, model-error 1/);
  expect(table).toContain('Why trials failed: wrong answer 2');
  expect(plain(terminalReport(made))).toMatch(/33\.3 % \[6\.1, 79\.2\] │ +75\.0 %/);
});

test('a share with coverage below 100 % shows scored and planned trials', async () => {
  const made = await board(
    { model: 'x/a', trials: [...trialsOf(3, 1), { task: 'chart/z' }] },
    { model: 'x/b', trials: trialsOf(3, 2) },
  );
  expect(plain(terminalReport(made))).toMatch(/x\/a .*33\.3 % \(3\/4\)/);
});
