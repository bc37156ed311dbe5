// Statistics of a run, compared with values computed by hand.
import { expect, test } from 'vitest';
import { summarise } from '../../src/results/index.ts';
import { wilson } from '../../src/stats/index.ts';
import { runOf, type Short } from '../support/run-folder.ts';

function summary(trials: readonly Short[]) {
  const { config, rows } = runOf({ trials });
  return summarise('runs/x', config, rows);
}

const usage = (inputTokens: number, cost: number) => ({ inputTokens, outputTokens: 10, cost });
const attempts = (task: string, scores: readonly (0 | 1)[]) =>
  scores.map((score, index) => ({ task, score, attempt: index + 1 }));

test('one instance per task: the score is the share of passes, its interval is Wilson’s', () => {
  const made = summary([
    { task: 'chart/a', score: 1 },
    { task: 'chart/b', score: 0 },
    { task: 'text/c', score: 1 },
    { task: 'math/d', score: 1 },
    { task: 'math/e', score: null },
    { task: 'math/f' },
  ]);
  expect(made).toMatchObject({ planned: 6, scored: 4, passed: 3, tasks: 4, mean: 0.75, coverage: 4 / 6 });
  expect(made.interval).toEqual(wilson(3, 4));
  expect(made.outcomes).toEqual({ passed: 3, failed: 1, 'model-error': 1 });
  expect(Object.keys(made.outcomes)[0]).toBe('passed');
  expect(made.failures).toEqual({ 'wrong-answer': 1 });
  expect(made.byCategory).toMatchObject({
    chart: { planned: 2, scored: 2, mean: 0.5, coverage: 1 },
    text: { mean: 1 },
    math: { planned: 3, scored: 1, mean: 1, coverage: 1 / 3 },
  });
  // (0.5 + 1 + 1) ÷ 3, where the micro average is 0.75.
  expect(made.macro).toMatchObject({ groups: 3 });
  expect(made.macro?.rate).toBeCloseTo(2.5 / 3, 12);
});

test('seeds of one task widen the interval: they are not new tasks', () => {
  const seeds = [1, 2, 3, 4, 5];
  const alike = summary(
    ['chart/a', 'chart/b'].flatMap((task, index) =>
      seeds.map((seed) => ({ task, seed, score: index === 0 ? (1 as const) : (0 as const) })),
    ),
  );
  expect(alike).toMatchObject({ scored: 10, tasks: 2, mean: 0.5 });
  expect(alike.interval).toEqual(wilson(1, 2));
});

test('trials are counted by language, level, skill and the five groups of the paper', () => {
  const made = summary([
    { task: 'image/a', score: 1, level: 'hard', skills: ['crop', 'resize'] },
    { task: 'audio/b', score: 0, level: 'easy', skills: ['crop'] },
    { task: 'audio/b', lang: 'zh', score: 1, level: 'easy', skills: ['crop'] },
    { task: 'text/c' },
  ]);
  expect(made.byGroup['image & audio']).toMatchObject({ planned: 3, passed: 2 });
  expect(Object.keys(made.byCategory)).toEqual(['text', 'image', 'audio']);
  expect(made.byLanguage).toMatchObject({ en: { planned: 3, scored: 2, passed: 1 }, zh: { planned: 1, passed: 1 } });
  expect(made.bySkill).toMatchObject({ crop: { scored: 3, passed: 2 }, resize: { scored: 1, passed: 1 } });
  // The level of a task without any row is unknown; its trials still lower the coverage.
  expect(made.byLevel).toMatchObject({
    easy: { planned: 2 },
    hard: { planned: 1 },
    unknown: { planned: 1, scored: 0, mean: null },
  });
});

test('the last row of a trial counts, and rows of unplanned trials are ignored', () => {
  const { config, rows } = runOf({
    trials: [
      { task: 'chart/a', score: null },
      { task: 'chart/a', score: 1 },
    ],
  });
  const stranger = runOf({ trials: [{ task: 'chart/z', score: 0 }] }).rows;
  expect(rows).toHaveLength(2);
  expect(summarise('x', config, [...rows, ...stranger])).toMatchObject({
    planned: 1,
    scored: 1,
    passed: 1,
    coverage: 1,
  });
  expect(summarise('x', config, rows.toReversed())).toMatchObject({ planned: 1, scored: 0 });
});

test('means and medians are over scored trials, totals over all ended trials', () => {
  const made = summary([
    { task: 'chart/a', score: 1, turns: 2, usage: usage(100, 0.25), wallMs: 1000 },
    { task: 'chart/b', score: 0, turns: 4, usage: usage(200, 0.75), wallMs: 5000 },
    { task: 'chart/c', score: 1, turns: 3, usage: usage(300, 0.5), wallMs: 2000 },
    { task: 'chart/d', score: null, turns: 9, usage: usage(900, 5), wallMs: 90_000 },
  ]);
  expect(made).toMatchObject({
    meanTurns: 3,
    meanTokens: 210,
    meanCost: 0.5,
    time: { medianMs: 2000, totalMs: 98_000 },
  });
  expect(made.usage).toMatchObject({ inputTokens: 1500, cost: 6.5 });
});

test('the mean cost is unknown if the cost of one trial is unknown', () => {
  const made = summary([
    { task: 'chart/a', score: 1, turns: 1, usage: { inputTokens: 1, outputTokens: 1, cost: 1 } },
    { task: 'chart/b', score: 1, turns: 1, usage: { inputTokens: 1, outputTokens: 1 } },
  ]);
  expect(made).toMatchObject({ meanTokens: 2, meanCost: null });
});

test('pass@k and pass^k are estimated from several attempts', () => {
  const made = summary([
    ...attempts('chart/a', [1, 0, 0]),
    ...attempts('chart/b', [1, 1, 1]),
    ...attempts('chart/c', [0, 0, 0]),
  ]);
  expect(made.passK.map(({ k }) => k)).toEqual([2, 3]);
  // chart/a: 2 of the 3 pairs of attempts include the pass, and no pair consists of passes only.
  expect(made.passK[0]?.any.value).toBeCloseTo((2 / 3 + 1 + 0) / 3, 12);
  expect(made.passK[0]?.all.value).toBeCloseTo((0 + 1 + 0) / 3, 12);
  expect(made.passK[1]?.any.value).toBeCloseTo(2 / 3, 12);
  expect(made.acrossSeeds).toBeNull();
  expect(summary([{ task: 'chart/a', score: 1 }]).passK).toEqual([]);
});

test('pass^k across seeds is the share of tasks that pass at every seed', () => {
  const made = summary(
    [1, 2, 3].flatMap((seed) => [
      { task: 'chart/a', seed, score: 1 as const },
      { task: 'chart/b', seed, score: seed === 1 ? (0 as const) : (1 as const) },
    ]),
  );
  expect(made.acrossSeeds).toMatchObject({ k: 3, value: 0.5, clusters: 2 });
});

test('clean twins do not count in the score, and show how much the trap lowers it', () => {
  const made = summary([
    { task: 'chart/a', score: 0 },
    { task: 'chart/a', twin: 'clean', score: 1 },
    { task: 'chart/b', score: 1 },
    { task: 'chart/b', twin: 'clean', score: 1 },
    { task: 'chart/c', score: 0 },
  ]);
  expect(made).toMatchObject({ planned: 3, scored: 3, passed: 1 });
  expect(made.twins).toMatchObject({
    trap: { planned: 2, passed: 1 },
    clean: { planned: 2, passed: 2 },
    cost: { mean: 0.5, clusters: 2 },
  });
  expect(summary([{ task: 'chart/a', score: 0 }]).twins).toBeNull();
});
