import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { htmlReport, leaderboard, resultsTable } from '../../src/report/index.ts';
import type { Summary } from '../../src/run/index.ts';

const tally = {
  planned: 4,
  scored: 3,
  passed: 1,
  coverage: 0.75,
  mean: 1 / 3,
  outcomes: { passed: 1, failed: 2, skipped: 1 },
};
const summary = (agent: string, mean: number | null): Summary => ({
  ...tally,
  mean,
  run: `runs/${agent}`,
  agent,
  model: null,
  unverified: false,
  meanTurns: null,
  usage: {},
  byCategory: { chart: tally },
});
const plain = stripVTControlCharacters;
const width = (line: string) => Array.from(line).reduce((sum, each) => sum + (/\p{Script=Han}/u.test(each) ? 2 : 1), 0);

test('the best comes first, and a run without a score last', () => {
  const lines = plain(leaderboard([summary('none', null), summary('weak', 0.1), summary('强者', 0.9)])).split('\n');
  expect(lines.flatMap((line) => /│ (none|weak|强者)/.exec(line)?.[1] ?? [])).toEqual(['强者', 'weak', 'none']);
});

test('Chinese text keeps the columns aligned', () => {
  const lines = plain(leaderboard([summary('weak', 0.1), summary('强者', 0.9)])).split('\n');
  expect(new Set(lines.map(width)).size).toBe(1);
});

test('every mean stands next to its coverage', () => {
  const line = plain(resultsTable(summary('x', 1 / 3)))
    .split('\n')
    .find((each) => each.includes('chart'));
  expect(line).toMatch(/chart .*33\.3 %.*75\.0 %.*passed 1, failed 2, skipped 1/);
});

test('the page is safe against names with markup', () => {
  const page = htmlReport([{ summary: summary('<script>alert(1)</script>', 0.5), rows: [], notes: [] }], 'PyBench');
  expect(page).not.toContain('<script>');
});
