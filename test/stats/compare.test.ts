// The paired comparison of two runs and its tests, compared with published results and with enumerations.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compare, mcnemar, pairUp, signFlipTest, type Attempt } from '../../src/stats/index.ts';

const run = (entries: Readonly<Record<string, string>>): Attempt[] =>
  Object.entries(entries).flatMap(([instance, scores]) =>
    Array.from(scores, (score) => ({ cluster: instance.split('@')[0] ?? '', instance, score: score === '1' ? 1 : 0 })),
  );

const compared = (a: Attempt[], b: Attempt[]) => compare(pairUp(a, b).pairs);

test('McNemar’s exact test on the published case: 1 against 7 gives p = 0.0703', () => {
  // Bentur et al. 2009 in Fagerland, Lydersen & Laake 2013, BMC Med. Res. Methodol. 13:91.
  expect(mcnemar(1, 7)).toBeCloseTo(0.0703125, 12);
  expect(mcnemar(7, 1)).toBeCloseTo(0.0703125, 12);
  expect(mcnemar(0, 0)).toBe(1);
  expect(mcnemar(4, 4)).toBe(1);
  expect(mcnemar(0, 6)).toBeCloseTo(2 / 64, 12);
  expect(() => mcnemar(1.5, 2)).toThrow(RangeError);
  expect(() => mcnemar(-1, 2)).toThrow(RangeError);
});

test('the sign-flip test on Darwin’s maize data equals Fisher’s count: 863 of 32,768 on each side', () => {
  const maize = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48];
  expect(signFlipTest(maize)).toEqual({ p: (2 * 863) / 32_768, exact: true });
});

/** The p-value by enumeration of all sign assignments. */
function enumerated(differences: readonly number[]): number {
  const observed = Math.abs(differences.reduce((sum, one) => sum + one, 0));
  let asFar = 0;
  for (let signs = 0; signs < 2 ** differences.length; signs += 1) {
    const sum = differences.reduce((sofar, one, index) => sofar + ((signs >> index) % 2 === 0 ? one : -one), 0);
    if (Math.abs(sum) >= observed) asFar += 1;
  }
  return asFar / 2 ** differences.length;
}

test('the exact sign-flip test equals the enumeration of all signs', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -50, max: 50 }), { maxLength: 10 }), (differences) => {
      expect(signFlipTest(differences).p).toBeCloseTo(enumerated(differences), 12);
    }),
  );
});

test('the sampled sign-flip test is close to the exact one, seeded, and never gives p = 0', () => {
  const differences = Array.from({ length: 60 }, (_, index) => ((index * 7) % 11) - 4);
  const exact = signFlipTest(differences);
  const sampled = signFlipTest(differences, { exactUpTo: 1 });
  expect(exact.exact).toBe(true);
  expect(sampled.exact).toBe(false);
  expect(Math.abs(sampled.p - exact.p)).toBeLessThan(4 * Math.sqrt((exact.p * (1 - exact.p)) / 9999));
  expect(signFlipTest(differences, { exactUpTo: 1 })).toEqual(sampled);
  expect(
    signFlipTest(
      Array.from({ length: 99 }, () => 1),
      { exactUpTo: 1 },
    ).p,
  ).toBe(1 / 10_000);
});

test('too many distinct sums switch the test from exact to sampled', () => {
  const powers = Array.from({ length: 30 }, (_, index) => 2 ** index);
  expect(signFlipTest(powers.slice(0, 14))).toEqual({ p: 2 / 2 ** 14, exact: true });
  expect(signFlipTest(powers).exact).toBe(false);
  expect(() => signFlipTest([0.5])).toThrow(RangeError);
});

