// gates.json: what is remembered, when it is stale, and how it is written.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { gateNames, GatesMemory, type GateTally, type Gate } from '../../src/gates/index.ts';
import { loadTask, type LoadedTask } from '../../src/suite/index.ts';
import { temporaryFolder } from '../support/folder.ts';

const ground = { kit: 'kit-1', image: 'image-1' };
const both = { seeds: 5, languages: ['en', 'zh'] as const };
const gates = Object.fromEntries(gateNames.map((gate, at) => [gate, { passed: at, total: at }])) as Record<
  Gate,
  GateTally
>;

let tied: LoadedTask;
let dates: LoadedTask;
beforeAll(async () => {
  [tied, dates] = await Promise.all([loadTask('chart/tied-winner'), loadTask('chart/mixed-date-formats')]);
});

test('what passed is known until something changes that could change it', () => {
  const file = join(temporaryFolder(), 'gates.json');
  new GatesMemory(ground, file).record(tied, both, gates, true);
  const recall = (task: LoadedTask, scope = {}, on = {}) =>
    new GatesMemory({ ...ground, ...on }, file).recall(task, { ...both, ...scope });
  expect(recall(tied)).toEqual({ ...gates, seeds: 5 });
  expect(recall(tied, { seeds: 3, languages: ['zh'] })).toEqual({ ...gates, seeds: 5 });
  expect(recall(tied, { seeds: 6 })).toBeUndefined();
  expect(recall({ ...tied, sourceDigest: 'another' })).toBeUndefined();
  expect(recall(tied, {}, { kit: 'kit-2' })).toBeUndefined();
  expect(recall(tied, {}, { image: null })).toBeUndefined();
  expect(recall(dates)).toBeUndefined();
});

test('what did not pass is forgotten', () => {
  const file = join(temporaryFolder(), 'gates.json');
  const memory = new GatesMemory(ground, file);
  memory.record(tied, both, gates, true);
  memory.record(tied, both, gates, false);
  expect(new GatesMemory(ground, file).recall(tied, both)).toBeUndefined();
});

test('the file is one sorted line for each task, and nothing is left beside it', () => {
  const folder = temporaryFolder();
  const file = join(folder, 'gates.json');
  const memory = new GatesMemory(ground, file);
  memory.record(tied, both, gates, true);
  memory.record(dates, { seeds: 1, languages: ['zh'] }, gates, true);
  const lines = readFileSync(file, 'utf8').split('\n');
  expect(lines.slice(1, 3).map((line) => line.split(':')[0])).toEqual([
    ' "chart/mixed-date-formats"',
    ' "chart/tied-winner"',
  ]);
  expect(lines).toHaveLength(5);
  expect(readdirSync(folder)).toEqual(['gates.json']);
});

test('a damaged file is named, with the way out', () => {
  const file = join(temporaryFolder(), 'gates.json');
  writeFileSync(file, '{"chart/tied-winner": {"task": 1}}');
  expect(() => new GatesMemory(ground, file)).toThrow(/gates\.json is damaged; delete it/);
});
