// Trials that take too long, or in which nothing happens any more.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InterpreterHost } from '../../src/interpreter/index.ts';
import { modelTrial } from '../support/model-trial.ts';
import { testHost } from '../support/host.ts';
import { python } from '../support/scripted-model.ts';

let host: InterpreterHost;
beforeAll(async () => {
  host = await testHost();
});
afterAll(() => host.close());

const sleep = (seconds: number) => python(`import time; time.sleep(${seconds})`);

// Models end a call when they are told to.
const silent = (_: unknown, { signal }: { signal: AbortSignal }) =>
  new Promise<string>((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));

test('a trial that takes too long is a timeout, which is the agent’s', async () => {
  const { outcome, events } = await modelTrial(host, [sleep(100)], { time: { trialSeconds: 1, idleSeconds: 0 } });
  expect(outcome).toEqual({ kind: 'timeout', reason: 'the trial took more than 1 s' });
  expect(events.at(-1)).toMatchObject({ kind: 'trial-end', score: 0 });
});

test('a model that says nothing any more is no fault of the agent’s', async () => {
  const { outcome, events } = await modelTrial(host, [silent], {
    time: { trialSeconds: 0, idleSeconds: 1 },
  });
  expect(outcome).toEqual({ kind: 'model-error', reason: 'the model said nothing for 1 s' });
  expect(events.at(-1)).toMatchObject({ kind: 'trial-end', score: null });
});

test('a cell that hangs is the agent’s', async () => {
  const { outcome } = await modelTrial(host, [sleep(100)], { time: { trialSeconds: 0, idleSeconds: 1 } });
  expect(outcome).toEqual({ kind: 'timeout', reason: 'nothing happened for 1 s after cell-start' });
});

test('what goes on is left alone', async () => {
  const busy = [sleep(0.6), sleep(0.6), sleep(0.6), 'I do not know.', 'I do not know.'];
  const { outcome } = await modelTrial(host, busy, { time: { trialSeconds: 60, idleSeconds: 1 } });
  expect(outcome.kind).toBe('no-answer');
});