test('only instances of both runs are paired; the others are listed', () => {
  const { pairs, onlyA, onlyB } = pairUp(run({ 't@1': '1', 't@2': '0', 'u@1': '1' }), run({ 't@1': '01', 'v@1': '1' }));
  expect(pairs).toEqual([
    { cluster: 't', instance: 't@1', a: { passes: 1, attempts: 1 }, b: { passes: 1, attempts: 2 } },
  ]);
  expect(onlyA).toEqual(['t@2', 'u@1']);
  expect(onlyB).toEqual(['v@1']);
  expect(compared(run({ 't@1': '1' }), run({ 'u@1': '1' }))).toBeNull();
});

test('with one attempt per task, the sign-flip test equals the exact McNemar test', () => {
  for (const [better, worse, equal] of [
    [9, 2, 30],
    [1, 7, 13],
    [40, 22, 170],
  ] as const) {
    const [a, b]: Record<string, string>[] = [{}, {}];
    for (let task = 0; task < better + worse + equal; task += 1) {
      Object.assign(a ?? {}, { [`t${task}@1`]: task < better ? '1' : '0' });
      Object.assign(b ?? {}, { [`t${task}@1`]: task >= better && task < better + worse ? '1' : '0' });
    }
    const result = compared(run(a ?? {}), run(b ?? {}));
    expect(result).toMatchObject({ better, worse, equal, signFlip: { exact: true } });
    expect(result?.signFlip.p).toBeCloseTo(mcnemar(better, worse), 12);
    expect(result?.mcnemar).toBe(mcnemar(better, worse));
  }
});

test('the difference is A minus B, by instance, clustered by task', () => {
  const a = run({ 't@1': '11', 't@2': '10', 'u@1': '01', 'v@1': '00' });
  const b = run({ 't@1': '0', 't@2': '0', 'u@1': '1', 'v@1': '0' });
  const result = compared(a, b);
  // Differences 1 and ½ in t, −½ in u, 0 in v; mean ¼; cluster residuals 1, −¾, −¼.
  expect(result?.difference).toMatchObject({ mean: 0.25, rows: 4, clusters: 3 });
  expect(result?.difference.precision?.standardError).toBeCloseTo(Math.sqrt((1.5 * (1 + 9 / 16 + 1 / 16)) / 16), 12);
  expect(result).toMatchObject({ better: 2, worse: 1, equal: 1, mcnemar: null });
  // The sums ±3 ± 1 in halves: all four have an absolute value of at least 2.
  expect(result?.signFlip).toEqual({ p: 1, exact: true });
  expect(compared(b, a)?.difference.mean).toBe(-0.25);
  expect(compared(b, a)?.tTest).toBe(result?.tTest);
});

test('runs with different numbers of attempts are compared exactly', () => {
  const a = run({ 't@1': '110', 'u@1': '1110000', 'v@1': '1' });
  const b = run({ 't@1': '11', 'u@1': '00010', 'v@1': '0' });
  const result = compared(a, b);
  expect(result?.difference.mean).toBeCloseTo((2 / 3 - 1 + 3 / 7 - 1 / 5 + 1) / 3, 12);
  // Of the sums of ±1, ±1/3 and ±8/35, one pair is closer to 0 than 1 − 1/3 + 8/35.
  expect(result?.signFlip).toEqual({ p: 0.75, exact: true });
});

test('a run compared with itself has no difference and no interval', () => {
  const same = run({ 't@1': '1', 'u@1': '0', 'v@1': '1' });
  expect(compared(same, same)).toEqual({
    difference: { mean: 0, rows: 3, clusters: 3, precision: null },
    better: 0,
    worse: 0,
    equal: 3,
    tTest: null,
    signFlip: { p: 1, exact: true },
    mcnemar: 1,
  });
});

test('the t test on ten tasks equals the textbook result', () => {
  // Seven wins, one loss, two ties: mean 0.6, s = 0.6992, t = 2.7136 at 9 degrees.
  const tasks = [1, 1, 1, 1, 1, 1, 1, -1, 0, 0];
  const side = (sign: number) =>
    run(Object.fromEntries(tasks.map((d, index) => [`t${index}@1`, d === sign ? '1' : '0'])));
  expect(compared(side(1), side(-1))?.tTest).toBeCloseTo(0.02385, 4);
});
