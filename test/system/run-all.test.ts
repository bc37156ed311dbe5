// Bounded concurrency with runAll.
import { runAll } from '../../src/system/index.ts';
import { expect, test } from 'vitest';

const never = new AbortController().signal;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('jobs start in order, and no more run at once than the limit allows', async () => {
  const begun: number[] = [];
  let open = 0;
  let most = 0;
  await runAll([1, 2, 3, 4, 5], 2, never, async (item) => {
    begun.push(item);
    most = Math.max(most, (open += 1));
    await pause(5);
    open -= 1;
  });
  expect({ begun, most }).toEqual({ begun: [1, 2, 3, 4, 5], most: 2 });
});

test('a failed job aborts the others, and its error is thrown when they have ended', async () => {
  const ended: string[] = [];
  const all = runAll(['bad', 'long', 'later'], 2, never, async (item, signal) => {
    if (item === 'bad') throw new Error('broken');
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    await pause(5);
    ended.push(item);
    throw new Error('an echo');
  });
  await expect(all).rejects.toThrow('broken');
  expect(ended).toEqual(['long']);
});

test('after a job returns "last", no other job starts, and running jobs finish', async () => {
  const ended: number[] = [];
  await runAll([1, 2, 3, 4], 2, never, async (item, signal) => {
    await pause(item === 2 ? 20 : 1);
    expect(signal.aborted).toBe(false);
    ended.push(item);
    if (item === 1) return 'last';
  });
  expect(ended).toEqual([1, 2]);
});

test('no job starts after the signal is aborted, and the running job gets its reason', async () => {
  const stop = new AbortController();
  const begun: number[] = [];
  await runAll([1, 2, 3], 1, stop.signal, async (item, signal) => {
    begun.push(item);
    if (item === 2) stop.abort('enough');
    expect(signal.reason).toBe(item === 2 ? 'enough' : undefined);
  });
  expect(begun).toEqual([1, 2]);
});
