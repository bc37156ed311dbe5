// Warm child processes: their limits while they work, and their end, together with the end of their descendants.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import {
  below,
  BoundedProcess,
  boundsFrom,
  isRunning,
  treeMeter,
  treeUsage,
  WarmPool,
} from '../../src/system/index.ts';

const start = (script: string) => {
  const child = spawn(process.execPath, ['-e', script], { stdio: ['pipe', 'pipe', 'ignore'] });
  return { child, bounded: new BoundedProcess(child, { usage: treeUsage, everyMs: 20 }) };
};
const startsAnother = `
const { spawn } = require('node:child_process');
const child = spawn('sleep', ['600']);
child.on('spawn', () => console.log(child.pid));
process.stdin.resume();`;

test('closing a process ends it with its descendants, and waits until all have ended', async () => {
  const { child, bounded } = start(startsAnother);
  await once(child.stdout, 'data');
  const pids = [child.pid ?? 0, ...below(child.pid ?? 0)];
  expect(pids.length).toBeGreaterThan(1);
  expect(pids.every(isRunning)).toBe(true);
  await bounded.close();
  expect(pids.filter(isRunning)).toEqual([]);
  expect(bounded.usable).toBe(false);
  await bounded.close();
});

test.each([
  ['CPU time', 'for (;;);', { cpuSeconds: 0.3 }, 'cpuSeconds'],
  [
    'memory',
    'const kept = []; setInterval(() => kept.push(Buffer.alloc(16 << 20, 1)), 5)',
    { bytes: 2 ** 28 },
    'bytes',
  ],
  ['wall time', 'setInterval(() => {}, 1000)', { wallSeconds: 0.3 }, 'wallSeconds'],
] as const)('a process that exceeds its %s is killed', async (_, script, bounds, bound) => {
  const { bounded } = start(script);
  const exceeds = boundsFrom(bounded.usage(), bounds);
  const { exceeded } = await bounded.watch(exceeds, () => bounded.ended);
  expect(exceeded).toBe(bound);
  expect(bounded.usable).toBe(false);
});

const startsALargeOne = `
const { spawn } = require('node:child_process');
const large = 'const kept = Buffer.alloc(1 << 28, 1); console.log(kept.length); setInterval(() => {}, 1000)';
process.stdin.once('data', () => spawn(process.execPath, ['-e', large], { stdio: ['ignore', 'inherit', 'ignore'] }));`;

test('a meter measures descendants that start after its first use', async () => {
  const { child, bounded } = start(startsALargeOne);
  const meter = treeMeter();
  expect(meter(child.pid ?? 0).bytes).toBeLessThan(2 ** 28);
  child.stdin.write('start');
  await once(child.stdout, 'data');
  await expect.poll(() => meter(child.pid ?? 0).bytes, { timeout: 10_000 }).toBeGreaterThan(2 ** 28);
  await bounded.close();
});

test('a pool reuses a process, replaces a lost one, and refuses work after it is closed', async () => {
  let started = 0;
  const pool = new WarmPool(() => {
    started += 1;
    return start('process.stdin.resume()').bounded;
  }, 1);
  const first = await pool.use(async (process) => process);
  expect(await pool.use(async (process) => process)).toBe(first);
  first.kill();
  expect(await pool.use(async (process) => process)).not.toBe(first);
  expect(started).toBe(2);
  await pool.close();
  await expect(pool.use(async () => undefined)).rejects.toThrow('closed');
});
