// A counting semaphore: its order, its limit, and aborted waits.
import { expect, test } from 'vitest';
import { Semaphore } from '../../src/system/index.ts';

test('waiters are admitted in order, as many as the limit allows', async () => {
  const semaphore = new Semaphore(1);
  const admitted: string[] = [];
  const release = await semaphore.take();
  const first = semaphore.take().then((free) => (admitted.push('first'), free));
  const second = semaphore.take().then((free) => (admitted.push('second'), free));
  expect(semaphore.held).toBe(1);
  release();
  release(); // A second call changes nothing.
  (await first)();
  (await second)();
  expect(admitted).toEqual(['first', 'second']);
  expect(semaphore.held).toBe(0);
});

test('an aborted waiter holds nothing, and the next waiter is admitted', async () => {
  const semaphore = new Semaphore(1);
  const release = await semaphore.take();
  const stop = new AbortController();
  const aborted = semaphore.take(stop.signal);
  const next = semaphore.take();
  stop.abort();
  (await aborted)();
  expect(semaphore.held).toBe(1);
  release();
  (await next)();
  expect(semaphore.held).toBe(0);
});

test('a higher limit admits waiters at once; a lower limit takes effect as holders release', async () => {
  const semaphore = new Semaphore(1);
  const one = await semaphore.take();
  const waiting = [semaphore.take(), semaphore.take()];
  semaphore.setLimit(3);
  const [two, three] = await Promise.all(waiting);
  expect(semaphore.held).toBe(3);
  semaphore.setLimit(1);
  const last = semaphore.take();
  one();
  two?.();
  expect(semaphore.held).toBe(1);
  three?.();
  (await last)();
  expect(semaphore.held).toBe(0);
});
