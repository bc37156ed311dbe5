// The model replay/RUN, on runs that the real store wrote.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  defaultLimits,
  defaultTimeLimits,
  runSpecSchema,
  type EventBody,
  type ReplyPart,
} from '../../src/core/index.ts';
import { parseModel } from '../../src/model/index.ts';
import { RunStore } from '../../src/record/store.ts';
import { temporaryFolder } from '../support/folder.ts';
import { call, question } from './conversation.ts';

const trial = 'chart/tied-winner@1.en#1';

const parts: ReplyPart[] = [
  { type: 'reasoning', text: 'Hm.', meta: { anthropic: { signature: 'x' } } },
  { type: 'text', text: 'Let me see.' },
  { type: 'tool-call', id: 'a', name: 'python', input: { code: '1' }, raw: '{"code":"1"}' },
  { type: 'tool-call', id: 'b', name: 'python', input: undefined, raw: '{"code":' },
];

function recorded(...bodies: EventBody[]): string {
  const folder = join(temporaryFolder(), 'run');
  const store = RunStore.create(
    folder,
    {
      v: 2,
      run: 'run',
      pybench: '0.1.0',
      createdAt: '2026-01-01T00:00:00.000Z',
      spec: runSpecSchema.parse({ agent: { kind: 'interpreter', model: 'openai/gpt-5' } }),
      trials: [trial],
      isolation: 'none',
      unverified: true,
    },
    {
      v: 2,
      pybench: '0.1.0',
      code: {},
      instances: {},
      tasks: {},
      prompts: null,
      limits: defaultLimits,
      time: defaultTimeLimits,
      isolation: 'none',
      image: null,
      python: { version: '3.11', packages: {} },
      salt: null,
    },
  );
  const log = store.openTrial(trial, () => new Date(0));
  for (const body of bodies) log.append(body);
  log.close();
  store.close();
  return folder;
}

const replyAt = (turn: number, said: ReplyPart[]): EventBody => ({
  kind: 'reply',
  turn,
  parts: JSON.parse(JSON.stringify(said)),
  finish: 'tool-calls',
  usage: { inputTokens: 10, outputTokens: 2, cost: 0.5 },
  latencyMs: 1234,
  attempts: 2,
});

test('the model repeats the recorded replies by trial and turn', async () => {
  const folder = recorded(replyAt(1, parts), replyAt(2, [{ type: 'text', text: 'Done.' }]));
  const model = parseModel(`replay/${folder}`);
  expect(await model.complete(question, call(2))).toMatchObject({ parts: [{ text: 'Done.' }] });
  expect(await model.complete(question, call(1))).toEqual({
    parts: JSON.parse(JSON.stringify(parts)),
    finish: 'tool-calls',
    usage: { inputTokens: 10, outputTokens: 2, cost: 0.5 },
    latencyMs: 1234,
    attempts: 2,
  });
});

test('an incomplete last line is ignored', async () => {
  const folder = recorded(replyAt(1, parts));
  appendFileSync(join(folder, 'trials', trial, 'events.jsonl'), '{"v":1,"seq":1,"ki');
  expect(await parseModel(`replay/${folder}`).complete(question, call(1))).toMatchObject({ attempts: 2 });
});

test.each([
  ['turn', { trial, turn: 3 }],
  ['trial', { trial: 'chart/tied-winner@2.en#1', turn: 1 }],
])('a %s that was not recorded causes a fault that names it', async (_, where) => {
  const folder = recorded(replyAt(1, parts));
  await expect(parseModel(`replay/${folder}`).complete(question, { ...call(), ...where })).rejects.toMatchObject({
    kind: 'rejected',
    retryable: false,
    message: `${folder} has no reply for ${where.trial}, turn ${where.turn}`,
  });
});

test('a folder without a run is refused when the model is parsed', () => {
  expect(() => parseModel('replay/nowhere')).toThrow('nowhere is not the folder of a run');
});
