// The long run of the benchmark is a real run: it has different instances, grades and records them, and takes samples.
import { readRun } from '../../src/record/index.ts';
import { expect, test } from 'vitest';
import { longRun } from '../../bench/long-run.ts';
import { temporaryFolder } from '../support/folder.ts';

test('every trial of a long run has a different instance and is graded and recorded', async () => {
  const { run, samples } = await longRun(30, 10, temporaryFolder());
  expect(samples.map(({ trials }) => trials)).toEqual([10, 20, 30]);
  const { rows } = readRun(run);
  expect(rows.map(({ outcome, checks }) => [outcome.kind, checks.total])).toEqual(
    Array.from({ length: 30 }, () => ['passed', 2]),
  );
  expect(new Set(rows.map(({ instance }) => instance)).size).toBe(30);
});
