// `pybench report` and `pybench compare` from the command line.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pybench } from '../support/cli.ts';
import { temporaryFolder } from '../support/folder.ts';
import { writeRun, type Short } from '../support/run-folder.ts';

const trialsOf = (tasks: number, passed: number): Short[] =>
  Array.from({ length: tasks }, (_, index) => ({ task: `chart/t${index}`, score: index < passed ? 1 : 0 }));

async function runs() {
  const folder = temporaryFolder();
  return {
    folder,
    good: await writeRun(folder, { name: 'good', model: 'x/good', trials: trialsOf(24, 20) }),
    weak: await writeRun(folder, { name: 'weak', model: 'x/weak', trials: trialsOf(24, 4) }),
    reference: await writeRun(folder, { name: 'reference', agent: 'reference', trials: trialsOf(24, 24) }),
  };
}

test('report prints a leaderboard, writes an HTML page and warns of an incomplete line on stderr', async () => {
  const { folder, good, weak, reference } = await runs();
  appendFileSync(join(weak, 'results.jsonl'), '{"id":');
  const page = join(folder, 'page.html');
  const { code, stdout, stderr } = await pybench(['report', good, weak, reference, '--by', 'level', '--html', page]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/reference .*\n.*x\/good .*83\.3 % \[64\.1, 93\.3\].*1 a/);
  expect(stdout).toContain('By level');
  expect(stdout).toContain(`Report: ${page}`);
  expect(stderr).toMatch(/^\S+weak: the last line of results\.jsonl is incomplete and was ignored.*\n$/);
  expect(readFileSync(page, 'utf8')).toMatch(/^<!doctype html>/);
});

test('report writes other formats to stdout or a file without extra output', async () => {
  const { folder, good } = await runs();
  const json = await pybench(['report', good, '--json']);
  expect((await pybench(['report', good, '--format', 'json'])).stdout).toBe(json.stdout);
  expect(JSON.parse(json.stdout)).toMatchObject([{ model: 'x/good', passed: 20 }]);
  const file = join(folder, 'trials.csv');
  expect(await pybench(['report', good, '--format', 'csv', '-o', file])).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(readFileSync(file, 'utf8').split('\r\n')).toHaveLength(26);
});

test('--fail-under applies to competing agents, not to the reference', async () => {
  const { good, weak, reference } = await runs();
  expect((await pybench(['report', good, reference, '--fail-under', '0.9'])).code).toBe(3);
  expect((await pybench(['report', good, reference, '--fail-under', '0.8'])).code).toBe(0);
  expect((await pybench(['report', good, weak, '--fail-under', '0.8'])).code).toBe(3);
});

test.each([
  [['--format', 'pdf'], '--format: "pdf" is none of table, markdown, json, csv, html', 2],
  [['--by', 'colour'], '--by: "colour" is none of category, group, language, level, skill, task', 2],
  [['--fail-under', '60'], '--fail-under: "60" is not a share between 0 and 1', 2],
  [['-o', '/nowhere/report.txt'], 'cannot write the report to /nowhere/report.txt', 1],
])('report %s prints one error line', async (flags, message, code) => {
  const { good } = await runs();
  const finished = await pybench(['report', good, ...flags]);
  expect(finished).toMatchObject({ code, stdout: '' });
  expect(finished.stderr).toContain(message);
  expect(finished.stderr.trim().split('\n')).toHaveLength(1);
});

test('compare prints the difference of two runs and refuses a run with itself', async () => {
  const { good, weak, folder } = await runs();
  const text = await pybench(['compare', weak, good]);
  expect(text).toMatchObject({ code: 0, stderr: '' });
  expect(text.stdout).toContain('x/good is significantly better than x/weak');
  const json = await pybench(['compare', good, weak, '--json']);
  expect(JSON.parse(json.stdout)).toMatchObject({ difference: { better: 0, worse: 16, tasks: 24 } });
  const same = await pybench(['compare', good, good]);
  expect(same.code).toBe(2);
  expect(same.stderr).toContain('are the same run');
  const missing = join(folder, 'nowhere');
  expect(existsSync(missing)).toBe(false);
  expect(await pybench(['compare', good, missing])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is not a run') as string,
  });
});
