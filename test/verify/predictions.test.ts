// Predictions against hidden labels: metrics compared with values computed by hand, the bar from both sides, and
// malformed tables.
import { describe, expect, test } from 'vitest';
import { evaluate, measure, predictionsReach, type Check, type Material } from '../../src/verify/index.ts';
import type { MetricName } from '../../src/verify/kinds/predictions/metrics.ts';

const pairs = (labels: readonly (string | number)[], given: readonly (string | number)[]) =>
  labels.map((label, index) => ({ label, prediction: given[index] ?? '' }));

describe('metrics agree with values computed by hand', () => {
  test.each<[MetricName, (string | number)[], (string | number)[], number]>([
    ['accuracy', ['a', 'a', 'b', 'c'], ['a', 'b', 'b', 'c'], 0.75],
    // a: 2·1/(1+2), b: 2·1/(2+1), c: 1.
    ['macro-f1', ['a', 'a', 'b', 'c'], ['a', 'b', 'b', 'c'], (2 / 3 + 2 / 3 + 1) / 3],
    ['macro-f1', ['a', 'a', 'a', 'b'], ['a', 'a', 'a', 'a'], (6 / 7 + 0) / 2],
    ['rmse', [1, 2, 3], [1, 2, 6], Math.sqrt(3)],
    ['mae', [1, 2, 3], [1, 2, 6], 1],
    ['r2', [1, 2, 3], [1, 2, 2], 0.5],
    ['auc', ['y', 'n', 'y', 'n'], [0.9, 0.1, 0.4, 0.6], 0.75],
    ['auc', ['y', 'n', 'y', 'n'], [0.5, 0.5, 0.5, 0.5], 0.5],
    ['log-loss', ['y', 'n'], [0.8, 0.4], -(Math.log(0.8) + Math.log(0.6)) / 2],
    ['adjusted-rand', ['a', 'a', 'b', 'b'], ['2', '2', '1', '1'], 1],
    ['adjusted-rand', ['a', 'a', 'b', 'b'], ['1', '2', '1', '2'], -0.5],
    ['adjusted-rand', ['a', 'a', 'b', 'b'], ['1', '1', '1', '1'], 0],
  ])('%s of %j as %j', (metric, labels, given, value) => {
    expect(measure(metric, pairs(labels, given), 'y')).toBeCloseTo(value, 12);
  });
});

const about = { en: '', zh: '' };
const material = (csv: string | undefined): Material => ({
  answer: { schema: undefined, block: null },
  outputs: {
    'output/p.csv': {
      type: 'table',
      about,
      columns: { id: { value: { type: 'text' } }, y: { value: { type: 'text' } } },
      key: ['id'],
    },
  },
  files: new Map(csv === undefined ? [] : [['output/p.csv', Buffer.from(csv)]]),
  figures: new Map(),
  executions: new Map(),
});
const table = (values: readonly (string | number)[]) => `id,y\n${values.map((y, at) => `r${at},${y}`).join('\n')}\n`;

const labels = Object.fromEntries(['a', 'b', 'a', 'b', 'a', 'b', 'a', 'b', 'a', 'b'].map((y, at) => [`r${at}`, y]));
const classes: Check = predictionsReach('output/p.csv', 'y', labels, {
  metric: 'accuracy',
  baseline: 0.5,
  reference: 0.9,
});
const run = (check: Check, csv: string | undefined) => evaluate(check, material(csv));
const right = Object.values(labels);

const flipped = (count: number) => right.map((y, at) => (at < count ? (y === 'a' ? 'b' : 'a') : y));

describe('a check of predictions', () => {
  test('passes above the bar, which is 70 % of the way, and fails below it', async () => {
    // 0.5 + 0.7 · 0.4 = 0.78.
    expect(await run(classes, table(flipped(2)))).toMatchObject({ ok: true, actual: 0.8, expected: 0.78 });
    expect(await run(classes, table(flipped(3)))).toMatchObject({
      ok: false,
      message: 'output/p.csv: accuracy is 0.7; at least 0.78 was asked for',
      evidence: { confusion: expect.arrayContaining([{ label: 'a', predicted: 'b', count: 2 }]) },
    });
  });

  test('treats lower errors as better, and prefers a stated bar to the default', async () => {
    const values = { r0: 10, r1: 20, r2: 30 };
    const goal = { metric: 'mae', baseline: 10, reference: 2 } as const;
    const own = predictionsReach('output/p.csv', 'y', values, goal);
    // 10 − 0.7 · 8 = 4.4.
    expect(await run(own, table([14, 24, 34]))).toMatchObject({ ok: true });
    expect(await run(own, table([15, 25, 35]))).toMatchObject({
      ok: false,
      message: 'output/p.csv: mean absolute error is 5; at most 4.4 was asked for',
      evidence: { worst: expect.arrayContaining([{ row: 'r0', label: 10, predicted: 15 }]) },
    });
    expect(await run({ ...own, bar: 5 }, table([15, 25, 35]))).toMatchObject({ ok: true });
  });

  test('ignores the order of rows, letter case and outer spaces', async () => {
    const lines = right.map((y, at) => ` R${at} , ${y.toUpperCase()} `).toReversed();
    expect(await run(classes, `id,y\n${lines.join('\n')}\n`)).toMatchObject({ ok: true });
  });

  test.each([
    ['no file', undefined, 'the file is missing'],
    ['no row for an id', table(right.slice(1)), '1 of 10 rows have no prediction, such as r9'],
    ['a row too many', `${table(right)}r77,a\n`, '1 rows should not be there, such as "r77"'],
    ['an id twice', `${table(right)}r3,b\n`, 'id "r3" occurs twice'],
    ['an empty prediction', table(right.with(4, '')), 'id "r4": there is no prediction'],
    ['another name of the column', table(right).replace('y', 'label'), 'it lacks the column "y"'],
    ['a column too many', 'id,y,z\nr0,a,1\n', 'columns that the query does not ask for: "z"'],
    ['no table', '\u0000\u0001PK', 'it lacks the column'],
    ['nothing', '', 'the file is empty'],
  ])('fails with %s', async (_, csv, message) => {
    const result = await run(classes, csv);
    expect(result.ok).toBe(false);
    expect(result.message).toContain(message);
  });

  test.each([
    ['log-loss', '1.2', '1.2 is not a probability'],
    ['log-loss', 'nan', '"nan" is not a number'],
    ['rmse', '1e200', 'too far off to be measured'],
    ['auc', '1e999', 'is not a number'],
  ] as const)('of %s fails with %s', async (metric, given, message) => {
    const goal = { metric, baseline: 1, reference: 0.1, positive: '1' };
    const check = predictionsReach(
      'output/p.csv',
      'y',
      { r0: metric === 'rmse' ? 1 : '1', r1: metric === 'rmse' ? 0 : '0' },
      goal,
    );
    const result = await run(check, table([given, 0.5]));
    expect(result.ok).toBe(false);
    expect(result.message).toContain(message);
  });
});
