// Pass rates, Wilson intervals and macro averages, compared with published values.
import { expect, test } from 'vitest';
import type { Score } from '../../src/core/index.ts';
import { macroRate, passRate, wilson } from '../../src/stats/index.ts';

/** `tasks` tasks, each with the given scores. */
const tasks = (count: number, scores: readonly Score[], name = 't') =>
  Array.from({ length: count }, (_, index) => scores.map((score) => ({ cluster: `${name}${index}`, score }))).flat();

// Newcombe 1998, Stat. Med. 17:857, table I, method 3.
test.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])('Wilson’s interval of %d in %d equals the published one', (passes, n, low, high) => {
  expect(wilson(passes, n)?.low).toBeCloseTo(low, 4);
  expect(wilson(passes, n)?.high).toBeCloseTo(high, 4);
});

test('0 of 235 passes has an upper limit of 1.6 %, and 235 of 235 the mirrored lower limit', () => {
  expect(wilson(0, 235)).toEqual({ low: 0, high: expect.closeTo(0.0161, 4) });
  expect(wilson(235, 235)).toEqual({ low: expect.closeTo(0.9839, 4), high: 1 });
});

test('the score test rejects exactly outside the Wilson limits', () => {
  for (const [passes, n] of [
    [3, 17],
    [40, 41],
    [7.5, 10.25],
  ] as const)
    for (const limit of Object.values(wilson(passes, n) ?? {}))
      expect(Math.abs(passes / n - limit) / Math.sqrt((limit * (1 - limit)) / n)).toBeCloseTo(1.959963984540054, 9);
});

test('no attempts give no interval; impossible counts are refused', () => {
  expect(wilson(0, 0)).toBeNull();
  expect(passRate([])).toBeNull();
  for (const [passes, n] of [
    [2, 1],
    [-1, 3],
    [Number.NaN, 3],
  ] as const)
    expect(() => wilson(passes, n)).toThrow(RangeError);
});

test('with one attempt per task the interval is the plain Wilson interval', () => {
  const attempts = [...tasks(9, [1], 'good'), ...tasks(4, [0], 'bad')];
  expect(passRate(attempts)).toMatchObject({ rate: 9 / 13, passes: 9, attempts: 13, clusters: 13, effective: 13 });
  expect(passRate(attempts)?.interval).toEqual(wilson(9, 13));
});

test('attempts with the same result within each task count once per task', () => {
  const same = passRate([...tasks(30, [1, 1, 1], 'good'), ...tasks(10, [0, 0, 0], 'bad')]);
  expect(same?.effective).toBe(40);
  expect(same?.interval).toEqual(wilson(30, 40));
});

test('attempts that are independent of their task count in full', () => {
  expect(passRate(tasks(20, [1, 0]))?.effective).toBe(40);
});

test('otherwise the effective sample size follows the design effect and the number of tasks', () => {
  const attempts = [...tasks(4, [1, 1, 1, 1], 'a'), ...tasks(2, [1, 1, 1, 0], 'b'), ...tasks(4, [1, 0, 0, 0], 'c')];
  // 26 of 40 pass. Residuals of the sums: 4 × 1.4, 2 × 0.4, 4 × −1.6.
  const variance = ((10 / 9) * (4 * 1.96 + 2 * 0.16 + 4 * 2.56)) / 1600;
  const designEffect = variance / ((0.65 * 0.35) / 39);
  // t(39) = 2.022691 and t(9) = 2.262157.
  const few = 2.022691 / 2.262157;
  expect(passRate(attempts)?.effective).toBeCloseTo((40 / designEffect) * few * few, 4);
});

test('at 0 and 100 % the width depends on the number of tasks, not of attempts', () => {
  expect(passRate(tasks(50, [1, 1, 1, 1]))?.interval).toEqual(wilson(50, 50));
  expect(passRate(tasks(50, [0, 0, 0, 0]))?.interval).toEqual(wilson(0, 50));
  expect(passRate(tasks(1, [1, 0, 1]))?.interval.low).toBeLessThan(0.2);
});

test('the macro average weighs categories equally, the micro average tasks', () => {
  const chart = [...tasks(30, [1], 'chart'), ...tasks(10, [0], 'chart-bad')];
  const audio = [...tasks(2, [1], 'audio'), ...tasks(8, [0], 'audio-bad')];
  expect(macroRate([chart, audio, []])).toMatchObject({ rate: expect.closeTo((0.75 + 0.2) / 2, 12), groups: 2 });
  expect(passRate([...chart, ...audio])?.rate).toBe(32 / 50);
  expect(macroRate([chart])?.interval.low).toBeCloseTo(wilson(30, 40)?.low ?? 0, 12);
  expect(macroRate([chart])?.interval.high).toBeCloseTo(wilson(30, 40)?.high ?? 0, 12);
});

test('the interval of a macro average stays within 0 and 1 and has positive width', () => {
  const { interval } = macroRate([tasks(20, [1], 'a'), tasks(30, [1], 'b')]) ?? {};
  expect(interval?.high).toBe(1);
  expect(interval?.low).toBeLessThan(0.95);
  expect(macroRate([[], []])).toBeNull();
});

test('a task in two groups is refused, because its attempts correlate', () => {
  expect(() => macroRate([tasks(2, [1]), tasks(3, [0])])).toThrow(/"t0" is in two groups/);
});
