// Retries after faults of a model service.
import { expect, test } from 'vitest';
import { retry, type RetryOptions } from '../../../src/model/index.ts';
import { ModelServer } from '../../support/model-server.ts';
import { call, modelOn, question } from '../conversation.ts';
import { ask, at, fault, reply, scripted } from './scripted.ts';

/** Retries that record their waits instead of sleeping, with jitter at its maximum. */
function hurried(options: RetryOptions = {}) {
  const waits: number[] = [];
  const sleep = async (ms: number) => void waits.push(ms);
  return { waits, middleware: retry({ sleep, jitter: () => 1, ...options }) };
}

test('retryable faults are retried with doubled waits, and the attempts are counted', async () => {
  const { waits, middleware } = hurried();
  const busy = fault('unavailable', true);
  const model = scripted(busy, busy, fault('malformed', true), reply('at last'));
  expect(await middleware(model).complete(ask('?'), at('t'))).toMatchObject({ attempts: 4 });
  expect(waits).toEqual([1000, 2000, 4000]);
});

test('the minimum jitter halves a wait', async () => {
  const { waits, middleware } = hurried({ jitter: () => 0 });
  await middleware(scripted(fault('timeout', true), reply('yes'))).complete(ask('?'), at('t'));
  expect(waits).toEqual([500]);
});

test('the wait is the one that the service asks for, plus 10 percent of the back-off', async () => {
  const { waits, middleware } = hurried();
  await middleware(scripted(fault('rate-limit', true, 7000), reply('yes'))).complete(ask('?'), at('t'));
  expect(waits).toEqual([7100]);
});

test('a call whose service asks for a wait above the maximum is not retried', async () => {
  const { waits, middleware } = hurried();
  const model = scripted(fault('rate-limit', true, 3_600_000), reply('yes'));
  await expect(middleware(model).complete(ask('?'), at('t'))).rejects.toMatchObject({ kind: 'rate-limit' });
  expect(waits).toEqual([]);
});

test('after the last try, the last fault is thrown', async () => {
  const { waits, middleware } = hurried({ tries: 3 });
  const model = scripted(fault('unavailable', true), fault('unavailable', true), fault('timeout', true), reply('late'));
  await expect(middleware(model).complete(ask('?'), at('t'))).rejects.toMatchObject({ kind: 'timeout' });
  expect(model.calls).toHaveLength(3);
  expect(waits).toHaveLength(2);
});

test.each(['auth', 'rejected', 'context-limit', 'budget', 'run-budget'] as const)(
  'a fault of kind %s is not retried',
  async (kind) => {
    const model = scripted(fault(kind, false), reply('yes'));
    await expect(hurried().middleware(model).complete(ask('?'), at('t'))).rejects.toMatchObject({ kind });
    expect(model.calls).toHaveLength(1);
  },
);

test('an error that is not a ModelFault is not retried', async () => {
  const model = scripted(new TypeError('x is not a function'), reply('yes'));
  await expect(hurried().middleware(model).complete(ask('?'), at('t'))).rejects.toThrow(TypeError);
  expect(model.calls).toHaveLength(1);
});

test('an abort ends the wait before a retry', async () => {
  const stop = new AbortController();
  const model = scripted(fault('unavailable', true));
  const onRetry = () => stop.abort(new Error('stopped'));
  const answer = retry({ firstWaitMs: 600_000, longestWaitMs: 600_000, onRetry })(model).complete(
    ask('?'),
    at('t', 1, stop.signal),
  );
  await expect(answer).rejects.toThrow('stopped');
  expect(model.calls).toHaveLength(1);
});

test('a call to the loopback server succeeds after seven different faults', async () => {
  const server = await ModelServer.start([
    { status: 429, headers: { 'retry-after': '3' } },
    { status: 429 },
    { status: 500 },
    { cut: 'middle' },
    { broken: 'json' },
    { broken: 'content-type' },
    { silent: 'first-byte' },
    { text: 'Here I am.' },
  ]);
  const { waits, middleware } = hurried({ tries: 8 });
  const model = middleware(modelOn(server, 'anthropic/claude-sonnet-4-5', { timeouts: { idleMs: 1000 } }));
  expect(await model.complete(question, call())).toMatchObject({ attempts: 8, parts: [{ text: 'Here I am.' }] });
  expect(waits[0]).toBe(3100);
  await server.close();
});
