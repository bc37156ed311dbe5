// Runs repeated from recorded replies, also after an interruption: the events are identical except for times.
import { readEvents, readRun } from '../../src/record/index.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { modelAgent } from '../../src/agent/model/index.ts';
import { defaultLimits } from '../../src/core/index.ts';
import type { InterpreterHost } from '../../src/interpreter/index.ts';
import { parseModel, type Model } from '../../src/model/index.ts';
import type { Summary } from '../../src/results/index.ts';
import { loadTask } from '../../src/suite/index.ts';
import { testHost } from '../support/host.ts';
import { recordRun, type RunSetup } from '../support/recorded-runs.ts';
import { python, scriptedModel, type Line } from '../support/scripted-model.ts';

let host: InterpreterHost;
let script: Line[];
beforeAll(async () => {
  host = await testHost();
  const cells = (await loadTask('chart/tied-winner')).programs.get('reference')?.cells ?? [];
  script = [python('1 / 0'), ...cells.map(({ code }) => python(code)), 'They tied.', '```answer\n{"wins": 1}\n```'];
});
afterAll(() => host.close());

const FIRST = 'chart/tied-winner@1.en#1';
const SECOND = 'chart/tied-winner@2.en#1';

const play = (model: Model, more: RunSetup = {}): Promise<Summary> =>
  recordRun(host, {
    agent: modelAgent({ model, stack: host.stack, limits: defaultLimits }),
    seeds: [1, 2],
    concurrency: 1,
    ...more,
  });

const replay = ({ run }: Summary): Model => parseModel(`replay/${run}`, { warn: () => undefined });

const times = new Set(['at', 'cpuMs', 'wallMs', 'memoryBytes']);
/** The events without times and without the name of the model, which differs in a replay. */
const timeless = ({ run }: Summary, trial: string): unknown[] =>
  JSON.parse(
    JSON.stringify(readEvents(run, trial), (key, value: unknown) =>
      times.has(key) || key === 'model' ? undefined : value,
    ),
  ) as unknown[];

test('a run repeated from its replies has identical events', async () => {
  const original = await play(scriptedModel(script));
  const repeated = await play(replay(original));
  for (const trial of [FIRST, SECOND]) expect(timeless(repeated, trial)).toEqual(timeless(original, trial));
  expect(repeated).toMatchObject({ planned: 2, scored: 2, outcomes: { failed: 2 } });
  expect(readRun(repeated.run).lock).toEqual(readRun(original.run).lock);
  expect(readRun(original.run).lock.prompts).toMatch(/^[0-9a-f]{32}$/);
  expect(readRun(original.run).config.spec.agent).toEqual({
    kind: 'interpreter',
    model: 'scripted/model',
    dialect: 'fence',
    maxTurns: 10,
    vision: 'off',
    parameters: {},
  });
  expect(readRun(original.run).rows.map(({ turns }) => turns)).toEqual([6, 6]);
});

test('an interrupted run has the same events up to the interruption, and scores only finished trials', async () => {
  const original = await play(scriptedModel(script));
  const stop = new AbortController();
  const interrupted: Line[] = script.with(2, (_, { signal }) => {
    stop.abort('enough');
    signal.throwIfAborted();
    return '';
  });
  const model = scriptedModel((trial) => (trial === SECOND ? interrupted : script));
  const broken = await play(model, { signal: stop.signal });
  expect(broken).toMatchObject({ scored: 1, outcomes: { failed: 1, cancelled: 1 } });
  expect(timeless(broken, FIRST)).toEqual(timeless(original, FIRST));
  const before = timeless(broken, SECOND).slice(0, -1);
  expect(before.length).toBeGreaterThan(10);
  expect(before).toEqual(timeless(original, SECOND).slice(0, before.length));
  const repeated = await play(replay(broken));
  expect(timeless(repeated, FIRST)).toEqual(timeless(original, FIRST));
  expect(timeless(repeated, SECOND).slice(0, before.length)).toEqual(before);
  // The recording has no further reply: this is a model error, which is not scored.
  expect(repeated).toMatchObject({ scored: 1, outcomes: { failed: 1, 'model-error': 1 } });
});
