// Runs through the API: the model is on a loopback HTTP server, with the same middleware as on the command line.
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  readEvents,
  readRun,
  resume,
  run,
  runTrialFromSpec,
  type Agent,
  type Model,
  type RunOptions,
  type RunRequest,
} from '../../src/index.ts';
import { temporaryFolder } from '../support/folder.ts';
import { ModelServer } from '../support/model-server.ts';

const TRIAL = 'chart/tied-winner@1.en#1';
const usage = { input: 1000, output: 500 };
const busy = (status: number) => ({ status, headers: { 'retry-after': '0' } });
const gaveUp = { text: 'I do not know.', usage };

let server: ModelServer;
beforeEach(async () => {
  server = await ModelServer.start([gaveUp]);
});
afterEach(() => server.close());

const start = (more: Partial<RunRequest> = {}, options: RunOptions = {}) =>
  run(
    {
      agent: { kind: 'interpreter', model: 'openai-compatible/tiny', baseUrl: server.baseUrl, maxTurns: 2 },
      selection: { tasks: ['tied-winner'] },
      pace: { concurrency: 1 },
      ...more,
    },
    { folder: temporaryFolder(), environment: {}, ...options },
  );

test('requests that get 429 or 503 are retried', async () => {
  server.play([busy(429), busy(503), gaveUp]);
  const summary = await start();
  expect(summary).toMatchObject({ scored: 1, outcomes: { 'no-answer': 1 } });
  expect(readRun(summary.run).rows).toMatchObject([{ retries: 2, turns: 2 }]);
  expect(server.calls).toHaveLength(4);
});

test('a run stops when it has spent its budget, and resume continues it', async () => {
  const summary = await start({
    selection: { tasks: ['tied-winner'], seeds: [1, 2, 3] },
    spending: { perRun: { tokens: 2500 } },
  });
  expect(summary).toMatchObject({ planned: 3, scored: 1, outcomes: { 'no-answer': 1, cancelled: 1 } });
  expect(await resume(summary.run, { environment: {} })).toMatchObject({ planned: 3, scored: 3 });
});

test('the budget of a trial holds after a resume, unless another one is given', async () => {
  const summary = await start({
    selection: { tasks: ['tied-winner'], seeds: [1, 2, 3] },
    spending: { perRun: { tokens: 1 }, perTrial: { tokens: 1 } },
  });
  expect(summary).toMatchObject({ planned: 3, scored: 1, outcomes: { budget: 1, cancelled: 1 } });
  // One trial at a time: calls that are open when the run reaches its limit are completed.
  // A limit on money is added; the one on tokens stays.
  const prices = { 'openai-compatible/*': { input: 1, output: 2 } };
  const spending = { perRun: { tokens: 1 }, perTrial: { cost: 1 }, prices };
  const oneMore = { environment: {}, pace: { concurrency: 1 }, spending };
  expect(await resume(summary.run, oneMore)).toMatchObject({
    scored: 2,
    outcomes: { budget: 2 },
  });
  const more = { perTrial: { tokens: 1_000_000 } };
  expect(await resume(summary.run, { environment: {}, spending: more })).toMatchObject({
    scored: 3,
    outcomes: { budget: 2, 'no-answer': 1 },
  });
});

test('a budget in money needs a price, which the spec can contain', async () => {
  const spending = { perTrial: { cost: 0.001 } };
  await expect(start({ spending })).rejects.toThrow('needs the price of openai-compatible/tiny');
  expect(server.calls).toEqual([]);
  const prices = { 'openai-compatible/*': { input: 1, output: 2 } };
  expect(await start({ spending: { ...spending, prices } })).toMatchObject({ outcomes: { budget: 1 } });
});

test('the recorded spec starts an equal run', async () => {
  const first = await start();
  const { spec } = readRun(first.run).config;
  expect(spec.agent).toMatchObject({ kind: 'interpreter', dialect: 'fence', maxTurns: 2, vision: 'off' });
  const second = await run(spec, { folder: temporaryFolder(), environment: {} });
  expect(readRun(second.run).config.spec).toEqual(spec);
  expect(readRun(second.run).lock).toEqual(readRun(first.run).lock);
});

test('a base URL in the options is not recorded, and one with a secret in the spec is refused', async () => {
  const baseUrl = server.baseUrl.replace('http://', 'http://user:secret@');
  const agent = { kind: 'interpreter', model: 'openai-compatible/tiny', maxTurns: 2 } as const;
  await expect(start({ agent: { ...agent, baseUrl } })).rejects.toThrow('must not hold a user name, a password');
  const summary = await start({ agent }, { baseUrl: `${server.baseUrl}?` });
  expect(readRun(summary.run).config.spec.agent).not.toHaveProperty('baseUrl');
});

test('requests of a model object are retried too', async () => {
  let calls = 0;
  const model: Model = {
    name: 'mine/moody',
    sees: false,
    complete(request, context) {
      calls += 1;
      return parsed.complete(request, context);
    },
  };
  const { parseModel } = await import('../../src/index.ts');
  const parsed = parseModel('openai-compatible/tiny', { baseUrl: server.baseUrl, environment: {} });
  server.play([busy(503), gaveUp]);
  const summary = await start({ agent: { kind: 'interpreter', model: 'mine/moody', maxTurns: 1 } }, { model });
  expect(summary).toMatchObject({ model: 'mine/moody', outcomes: { 'no-answer': 1 } });
  expect(calls).toBe(2);
});

test('an agent object runs under its name, and resume needs the same object', async () => {
  const agent: Agent = { work: () => Promise.resolve({ kind: 'response', text: 'Done.' }) };
  const stop = new AbortController();
  const { run: folder } = await start(
    { agent: 'mine', selection: { tasks: ['tied-winner'], seeds: [1, 2] } },
    { agent, signal: stop.signal, onRow: () => stop.abort('enough') },
  );
  expect(readRun(folder).config.spec.agent).toEqual({ kind: 'custom', name: 'mine' });
  await expect(resume(folder)).rejects.toThrow('"mine" is an agent object of a program');
  expect(await resume(folder, { agent })).toMatchObject({ agent: 'mine', planned: 2, scored: 2 });
});

test('runTrialFromSpec runs one trial without a run', async () => {
  const seen: string[] = [];
  const { outcome, events, files } = await runTrialFromSpec(
    { agent: { kind: 'program', program: 'reference' }, trial: 'math/crt-non-coprime@2.zh#1' },
    { onEvent: ({ kind }) => seen.push(kind) },
  );
  expect(outcome).toEqual({ kind: 'passed' });
  expect(events.map(({ kind }) => kind)).toEqual(seen);
  expect(events[0]).toMatchObject({ kind: 'trial-start', agent: 'reference', seq: 0 });
  expect(files.map(({ path }) => path)).toEqual(['output/together.csv']);
});

test('a mistake in a spec is reported before the run starts', async () => {
  await expect(start({ agent: 'wrong' })).rejects.toThrow('there is no agent "wrong"');
  await expect(start({ agent: { kind: 'human' } })).rejects.toThrow('a person plays a task with "pybench task play"');
  await expect(start({ selection: { tasks: ['no-such-task'] } })).rejects.toThrow('matches "no-such-task"');
  expect(() => readEvents('nowhere', TRIAL)).toThrow();
});
