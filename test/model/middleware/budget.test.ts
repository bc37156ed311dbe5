// The spending limits of a trial and of a run.
import { expect, test } from 'vitest';
import { runBudget, trialBudget } from '../../../src/model/index.ts';
import { ask, at, reply, scripted } from './scripted.ts';

const usage = { inputTokens: 900, outputTokens: 100, cost: 0.25 };

test('a trial stops at its own limit; others continue', async () => {
  const model = trialBudget({ tokens: 2000 })(scripted(reply('yes', usage)));
  await model.complete(ask('1'), at('a'));
  await model.complete(ask('2'), at('a', 2));
  await expect(model.complete(ask('3'), at('a', 3))).rejects.toMatchObject({
    kind: 'budget',
    retryable: false,
    message: 'the trial has spent its 2000 tokens (2000)',
  });
  expect(await model.complete(ask('1'), at('b'))).toMatchObject({ finish: 'stop' });
});

test('a trial that restarts at turn 1 has its full budget again', async () => {
  const model = trialBudget({ tokens: 1000 })(scripted(reply('yes', usage)));
  await model.complete(ask('1'), at('a'));
  expect(await model.complete(ask('1'), at('a'))).toMatchObject({ finish: 'stop' });
  await expect(model.complete(ask('2'), at('a', 2))).rejects.toMatchObject({ kind: 'budget' });
});

test('a run whose trials together reach its limit sends no more calls', async () => {
  const inner = scripted(reply('yes', usage));
  const model = runBudget({ cost: 0.5 })(inner);
  await model.complete(ask('1'), at('a'));
  await model.complete(ask('1'), at('b'));
  await expect(model.complete(ask('1'), at('c'))).rejects.toMatchObject({
    kind: 'run-budget',
    message: 'the run has spent its 0.5 US dollars (0.5000)',
  });
  expect(inner.calls).toHaveLength(2);
});

test('tokens are estimated if the service does not report them', async () => {
  const model = trialBudget({ tokens: 1000 })(scripted(reply('x'.repeat(8000))));
  await model.complete(ask('1'), at('a'));
  await expect(model.complete(ask('2'), at('a', 2))).rejects.toMatchObject({ kind: 'budget' });
});
