import { expect, test } from 'vitest';
import {
  detectableDifference,
  differenceVariance,
  neededTasks,
  passDifferenceVariance,
} from '../../src/stats/index.ts';

test('Miller’s planning example: 969 questions show a difference of three points', () => {
  expect(neededTasks(1 / 9, 0.03)).toBe(969);
});

test.each([
  [143, 0.107],
  [235, 0.084],
  [500, 0.057],
])('%d tasks at a pass rate of 70 %% and correlation ½ show a difference of %d', (n, difference) => {
  const variance = passDifferenceVariance(0.7, 0.7, 0.5);
  expect(detectableDifference(Math.sqrt(variance / n))).toBeCloseTo(difference, 3);
});

test('the two are inverse to each other', () => {
  for (const n of [50, 235, 4000]) {
    const variance = 0.31;
    const difference = detectableDifference(Math.sqrt(variance / n), { alpha: 0.01, power: 0.9 });
    expect(Math.abs(neededTasks(variance, difference, { alpha: 0.01, power: 0.9 }) - n)).toBeLessThanOrEqual(1);
    expect(neededTasks(variance, -difference)).toBe(neededTasks(variance, difference));
  }
  expect(() => neededTasks(0.3, 0)).toThrow(RangeError);
});

test('more attempts shrink only the share of single attempts', () => {
  const variances = { between: 0.1, withinA: 0.12, withinB: 0.06 };
  expect(differenceVariance({ ...variances, attemptsA: 1, attemptsB: 1 })).toBeCloseTo(0.28, 12);
  expect(differenceVariance({ ...variances, attemptsA: 4, attemptsB: 2 })).toBeCloseTo(0.16, 12);
  expect(differenceVariance({ ...variances, attemptsA: 1e9, attemptsB: 1e9 })).toBeCloseTo(0.1, 6);
});

test('without correlation the variances of pass rates add up; twins do not differ', () => {
  expect(passDifferenceVariance(0.5, 0.8, 0)).toBeCloseTo(0.25 + 0.16, 12);
  expect(passDifferenceVariance(0.6, 0.6, 1)).toBeCloseTo(0, 12);
});
