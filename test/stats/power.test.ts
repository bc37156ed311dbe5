// The smallest difference that a comparison is likely to find.
import { expect, test } from 'vitest';
import { detectableDifference } from '../../src/stats/index.ts';

test('Miller’s planning example: 969 questions show a difference of three points', () => {
  expect(detectableDifference(Math.sqrt(1 / 9 / 969))).toBeCloseTo(0.03, 4);
});

test.each([
  [143, 0.107],
  [235, 0.084],
  [500, 0.057],
])('%d tasks at a pass rate of 70 %% and correlation ½ show a difference of %d', (n, difference) => {
  const variance = 2 * 0.7 * 0.3 * (1 - 0.5);
  expect(detectableDifference(Math.sqrt(variance / n))).toBeCloseTo(difference, 3);
});

test('a stricter level and a higher power need a larger difference', () => {
  // z₀.₉₉₅ + z₀.₉ = 2.5758 + 1.2816
  expect(detectableDifference(1, { alpha: 0.01, power: 0.9 })).toBeCloseTo(3.8574, 3);
  expect(detectableDifference(1)).toBeCloseTo(2.8016, 3);
});
