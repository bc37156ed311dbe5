// The mean of clustered scores, its standard error and its interval.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { meanOf } from '../../src/stats/index.ts';

const singles = (scores: readonly number[]) => scores.map((score, index) => ({ cluster: `c${index}`, score }));
const rows = fc.array(
  fc.record({ cluster: fc.constantFrom('a', 'b', 'c', 'd'), score: fc.integer({ min: 0, max: 9 }) }),
);

/** Darwin's crossed and self-fertilised maize, as differences in eighths of an inch. */
const maize = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48];

test('with one row per cluster the standard error is s/√n: t = 2.148 in Fisher’s example', () => {
  const { mean, precision } = meanOf(singles(maize)) ?? {};
  expect(mean).toBeCloseTo(20.9333, 4);
  expect(precision?.degrees).toBe(14);
  expect((mean ?? 0) / (precision?.standardError ?? 1)).toBeCloseTo(2.148, 3);
  // t(14) = 2.1448 and s = 37.744.
  expect(precision?.interval.low).toBeCloseTo(20.9333 - (2.144787 * 37.7436) / Math.sqrt(15), 3);
  expect(precision?.interval.high).toBeCloseTo(20.9333 + (2.144787 * 37.7436) / Math.sqrt(15), 3);
});

test('the clustered variance is that of independent rows plus the cross terms within clusters, times G/(G − 1)', () => {
  fc.assert(
    fc.property(rows, (sample) => {
      const clusters = new Set(sample.map(({ cluster }) => cluster)).size;
      const mean = sample.reduce((sum, { score }) => sum + score, 0) / sample.length;
      let variance = 0;
      for (const one of sample)
        for (const other of sample)
          if (one.cluster === other.cluster) variance += (one.score - mean) * (other.score - mean);
      variance *= clusters / (clusters - 1) / sample.length / sample.length;
      const precision = meanOf(sample)?.precision;
      if (clusters < 2 || variance < 1e-12) expect(precision ?? null).toBeNull();
      else expect(precision?.standardError).toBeCloseTo(Math.sqrt(variance), 10);
    }),
  );
});

test('copies of a row within its cluster do not shorten the interval', () => {
  const once = meanOf(singles(maize));
  const thrice = meanOf([...singles(maize), ...singles(maize), ...singles(maize)]);
  expect(thrice?.rows).toBe(45);
  expect(thrice?.clusters).toBe(15);
  expect(thrice?.precision?.standardError).toBeCloseTo(once?.precision?.standardError ?? 0, 10);
});

test('the result does not depend on the order of rows, to the last bit', () => {
  fc.assert(
    fc.property(rows, (sample) => {
      expect(meanOf(sample.toReversed())).toEqual(meanOf(sample));
    }),
  );
});

test('no rows, one cluster or no variance give no precision', () => {
  expect(meanOf([])).toBeNull();
  expect(meanOf([{ cluster: 'a', score: 0.3 }])).toEqual({ mean: 0.3, rows: 1, clusters: 1, precision: null });
  expect(meanOf(['a', 'a', 'a', 'b'].map((cluster) => ({ cluster, score: 0.1 })))?.precision).toBeNull();
  expect(meanOf(singles([2e-9, 3e-9]))?.precision).not.toBeNull();
  expect(() => meanOf(singles([1, Number.NaN]))).toThrow(RangeError);
});
