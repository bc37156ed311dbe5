// Do the intervals hold what they promise? Seeded simulations with a known truth.
import { expect, test } from 'vitest';
import { Draw, type Score } from '../../src/core/index.ts';
import { compare, macroRate, meanOf, passHatK, passRate, type Interval, type Pair } from '../../src/stats/index.ts';

const draw = (label: string) => Draw.from({ task: `test/${label}`, seed: 1, salt: '' });

/**
 * Coins of one task that correlate by `icc`: each shows the task's own coin with a chance of √icc, else one of its own,
 * so that two of them agree by more than accident with a chance of icc.
 */
function coins(source: Draw, count: number, rate: number, icc: number): Score[] {
  const shared = source.chance(rate);
  return source.many(count, () => ((source.chance(Math.sqrt(icc)) ? shared : source.chance(rate)) ? 1 : 0));
}

function clustered(source: Draw, tasks: number, count: number, rate: number, icc: number, name = 't') {
  return source
    .many(tasks, (task) => coins(source, count, rate, icc).map((score) => ({ cluster: `${name}${task}`, score })))
    .flat();
}

/** How often the interval holds the truth. */
function coverage(rounds: number, truth: number, makeInterval: () => Interval | null | undefined): number {
  let held = 0;
  for (let round = 0; round < rounds; round += 1) {
    const interval = makeInterval();
    if (interval && interval.low <= truth && truth <= interval.high) held += 1;
  }
  return held / rounds;
}

function expectNominal(share: number): void {
  expect(share).toBeGreaterThan(0.94);
  expect(share).toBeLessThan(0.96);
}

test('means of few clusters, normal scores: t holds, z would not', () => {
  const source = draw('mean');
  let [withZ, rounds] = [0, 5000];
  const share = coverage(rounds, 3, () => {
    const rows = source
      .many(8, (task) => {
        const own = source.normal(3, 1);
        return source.many(4, () => ({ cluster: `t${task}`, score: source.normal(own, 1) }));
      })
      .flat();
    const { mean, precision } = meanOf(rows) ?? {};
    if (Math.abs((mean ?? 0) - 3) <= 1.96 * (precision?.standardError ?? 0)) withZ += 1;
    return precision?.interval;
  });
  expectNominal(share);
  expect(withZ / rounds).toBeLessThan(0.93);
});

test.each([
  ['one attempt per task', 235, 1, 0.7, 0],
  ['three attempts that correlate', 100, 3, 0.7, 0.6],
  ['strong model, three attempts that correlate', 100, 3, 0.9, 0.6],
  ['few tasks', 25, 4, 0.6, 0.5],
])('pass rates: %s', (_, tasks, count, rate, icc) => {
  const source = draw(`rate ${tasks} ${count} ${rate}`);
  expectNominal(coverage(4000, rate, () => passRate(clustered(source, tasks, count, rate, icc))?.interval));
});

test('macro averages over categories of different size and difficulty', () => {
  const source = draw('macro');
  const categories = [
    [60, 0.9],
    [40, 0.8],
    [40, 0.7],
    [30, 0.6],
    [25, 0.5],
    [40, 0.95],
  ] as const;
  const truth = categories.reduce((sum, [, rate]) => sum + rate, 0) / categories.length;
  const share = coverage(3000, truth, () => {
    const groups = categories.map(([tasks, rate], index) => clustered(source, tasks, 1, rate, 0, `${index}-`));
    return macroRate(groups)?.interval;
  });
  expectNominal(share);
});

test('pass^2 by bootstrap over tasks', () => {
  const source = draw('pass-k');
  const [rate, icc] = [0.7, 0.5];
  // Two coins both show the task's own, one does, or none does.
  const truth = rate * icc + rate * rate * (1 - icc);
  const share = coverage(2000, truth, () => {
    const attempts = clustered(source, 40, 4, rate, icc).map((row) => ({ ...row, instance: row.cluster }));
    return passHatK(attempts, 2, { resamples: 600 })?.interval;
  });
  expectNominal(share);
});

test('two equal systems, ten instances per task that correlate by 0.7: clusters or false alarms', () => {
  const source = draw('compare');
  const rounds = 2000;
  const alarms = { naive: 0, clustered: 0, signFlip: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const pairs: Pair[] = source
      .many(40, (task) =>
        coins(source, 10, 0.5, 0.7).map((ahead, index) => ({
          cluster: `t${task}`,
          instance: `t${task}@${index}`,
          a: { passes: ahead, attempts: 1 },
          b: { passes: 1 - ahead, attempts: 1 },
        })),
      )
      .flat();
    const alone = compare(pairs.map((pair) => ({ ...pair, cluster: pair.instance })));
    const together = compare(pairs);
    if ((alone?.tTest ?? 1) < 0.05) alarms.naive += 1;
    if ((together?.tTest ?? 1) < 0.05) alarms.clustered += 1;
    if ((together?.signFlip.p ?? 1) < 0.05) alarms.signFlip += 1;
  }
  expect(alarms.naive / rounds).toBeGreaterThan(0.4);
  expect(alarms.clustered / rounds).toBeGreaterThan(0.04);
  expect(alarms.clustered / rounds).toBeLessThan(0.06);
  expect(alarms.signFlip / rounds).toBeGreaterThan(0.04);
  expect(alarms.signFlip / rounds).toBeLessThan(0.06);
});
