// Runs recorded by version 0.1 (commit 3844f8b): `pybench run` with the reference, a wrong program, an outside program,
// and a scripted model in the fence and tools dialects. The folder version-0.1/ holds them unchanged.
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageRoot } from '../../setup/root.mjs';
import { isKnownEvent, type AgentSpec } from '../../src/core/index.ts';
import { chatExample } from '../../src/data/index.ts';
import type { InterpreterHost } from '../../src/interpreter/index.ts';
import { resumeRun } from '../../src/launch/index.ts';
import { regradeRun } from '../../src/launch/recorded/index.ts';
import { notebook, readEvents, readRun, runPaths } from '../../src/record/index.ts';
import { makeBoard, readAllReported } from '../../src/report/index.ts';
import { temporaryFolder } from '../support/folder.ts';
import { servicesOn, testHost } from '../support/host.ts';

const recorded = (name: string) => join(packageRoot, 'test', 'record', 'version-0.1', name);
const TRIAL = 'chart/tied-winner@1.en#1';
const model = 'exec/node model.mjs';

let host: InterpreterHost;
beforeAll(async () => {
  host = await testHost();
});
afterAll(() => host.close());

test.each<[string, AgentSpec]>([
  ['reference', { kind: 'program', program: 'reference' }],
  ['wrong-program', { kind: 'program', program: 'wrong-first' }],
  ['exec', { kind: 'exec', command: 'cat query.md', timeoutSeconds: 1800, sandboxed: false }],
  [
    'fence',
    { kind: 'interpreter', model, dialect: 'fence', maxTurns: 10, vision: 'off', parameters: { temperature: 0 } },
  ],
  ['tools', { kind: 'interpreter', model, dialect: 'tools', maxTurns: 4, vision: 'off', parameters: {} }],
])('the run %s is read and upgraded to a spec', (name, agent) => {
  const { config, lock, rows } = readRun(recorded(name));
  expect(config).toMatchObject({ v: 2, pybench: '0.1.0', spec: { agent, pace: { concurrency: expect.any(Number) } } });
  expect(config.spec.selection).toMatchObject({ suite: 'core', languages: ['en'], seeds: [1], attempts: 1 });
  expect(config.spec.conditions).toEqual({ isolation: config.isolation, limits: lock.limits, time: lock.time });
  expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining([TRIAL]));
});

test('a report distinguishes the reference, models and wrong programs', () => {
  const { entries } = makeBoard(readAllReported(['reference', 'fence', 'tools', 'wrong-program'].map(recorded)));
  expect(entries.map(({ role, summary }) => [role, summary.agent, summary.model, summary.passed])).toEqual([
    ['reference', 'reference', null, 2],
    ['competes', 'interpreter', model, 0],
    ['competes', 'interpreter', model, 0],
    ['wrong program', 'wrong:first', null, 0],
  ]);
});

test.each(['fence', 'tools'])('the messages of a model in the %s dialect are exported', (name) => {
  const example = chatExample(readEvents(recorded(name), TRIAL), { images: false });
  expect(example?.messages.map(({ role }) => role).slice(0, 3)).toEqual(['system', 'user', 'assistant']);
});

const cellsOf = (text: string) => (JSON.parse(text) as { cells: { cell_type: string; source: string[] }[] }).cells;

test.each(['reference', 'fence', 'tools', 'exec'])(
  'the notebook of %s has the same cells as in the old version',
  (name) => {
    const old = readFileSync(runPaths(recorded(name)).trial(TRIAL).notebook, 'utf8');
    const made = notebook(readEvents(recorded(name), TRIAL).filter(isKnownEvent));
    expect(cellsOf(made).map(({ cell_type, source }) => [cell_type, source])).toEqual(
      cellsOf(old).map(({ cell_type, source }) => [cell_type, source]),
    );
  },
);

test('a regrade writes a run of version 2 with the same outcomes', async () => {
  const { summary, source } = await regradeRun(recorded('reference'), {
    folder: temporaryFolder(),
    services: servicesOn(host),
  });
  expect(summary).toMatchObject({ planned: 2, passed: 2, agent: 'reference' });
  expect(readRun(summary.run).config).toMatchObject({ v: 2, source: { run: source, how: 'regrade' } });
  expect(JSON.parse(readFileSync(runPaths(summary.run).config, 'utf8'))).toMatchObject({ v: 2 });
});

test('resume refuses the run because the code has changed, and does not modify it', async () => {
  const run = join(temporaryFolder(), 'run');
  cpSync(recorded('reference'), run, { recursive: true });
  const before = readFileSync(runPaths(run).results);
  await expect(resumeRun(run, { services: servicesOn(host) })).rejects.toThrow(
    /cannot be resumed: since it began, this has changed: .*code/,
  );
  expect(readFileSync(runPaths(run).results)).toEqual(before);
  expect(existsSync(runPaths(run).writer)).toBe(false);
});
