// Trials that take too long, or that record no event for too long.
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

// A model that replies only when its call is aborted.
const silent = (_: unknown, { signal }: { signal: AbortSignal }) =>
  new Promise<string>((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));

test('a trial that takes too long is a timeout, which is scored', async () => {
  const { outcome, events } = await modelTrial(host, [sleep(100)], { time: { trialSeconds: 1, idleSeconds: 0 } });
  expect(outcome).toEqual({ kind: 'timeout', reason: 'the trial took more than 1 s' });
  expect(events.at(-1)).toMatchObject({ kind: 'trial-end', score: 0 });
});

test('a model that does not reply is a model error, which is not scored', async () => {
  const { outcome, events } = await modelTrial(host, [silent], {
    time: { trialSeconds: 0, idleSeconds: 1 },
  });
  expect(outcome).toEqual({ kind: 'model-error', reason: 'the model said nothing for 1 s' });
  expect(events.at(-1)).toMatchObject({ kind: 'trial-end', score: null });
});

test('a cell that hangs is a timeout, which is scored', async () => {
  const { outcome } = await modelTrial(host, [sleep(100)], { time: { trialSeconds: 0, idleSeconds: 1 } });
  expect(outcome).toEqual({ kind: 'timeout', reason: 'nothing happened for 1 s after cell-start' });
});

test('a trial whose events are closer together than the idle limit is not stopped', async () => {
  const cells = Array.from({ length: 5 }, () => sleep(0.5));
  const script = [...cells, 'I do not know.', 'I do not know.'];
  const { outcome } = await modelTrial(host, script, { time: { trialSeconds: 60, idleSeconds: 2 } });
  expect(outcome.kind).toBe('no-answer');
});
