// Two runs against each other: what is claimed, and what is not.
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

/** One exam of each of so many tasks, passed at the given places. */
const exams = (tasks: number, passed: (index: number) => boolean): Short[] =>
  Array.from({ length: tasks }, (_, index) => ({ task: `chart/t${index}`, score: passed(index) ? 1 : 0 }));
const seeds = (score: 0 | 1): Short[] => Array.from({ length: 40 }, (_, seed) => ({ task: 'chart/a', seed, score }));
const none = () => false;
const first = (count: number) => (index: number) => index < count;

test('six exams that only one passed are a difference, five are not', async () => {
  const six = await compared({ trials: exams(20, none) }, { trials: exams(20, first(6)) });
  // 2 · ½⁶
  expect(six.difference).toMatchObject({ tasks: 20, instances: 20, better: 6, worse: 0, equal: 14 });
  expect(six.difference?.mcnemar).toBeCloseTo(0.03125, 12);
  expect(six.difference?.signFlip).toEqual({ p: 0.03125, exact: true });
  expect(six.difference?.mean).toBeCloseTo(0.3, 12);
  expect(six.verdict).toContain('x/new is better than x/old on tasks like these: +30.0 points [');

  const five = await compared({ trials: exams(20, none) }, { trials: exams(20, first(5)) });
  expect(five.difference?.mcnemar).toBeCloseTo(0.0625, 12);
  expect(five.verdict).toMatch(
    /^The data do not show a difference: \+25\.0 points .* p = 0\.063\. A difference below \d+\.\d points/,
  );
  expect(five.verdict).not.toContain('better');
});

test('the one that is better may be the first', async () => {
  const { verdict, difference, lost } = await compared({ trials: exams(30, first(12)) }, { trials: exams(30, none) });
  expect(verdict).toMatch(/^x\/old is better than x\/new on tasks like these: \+40\.0 points .* p < 0\.001\.$/);
  expect(difference).toMatchObject({ better: 0, worse: 12 });
  expect(lost[0]).toMatchObject({
    instance: 'chart/t0@1.en',
    a: { passes: 1, attempts: 1 },
    b: { passes: 0, attempts: 1 },
    why: 'wrong answer: for the test',
  });
});

test('few tasks say nothing, however clear they look', async () => {
  const { verdict } = await compared({ trials: exams(19, none) }, { trials: exams(19, () => true) });
  expect(verdict).toMatch(/^Too few tasks to tell them apart/);
  expect(verdict).not.toContain('better');
});

test('seeds of one task are one task', async () => {
  const { difference, verdict } = await compared({ trials: seeds(0) }, { trials: seeds(1) });
  expect(difference).toMatchObject({ tasks: 1, instances: 40, interval: null, mcnemar: null, detectable: null });
  expect(verdict).toMatch(/^Too few tasks/);
});

test('nothing that changed', async () => {
  const { verdict, gained, lost } = await compared({ trials: exams(20, first(9)) }, { trials: exams(20, first(9)) });
  expect(verdict).toBe('No exam changed sides: x/new and x/old did equally well on all of them.');
  expect([gained, lost]).toEqual([[], []]);
});

test('what only one of them has, and what has only the name in common, takes no part', async () => {
  const trials = exams(22, none);
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
    otherExams: ['chart/t21@1.en'],
    difference: { instances: 21, better: 0, worse: 0 },
  });
});

test('runs without a common exam', async () => {
  const made = await compared({ trials: exams(20, none) }, { trials: [{ task: 'math/a', score: 1 }] });
  expect(made.difference).toBeNull();
  expect(made.verdict).toBe('The two runs have no scored exam in common: nothing can be said.');
});

test('what differs between the runs besides their results', async () => {
  const trials = exams(2, none);
  const made = await compared(
    { trials, config: { settings: { dialect: 'fence', maxTurns: 10 } } },
    {
      trials: [...trials, { task: 'math/new', score: 1 }],
      config: { settings: { dialect: 'tools', maxTurns: 10 } },
      lock: { isolation: 'landlock', kit: { version: '0.2.0', digest: 'x' } },
    },
  );
  expect(made.setup.map((line) => line.split(':')[0])).toEqual(['model', 'setting dialect', 'kit', 'isolation']);
  expect(made.setup).toContain('setting dialect: "fence" → "tools"');
});

test('the text says what was not scored and caps what nobody reads', async () => {
  const made = await compared(
    { trials: [...exams(30, none), { task: 'math/a', score: null }] },
    { trials: exams(30, () => true) },
  );
  const text = stripVTControlCharacters(comparisonText(made));
  expect(text).toContain('Of x/old, 1 of 31 planned trials have no score and take no part.');
  expect(text).toContain('Passed more often in B (30)');
  expect(text).toContain('… and 10 more (--json has all)');
  expect(text).toContain('B − A: +100.0 points on 30 common exams of 30 tasks; B ahead at 30, behind at 0, equal at 0');
});
