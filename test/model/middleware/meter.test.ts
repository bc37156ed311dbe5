// The meter: tokens, cost and time of calls.
import { expect, test } from 'vitest';
import { Meter } from '../../../src/model/index.ts';
import { ask, at, fault, reply, scripted } from './scripted.ts';

const usage = { inputTokens: 1_000_000, outputTokens: 100_000, cachedTokens: 400_000, reasoningTokens: 50_000 };

test('the meter counts calls, faults, attempts, tokens, cost and latency', async () => {
  const meter = new Meter({ 'test/*': { input: 2, output: 10, cached: 0.5 } });
  const model = meter.middleware(
    scripted(reply('1', usage), { ...reply('2', { ...usage, cost: 7 }), attempts: 3 }, fault('auth', false)),
  );
  // 0.6 M × 2 + 0.4 M × 0.5 + 0.1 M × 10
  expect((await model.complete(ask('1'), at('a'))).usage.cost).toBeCloseTo(2.4, 10);
  expect((await model.complete(ask('2'), at('a'))).usage.cost).toBe(7);
  await expect(model.complete(ask('3'), at('a'))).rejects.toThrow('scripted auth');
  expect(meter.totals).toEqual({
    calls: 2,
    faults: 1,
    attempts: 4,
    inputTokens: 2_000_000,
    outputTokens: 200_000,
    cachedTokens: 800_000,
    reasoningTokens: 100_000,
    cost: expect.closeTo(9.4, 10) as number,
    unpriced: 0,
    latencyMs: 20,
  });
});

test('calls without a known price are counted as unpriced, not as free', async () => {
  const meter = new Meter({});
  const answer = await meter.middleware(scripted(reply('1', usage))).complete(ask('1'), at('a'));
  expect(answer.usage.cost).toBeUndefined();
  expect(meter.totals).toMatchObject({ cost: 0, unpriced: 1 });
});
