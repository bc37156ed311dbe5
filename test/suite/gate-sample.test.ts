// The daily sample of the tasks whose gates run in `npm test`.
import { expect, test } from 'vitest';
import { gateSample, sampleNumber } from '../support/gate-sample.ts';

const tasks = Array.from({ length: 235 }, (_, index) => index);

test('a sample has at most 12 tasks, and consecutive samples cover every task', () => {
  const samples = Array.from({ length: 20 }, (_, number) => gateSample(tasks, 1000 + number));
  expect(Math.max(...samples.map(({ length }) => length))).toBe(12);
  expect(new Set(samples.flat()).size).toBe(235);
  expect(gateSample(tasks, 7)).toEqual(gateSample(tasks, 7));
  expect(gateSample([1, 2, 3], 7)).toEqual([1, 2, 3]);
});

test('the number of the sample is the number of the day, or PYBENCH_SAMPLE if it is set', () => {
  expect(sampleNumber({}, 86_400_000 * 3 + 5)).toBe(3);
  expect(sampleNumber({ PYBENCH_SAMPLE: '41' })).toBe(41);
  expect(() => sampleNumber({ PYBENCH_SAMPLE: 'x' })).toThrow('PYBENCH_SAMPLE=x');
});
