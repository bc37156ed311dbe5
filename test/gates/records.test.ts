// The file gates.json of a task: its contents, when it is stale, and its format.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { gateNames, GateRecords, type Gate, type GateTally, type Surroundings } from '../../src/gates/index.ts';
import { loadTask, type LoadedTask } from '../../src/suite/index.ts';
import { moduleGraph } from '../../src/system/index.ts';
import { temporaryFolder } from '../support/folder.ts';

const surroundings: Surroundings = {
  graph: moduleGraph(),
  python: new Map([['pybench/cell.py', 'python-1']]),
  image: 'image-1',
  tools: 'tools-1',
};
const both = { seeds: 5, languages: ['en', 'zh'] as const };
const gates = Object.fromEntries(gateNames.map((gate, at) => [gate, { passed: at, total: at }])) as Record<
  Gate,
  GateTally
>;

let tied: LoadedTask;
let dates: LoadedTask;
let page: LoadedTask;
beforeAll(async () => {
  [tied, dates, page] = await Promise.all([
    loadTask('chart/tied-winner'),
    loadTask('chart/mixed-date-formats'),
    loadTask('software/stock-page'),
  ]);
});

test('a record is valid until a dependency of the task changes', () => {
  const folder = temporaryFolder();
  new GateRecords(surroundings, folder).record(tied, both, gates, true);
  const records = (on: Partial<Surroundings> = {}) => new GateRecords({ ...surroundings, ...on }, folder);
  expect(records().recall(tied, both)).toEqual({ ...gates, seeds: 5 });
  expect(records().recall(tied, { seeds: 3, languages: ['zh'] })).toEqual({ ...gates, seeds: 5 });
  expect(records().staleness(tied, { ...both, seeds: 6 })).toEqual({ kind: 'narrower' });
  expect(records().staleness(dates, both)).toEqual({ kind: 'unrecorded' });
  const python = new Map([['pybench/cell.py', 'python-2']]);
  expect(records({ python }).staleness(tied, both)).toEqual({ kind: 'changed', groups: ['python'] });
  expect(records({ image: null }).staleness(tied, both)).toEqual({ kind: 'changed', groups: ['image'] });
  expect(records({ image: null }).recall(tied, both)).toBeUndefined();
});

test('another tools image makes the gates of a page stale, and not those of an answer', () => {
  const folder = temporaryFolder();
  for (const task of [tied, page]) new GateRecords(surroundings, folder).record(task, both, gates, true);
  const rebuilt = new GateRecords({ ...surroundings, tools: 'tools-2' }, folder);
  expect(rebuilt.staleness(tied, both)).toBeUndefined();
  expect(rebuilt.staleness(page, both)).toEqual({ kind: 'changed', groups: ['tools'] });
});

test('a record of an earlier version, without the tools image, is stale only where a check uses that image', () => {
  const folder = temporaryFolder();
  const records = new GateRecords(surroundings, folder);
  for (const task of [tied, page]) {
    records.record(task, both, gates, true);
    const file = join(folder, task.id, 'gates.json');
    const { digests, ...rest } = JSON.parse(readFileSync(file, 'utf8'));
    const { tools: _, ...earlier } = digests;
    writeFileSync(file, JSON.stringify({ ...rest, digests: earlier }));
  }
  expect(records.staleness(tied, both)).toBeUndefined();
  expect(records.staleness(page, both)).toEqual({ kind: 'changed', groups: ['tools'] });
});

test('the record of a task that no longer passes is removed', () => {
  const folder = temporaryFolder();
  const records = new GateRecords(surroundings, folder);
  records.record(tied, both, gates, true);
  records.record(tied, both, gates, false);
  expect(records.recall(tied, both)).toBeUndefined();
  expect(readdirSync(join(folder, tied.id))).toEqual([]);
});

test('a record is a file in the folder of the task, with one line for each digest and each gate', () => {
  const folder = temporaryFolder();
  const records = new GateRecords(surroundings, folder);
  records.record(tied, { seeds: 1, languages: ['zh'] }, gates, true);
  expect(readdirSync(join(folder, tied.id))).toEqual(['gates.json']);
  const lines = readFileSync(join(folder, tied.id, 'gates.json'), 'utf8').split('\n');
  expect(lines.filter((line) => /^ {4}"\w+": /.test(line))).toHaveLength(7 + gateNames.length);
  expect(lines).toContain('  "languages": ["zh"],');
});

test('the error for an unreadable record names the file and says to delete it', () => {
  const folder = temporaryFolder();
  const records = new GateRecords(surroundings, folder);
  records.record(tied, both, gates, true);
  writeFileSync(join(folder, tied.id, 'gates.json'), '{"digests": 1}');
  expect(() => records.recall(tied, both)).toThrow(/tied-winner\/gates\.json cannot be read; delete it/);
});
