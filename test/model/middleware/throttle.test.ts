// The throttle: the limit of open calls of one model.
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

/** Ends `count` of the open calls, and waits until the queued calls are admitted. */
async function end(open: ReturnType<typeof held>['open'], count: number, answer: ModelReply | Error): Promise<void> {
  for (const { finish } of open.splice(0, count)) finish(answer);
  await settle();
}

test('all calls open at once; a rate limit halves the limit, and each successful round adds one', async () => {
  const { model, open } = held();
  const limits: number[] = [];
  const narrow = throttle({ onHalved: (limit) => limits.push(limit) })(model);
  const ended = Promise.allSettled(Array.from({ length: 100 }, () => narrow.complete(ask('?'), at('t'))));
  await settle();
  expect(open).toHaveLength(100);

  // All 100 calls are refused, but they were open together: the limit is halved once.
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

test('faults other than a rate limit do not change the limit', async () => {
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

test('the limit never falls below one', async () => {
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
