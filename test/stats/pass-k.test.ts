// The estimates pass@k and pass^k, compared with enumerations.
import { expect, test } from 'vitest';
import { pooledByTask, meanOf, passAtK, passHatK, type Attempt } from '../../src/stats/index.ts';
import { allOf, anyOf } from '../../src/stats/pass-k.ts';

const attempts = (cluster: string, instance: string, scores: string): Attempt[] =>
  Array.from(scores, (score) => ({ cluster, instance, score: score === '1' ? 1 : 0 }));

test('pass@k and pass^k equal the enumeration of all subsets of k attempts', () => {
  for (let n = 1; n <= 8; n += 1)
    for (let c = 0; c <= n; c += 1)
      for (let k = 1; k <= n; k += 1) {
        let [sets, any, all] = [0, 0, 0];
        for (let subset = 0; subset < 2 ** n; subset += 1) {
          const chosen = Array.from({ length: n }, (_, index) => index).filter((index) => (subset >> index) % 2 === 1);
          if (chosen.length !== k) continue;
          sets += 1;
          if (chosen.some((index) => index < c)) any += 1;
          if (chosen.every((index) => index < c)) all += 1;
        }
        expect(anyOf(n, c, k)).toBeCloseTo(any / sets, 12);
        expect(allOf(n, c, k)).toBeCloseTo(all / sets, 12);
      }
});

test('Chen’s product form gives the same values, also for many attempts', () => {
  for (const [n, c, k] of [
    [200, 3, 100],
    [1000, 1, 10],
    [100, 99, 2],
  ] as const) {
    let miss = 1;
    for (let i = n - c + 1; i <= n; i += 1) miss *= 1 - k / i;
    expect(anyOf(n, c, k)).toBeCloseTo(1 - miss, 12);
  }
});

test('the average is over instances; those with fewer than k attempts are left out and counted', () => {
  const run = [...attempts('t', 't@1', '1100'), ...attempts('t', 't@2', '0001'), ...attempts('u', 'u@1', '1')];
  expect(passAtK(run, 2)).toMatchObject({ value: (5 / 6 + 3 / 6) / 2, instances: 2, clusters: 1, leftOut: 1 });
  expect(passHatK(run, 2)).toMatchObject({ value: 1 / 12, leftOut: 1 });
  expect(passAtK(run, 1)?.value).toBeCloseTo((0.5 + 0.25 + 1) / 3, 12);
  expect(passAtK(run, 1)?.value).toBe(passHatK(run, 1)?.value);
  expect(passAtK(run, 5)).toBeNull();
  expect(() => passAtK(run, 0)).toThrow(RangeError);
});

test('across seeds, attempts at a task are pooled', () => {
  const run = [...attempts('t', 't@1', '11'), ...attempts('t', 't@2', '00')];
  expect(passHatK(run, 2)?.value).toBe(0.5);
  expect(passHatK(pooledByTask(run), 2)?.value).toBeCloseTo(1 / 6, 12);
  expect(passHatK(pooledByTask(run), 4)?.value).toBe(0);
});

test('the interval is seeded, holds the value, and does not depend on the order of trials', () => {
  const run = Array.from({ length: 40 }, (_, index) =>
    attempts(`t${index}`, `t${index}@1`, ['110', '000', '111'][index % 3] ?? ''),
  ).flat();
  const result = passHatK(run, 2);
  expect(result).toEqual(passHatK(run.toReversed(), 2));
  expect(passHatK(run, 2, { seed: 2 })?.interval).not.toEqual(result?.interval);
  expect(result?.interval?.low).toBeLessThan(result?.value ?? 0);
  expect(result?.interval?.high).toBeGreaterThan(result?.value ?? 1);
});

test('at k = 1 the bootstrap of few tasks is as wide as the t interval', () => {
  const run = ['1100', '1110', '0000', '1000', '1111', '0110', '1101', '0001'].flatMap((scores, index) =>
    attempts(`t${index}`, `t${index}@1`, scores),
  );
  const { low = 0, high = 0 } = passAtK(run, 1, { resamples: 20_000 })?.interval ?? {};
  const t = meanOf(run)?.precision?.interval ?? { low: 0, high: 0 };
  expect((high - low) / (t.high - t.low)).toBeGreaterThan(0.95);
  expect((high - low) / (t.high - t.low)).toBeLessThan(1.05);
});

test('one task, or tasks without variance, give no interval', () => {
  expect(passAtK(attempts('t', 't@1', '10'), 2)?.interval).toBeNull();
  expect(passAtK([...attempts('t', 't@1', '11'), ...attempts('u', 'u@1', '11')], 2)?.interval).toBeNull();
});
