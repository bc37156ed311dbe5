import type { ModelReply } from '../../../src/core/index.ts';
import { expect, test } from 'vitest';
import { throttle, type Model } from '../../../src/model/index.ts';
import { ask, at, fault, reply } from './scripted.ts';

/** A model whose calls stay open until the test ends them. */
function held() {
  const open: { finish: (answer: ModelReply | Error) => void }[] = [];
  const model: Model = {
    name: 'test/held',
    sees: false,
    complete: () =>
      new Promise((resolve, reject) => {
        open.push({ finish: (answer) => (answer instanceof Error ? reject(answer) : resolve(answer)) });
      }),
  };
  return { model, open };
}

const settle = () => new Promise((done) => setImmediate(done));

/** Ends so many of the open calls, and lets the others come in. */
async function end(open: ReturnType<typeof held>['open'], count: number, answer: ModelReply | Error): Promise<void> {
  for (const { finish } of open.splice(0, count)) finish(answer);
  await settle();
}

test('opens all calls until the service complains, then half of them, then one more per round', async () => {
  const { model, open } = held();
  const limits: number[] = [];
  const narrow = throttle({ onHalved: (limit) => limits.push(limit) })(model);
  const ended = Promise.allSettled(Array.from({ length: 100 }, () => narrow.complete(ask('?'), at('t'))));
  await settle();
  expect(open).toHaveLength(100);

  // All hundred are refused, but they were one burst: the limit is halved once.
  await end(open, 100, fault('rate-limit', true));
  expect(limits).toEqual([50]);
  await ended;

  const more = Promise.allSettled(Array.from({ length: 300 }, () => narrow.complete(ask('?'), at('t'))));
  await settle();
  expect(open).toHaveLength(50);
  await end(open, 50, reply('yes'));
  expect(open).toHaveLength(50);
  await end(open, 50, reply('yes'));
  expect(open).toHaveLength(51);

  await end(open, 1, fault('rate-limit', true));
  expect(limits).toEqual([50, 25]);
  expect(open).toHaveLength(50);
  while (open.length > 0) await end(open, open.length, reply('yes'));
  await more;
});

test('other faults leave the limit alone', async () => {
  const { model, open } = held();
  const limits: number[] = [];
  const narrow = throttle({ most: 4, onHalved: (limit) => limits.push(limit) })(model);
  const ended = Promise.allSettled(Array.from({ length: 8 }, () => narrow.complete(ask('?'), at('t'))));
  await settle();
  expect(open).toHaveLength(4);
  await end(open, 4, fault('unavailable', true));
  expect(open).toHaveLength(4);
  await end(open, 4, fault('timeout', true));
  await ended;
  expect(limits).toEqual([]);
});

test('never falls below one', async () => {
  const { model, open } = held();
  const narrow = throttle({ most: 2 })(model);
  for (let round = 0; round < 4; round++) {
    const refused = narrow.complete(ask('?'), at('t')).catch((error: unknown) => error);
    await settle();
    await end(open, 1, fault('rate-limit', true));
    expect(await refused).toMatchObject({ kind: 'rate-limit' });
  }
});

test('a trial that is cancelled leaves the queue', async () => {
  const { model, open } = held();
  const narrow = throttle({ most: 1 })(model);
  const stop = new AbortController();
  const first = narrow.complete(ask('1'), at('t'));
  const second = narrow.complete(ask('2'), at('t', 1, stop.signal));
  const third = narrow.complete(ask('3'), at('t'));
  stop.abort(new Error('cancelled'));
  await expect(second).rejects.toThrow('cancelled');
  await settle();
  await end(open, 1, reply('1'));
  await end(open, 1, reply('3'));
  expect([await first, await third]).toMatchObject([{ parts: [{ text: '1' }] }, { parts: [{ text: '3' }] }]);
});
