// Many concurrent trials: only the service limits the number of open calls.
import type { Message } from '../../src/core/index.ts';
import { expect, test } from 'vitest';
import { withMiddleware } from '../../src/model/index.ts';
import { ModelServer } from '../support/model-server.ts';
import { call, modelOn, question } from './conversation.ts';

const TRIALS = 200;
const TURNS = 3;

test('two hundred trials have their calls open at the same time in every turn', async () => {
  // The service replies when all calls of a turn have arrived: with fewer calls at once, the test would hang.
  let waiting: (() => void)[] = [];
  const server = await ModelServer.start(async () => {
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      if (waiting.length < TRIALS) return;
      for (const each of waiting) each();
      waiting = [];
    });
    return { text: 'Go on.' };
  });
  const { model, meter } = withMiddleware(modelOn(server, 'openai-compatible/qwen3'));
  const { signal } = new AbortController();
  const warnings: string[] = [];
  const hear = ({ message }: Error) => void warnings.push(message);
  process.on('warning', hear);
  await Promise.all(
    Array.from({ length: TRIALS }, async () => {
      const messages: Message[] = [...question.messages];
      for (let turn = 1; turn <= TURNS; turn++) {
        const { parts } = await model.complete({ ...question, messages }, call(turn, signal));
        messages.push({ role: 'assistant', parts }, { role: 'user', parts: [{ type: 'text', text: 'And then?' }] });
      }
    }),
  );
  process.off('warning', hear);
  await server.close();
  expect(server.mostOpen).toBe(TRIALS);
  expect(meter.totals).toMatchObject({ calls: TRIALS * TURNS, attempts: TRIALS * TURNS, faults: 0 });
  expect(server.objections).toEqual([]);
  expect(warnings).toEqual([]);
});

test('the throttle adapts to a service that accepts ten calls at a time, and every call succeeds', async () => {
  const server: ModelServer = await ModelServer.start(() =>
    server.open > 10 ? { status: 429, headers: { 'retry-after': '0' } } : { text: 'Hello', delayMs: 50 },
  );
  const halvings: number[] = [];
  const { model, meter } = withMiddleware(modelOn(server, 'anthropic/claude-sonnet-4-5'), {
    retry: { tries: 50, firstWaitMs: 1 },
    throttle: { onHalved: (limit) => halvings.push(limit) },
  });
  const ended = await Promise.all(Array.from({ length: 100 }, () => model.complete(question, call())));
  await server.close();
  expect(ended).toHaveLength(100);
  expect(meter.totals).toMatchObject({ calls: 100, faults: 0 });
  expect(meter.totals.attempts).toBeGreaterThan(100);
  expect(halvings.length).toBeGreaterThan(0);
});
