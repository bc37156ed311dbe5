// The CPU counter of the benchmarks.
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { cpuSeconds, cpuSince } from '../../bench/cpu.ts';

test('CPU time of an ended child is counted as time of children, not as our own', ({ skip }) => {
  if (process.platform !== 'linux') return skip('there is no /proc');
  const before = cpuSeconds();
  spawnSync(process.execPath, ['-e', 'while (process.cpuUsage().user < 500_000);']);
  const { own, children } = cpuSince(before);
  expect(children).toBeGreaterThan(0.4);
  expect(own).toBeLessThan(children);
});
