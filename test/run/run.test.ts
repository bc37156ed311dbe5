// Whole runs with the real interpreter, the real grader and a folder on disk.
import { readEvents, readRun, runPaths } from '../../src/record/index.ts';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isKnownEvent } from '../../src/core/index.ts';
import type { InterpreterHost } from '../../src/interpreter/index.ts';
import { summarise } from '../../src/results/index.ts';
import { testHost } from '../support/host.ts';
import { recordRun, type RunSetup } from '../support/recorded-runs.ts';

let host: InterpreterHost;
beforeAll(async () => {
  host = await testHost();
});
afterAll(() => host.close());

const made = (more: RunSetup = {}) => recordRun(host, more);

test('a run writes its configuration, its lock, and for each trial events, truth, outputs and a notebook', async () => {
  const summary = await made({
    tasks: ['chart/tied-winner', 'chart/mixed-date-formats'],
    languages: ['en', 'zh'],
    salt: 'pepper',
  });
  expect(summary).toMatchObject({ planned: 4, scored: 4, passed: 4, coverage: 1, mean: 1, outcomes: { passed: 4 } });
  const { config, lock, rows } = readRun(summary.run);
  expect(config.trials).toHaveLength(4);
  expect(rows.map(({ id }) => id).toSorted()).toEqual(config.trials.toSorted());
  expect(summarise(summary.run, config, rows)).toEqual(summary);
  expect(new Set(rows.map(({ instance }) => instance)).size).toBe(4);
  expect(Object.keys(lock.tasks)).toHaveLength(2);
  for (const id of config.trials) {
    const paths = runPaths(summary.run).trial(id);
    const kinds = readEvents(summary.run, id).map(({ kind }) => kind);
    expect(kinds[0]).toBe('trial-start');
    expect(kinds.at(-1)).toBe('trial-end');
    for (const kind of ['cell-start', 'cell-end', 'answer', 'outputs', 'check']) expect(kinds).toContain(kind);
    expect(JSON.parse(readFileSync(paths.truth, 'utf8'))).toHaveProperty('truth');
    expect(JSON.parse(readFileSync(paths.notebook, 'utf8'))).toMatchObject({ nbformat: 4, nbformat_minor: 5 });
  }
  const dates = config.trials.find((id) => id.includes('mixed-date')) ?? '';
  expect(readdirSync(runPaths(summary.run).trial(dates).file('output'))).toHaveLength(1);
});

test('no file of a run contains the salt', async () => {
  const { run } = await made({ salt: 'a-very-secret-salt' });
  const files = readdirSync(run, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(5);
  for (const { parentPath, name } of files) {
    expect(readFileSync(join(parentPath, name), 'utf8'), name).not.toContain('a-very-secret-salt');
  }
  expect(readRun(run).lock.salt).toMatch(/^[0-9a-f]{32}$/);
});

test('events are numbered without gaps and have a time stamp', async () => {
  const { run } = await made({ now: () => new Date('2026-01-02T03:04:05Z') });
  expect(run).toContain('20260102-030405-reference-');
  const events = readEvents(run, 'chart/tied-winner@1.en#1');
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index));
  expect(events.every(isKnownEvent)).toBe(true);
  expect(new Set(events.map(({ at }) => at))).toEqual(new Set(['2026-01-02T03:04:05.000Z']));
});

test('a trial of an agent without a program for the task is skipped and has no score', async () => {
  const summary = await made({ agent: 'wrong:nobody-wrote-this' });
  expect(summary).toMatchObject({ planned: 1, scored: 0, coverage: 0, mean: null, outcomes: { skipped: 1 } });
});

test('attempts and twins multiply the trials of a run', async () => {
  const summary = await made({ agent: 'null', attempts: 2, twins: true });
  // Clean twins are counted in a separate tally.
  expect(summary).toMatchObject({ planned: 2, passed: 0, mean: 0, twins: { clean: { planned: 2, passed: 0 } } });
  expect(readRun(summary.run).config.trials).toContain('chart/tied-winner@1.en~clean#2');
});

test('a stopped run scores only finished trials', async () => {
  const stop = new AbortController();
  const summary = await made({
    seeds: [1, 2, 3, 4],
    concurrency: 1,
    signal: stop.signal,
    onRow: () => stop.abort('enough'),
  });
  expect(summary).toMatchObject({ planned: 4, scored: 1, coverage: 0.25 });
});

test('a folder that cannot be written is an error that names it', async () => {
  await expect(made({ folder: '/proc/nowhere' })).rejects.toThrow('cannot write the run to /proc/nowhere/');
});
