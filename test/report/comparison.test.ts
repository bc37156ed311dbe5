// The comparison of two runs: its numbers and its verdict.
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { digestBytes } from '../../src/core/index.ts';
import { compareRuns, comparisonText, readAllReported, type RunComparison } from '../../src/report/index.ts';
import { temporaryFolder } from '../support/folder.ts';
import { writeRun, type Short, type ShortRun } from '../support/run-folder.ts';

async function compared(a: ShortRun, b: ShortRun): Promise<RunComparison> {
  const folder = temporaryFolder();
  const [first, second] = readAllReported([
    await writeRun(folder, { name: 'a', model: 'x/old', ...a }),
    await writeRun(folder, { name: 'b', model: 'x/new', ...b }),
  ]);
  if (!first || !second) throw new Error('two runs were written');
  return compareRuns(first, second);
}

/** One trial for each of `tasks` tasks; `passed` decides by index which ones pass. */
const trialsOf = (tasks: number, passed: (index: number) => boolean): Short[] =>
  Array.from({ length: tasks }, (_, index) => ({ task: `chart/t${index}`, score: passed(index) ? 1 : 0 }));
const seeds = (score: 0 | 1): Short[] => Array.from({ length: 40 }, (_, seed) => ({ task: 'chart/a', seed, score }));
const none = () => false;
const first = (count: number) => (index: number) => index < count;

test('six discordant instances are significant, five are not', async () => {
  const six = await compared({ trials: trialsOf(20, none) }, { trials: trialsOf(20, first(6)) });
  // The exact p-value is 2 · ½⁶.
  expect(six.difference).toMatchObject({ tasks: 20, instances: 20, better: 6, worse: 0, equal: 14 });
  expect(six.difference?.mcnemar).toBeCloseTo(0.03125, 12);
  expect(six.difference?.signFlip).toEqual({ p: 0.03125, exact: true });
  expect(six.difference?.mean).toBeCloseTo(0.3, 12);
  expect(six.verdict).toContain('x/new is significantly better than x/old: +30.0 points [');

  const five = await compared({ trials: trialsOf(20, none) }, { trials: trialsOf(20, first(5)) });
  expect(five.difference?.mcnemar).toBeCloseTo(0.0625, 12);
  expect(five.verdict).toMatch(
    /^No significant difference: \+25\.0 points .* p = 0\.063\. With this many tasks, a difference below \d+\.\d points/,
  );
  expect(five.verdict).not.toContain('better');
});

test('the first run can be the better one', async () => {
  const { verdict, difference, lost } = await compared(
    { trials: trialsOf(30, first(12)) },
    { trials: trialsOf(30, none) },
  );
  expect(verdict).toMatch(/^x\/old is significantly better than x\/new: \+40\.0 points .* p < 0\.001\.$/);
  expect(difference).toMatchObject({ better: 0, worse: 12 });
  expect(lost[0]).toMatchObject({
    instance: 'chart/t0@1.en',
    a: { passes: 1, attempts: 1 },
    b: { passes: 0, attempts: 1 },
    why: 'wrong answer: for the test',
  });
});

test('fewer than 20 tasks get no verdict, however clear the difference', async () => {
  const { verdict } = await compared({ trials: trialsOf(19, none) }, { trials: trialsOf(19, () => true) });
  expect(verdict).toMatch(/^Too few tasks for a verdict/);
  expect(verdict).not.toContain('better');
});

test('seeds of one task count as one task', async () => {
  const { difference, verdict } = await compared({ trials: seeds(0) }, { trials: seeds(1) });
  expect(difference).toMatchObject({ tasks: 1, instances: 40, interval: null, mcnemar: null, detectable: null });
  expect(verdict).toMatch(/^Too few tasks/);
});

test('two runs with equal results have no difference', async () => {
  const { verdict, gained, lost } = await compared(
    { trials: trialsOf(20, first(9)) },
    { trials: trialsOf(20, first(9)) },
  );
  expect(verdict).toBe('No difference: x/new and x/old have the same result on every common instance.');
  expect([gained, lost]).toEqual([[], []]);
});

test('instances of one run only, and instances with another digest, are left out', async () => {
  const trials = trialsOf(22, none);
  const other = Object.fromEntries(trials.map(({ task }) => [`${task}@1.en`, digestBytes(`${task}@1.en`)]));
  const made = await compared(
    { trials: [...trials, { task: 'math/only-old', score: 1 }] },
    {
      trials: [...trials.slice(0, 21), { task: 'chart/t21', score: 1 }, { task: 'text/only-new', score: 1 }],
      lock: { instances: { ...other, 'chart/t21@1.en': 'changed', 'text/only-new@1.en': 'new' } },
    },
  );
  expect(made).toMatchObject({
    onlyA: ['math/only-old@1.en'],
    onlyB: ['text/only-new@1.en'],
    otherInstances: ['chart/t21@1.en'],
    difference: { instances: 21, better: 0, worse: 0 },
  });
});

test('runs without a common instance cannot be compared', async () => {
  const made = await compared({ trials: trialsOf(20, none) }, { trials: [{ task: 'math/a', score: 1 }] });
  expect(made.difference).toBeNull();
  expect(made.verdict).toBe('The two runs have no scored instance in common, so they cannot be compared.');
});

test('differences in agent, settings and lock are listed', async () => {
  const trials = trialsOf(2, none);
  const made = await compared(
    { trials, settings: { dialect: 'fence', maxTurns: 10 } },
    {
      trials: [...trials, { task: 'math/new', score: 1 }],
      settings: { dialect: 'tools', maxTurns: 10 },
      lock: { isolation: 'landlock', code: { kit: 'x' } },
    },
  );
  expect(made.setup.map((line) => line.split(':')[0])).toEqual([
    'model',
    'setting dialect',
    'code of the kit',
    'isolation',
  ]);
  expect(made.setup).toContain('setting dialect: "fence" → "tools"');
});

test('the text names unscored trials and shortens long lists', async () => {
  const made = await compared(
    { trials: [...trialsOf(30, none), { task: 'math/a', score: null }] },
    { trials: trialsOf(30, () => true) },
  );
  const text = stripVTControlCharacters(comparisonText(made));
  expect(text).toContain('x/old: 1 of 31 planned trials have no score and are left out.');
  expect(text).toContain('Passed more often in B (30)');
  expect(text).toContain('… and 10 more (--json has all)');
  expect(text).toContain(
    'B − A: +100.0 points on 30 common instances of 30 tasks; B is better on 30, worse on 0, equal on 0',
  );
});
