// Whether the intervals reach their nominal coverage: seeded simulations with a known truth.
import { expect, test } from 'vitest';
import { Draw, type Score } from '../../src/core/index.ts';
import { compare, macroRate, meanOf, passHatK, passRate, type Interval, type Pair } from '../../src/stats/index.ts';

const draw = (label: string) => Draw.from({ task: `test/${label}`, seed: 1, salt: '' });

/**
 * Results of one task with the intraclass correlation `icc`: each result is the common result of the task with
 * probability √icc, otherwise an independent draw. Both results of a pair are the common one with probability icc.
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

function excludes(interval: Interval | null | undefined, truth: number): boolean {
  return !interval || truth < interval.low || truth > interval.high;
}

/** The share of intervals that contain the truth; a missing interval counts as a miss. */
function coverage(rounds: number, truth: number, makeInterval: () => Interval | null | undefined): number {
  let held = 0;
  for (let round = 0; round < rounds; round += 1) if (!excludes(makeInterval(), truth)) held += 1;
  return held / rounds;
}

test('means of few clusters: the t interval reaches its nominal coverage, the z interval does not', () => {
  const source = draw('mean');
  const rounds = 4000;
  let withZ = 0;
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
  expect(Math.abs(share - 0.95)).toBeLessThan(0.01);
  expect(withZ / rounds).toBeLessThan(0.93);
});

test.each([
  ['one attempt per task', 90, 1, 0.7, 0],
  ['strong model, attempts that correlate', 60, 3, 0.9, 0.6],
  ['few tasks', 20, 3, 0.6, 0.5],
])('the intervals of pass rates reach their nominal coverage: %s', (_, tasks, count, rate, icc) => {
  const source = draw(`rate ${tasks} ${count} ${rate}`);
  const share = coverage(2500, rate, () => passRate(clustered(source, tasks, count, rate, icc))?.interval);
  expect(Math.abs(share - 0.95)).toBeLessThan(0.01);
});

test('the intervals of macro averages over unequal categories reach their nominal coverage', () => {
  const source = draw('macro');
  const categories = [
    [40, 0.9],
    [25, 0.7],
    [20, 0.5],
  ] as const;
  const truth = categories.reduce((sum, [, rate]) => sum + rate, 0) / categories.length;
  const share = coverage(2000, truth, () => {
    const groups = categories.map(([tasks, rate], index) => clustered(source, tasks, 1, rate, 0, `${index}-`));
    return macroRate(groups)?.interval;
  });
  expect(Math.abs(share - 0.95)).toBeLessThan(0.01);
});

test('the bootstrap intervals of pass^2 reach their nominal coverage', () => {
  const source = draw('pass-k');
  const [rate, icc] = [0.7, 0.5];
  // Both attempts pass: as the common result of the task (probability icc), or independently.
  const truth = rate * icc + rate * rate * (1 - icc);
  const share = coverage(1500, truth, () => {
    const attempts = clustered(source, 30, 3, rate, icc).map((row) => ({ ...row, instance: row.cluster }));
    return passHatK(attempts, 2, { resamples: 300 })?.interval;
  });
  expect(Math.abs(share - 0.95)).toBeLessThan(0.01);
});

test('two equal agents, ten instances per task that correlate by 0.7: only clustering keeps the false positive rate', () => {
  const source = draw('compare');
  const rounds = 2000;
  const alarms = { naive: 0, clustered: 0, signFlip: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const pairs: Pair[] = clustered(source, 20, 10, 0.5, 0.7).map(({ cluster, score }, index) => ({
      cluster,
      instance: `${cluster}@${index}`,
      a: { passes: score, attempts: 1 },
      b: { passes: 1 - score, attempts: 1 },
    }));
    const alone = meanOf(pairs.map(({ instance, a, b }) => ({ cluster: instance, score: a.passes - b.passes })));
    const together = compare(pairs);
    if (excludes(alone?.precision?.interval, 0)) alarms.naive += 1;
    if (excludes(together?.difference.precision?.interval, 0)) alarms.clustered += 1;
    if ((together?.signFlip.p ?? 1) <= 0.05) alarms.signFlip += 1;
  }
  expect(alarms.naive / rounds).toBeGreaterThan(0.4);
  expect(Math.abs(alarms.clustered / rounds - 0.05)).toBeLessThan(0.01);
  // The test statistic is discrete, so its size stays a little below the nominal level.
  expect(alarms.signFlip / rounds).toBeGreaterThan(0.03);
  expect(alarms.signFlip / rounds).toBeLessThan(0.055);
});
