// The templates of `task new` and the example of docs/task-yaml.md pass their own gates on several seeds.
import { readRun } from '../../src/record/index.ts';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageRoot } from '../../setup/root.mjs';
import { scaffoldTask } from '../../src/author/index.ts';
import type { TaskId } from '../../src/core/index.ts';
import type { InterpreterHost } from '../../src/interpreter/index.ts';
import { loadTask, makeInstance } from '../../src/suite/index.ts';
import { temporaryFolder } from '../support/folder.ts';
import { testHost } from '../support/host.ts';
import { recordRun } from '../support/recorded-runs.ts';

let host: InterpreterHost;
beforeAll(async () => {
  host = await testHost();
});
afterAll(() => host.close());

/** The distinct outcomes of an agent on the task. */
async function outcomes(folder: string, task: TaskId, agent: string): Promise<string[]> {
  const { run } = await recordRun(host, {
    agent,
    suite: `dir:${folder}`,
    tasks: [task],
    languages: ['en', 'zh'],
    seeds: [1, 2, 3],
  });
  return [...new Set(readRun(run).rows.map(({ outcome, checks }) => [outcome.kind, ...checks.failed].join(', ')))];
}

test.each([
  ['TypeScript', false],
  ['YAML', true],
])('a new task in %s passes its gates', { timeout: 300_000 }, async (_, yaml) => {
  const parent = temporaryFolder();
  const { files } = scaffoldTask('chart/my-task', { parent, yaml });
  expect(files).toEqual(
    expect.arrayContaining(['also-plain.py', 'half-plain-sum.py', 'reference.py', 'wrong-twice.py', 'wrong-units.py']),
  );
  expect(await outcomes(parent, 'chart/my-task', 'reference')).toEqual(['passed']);
  expect(await outcomes(parent, 'chart/my-task', 'also:plain')).toEqual(['passed']);
  expect(await outcomes(parent, 'chart/my-task', 'wrong:units')).toEqual([
    'failed, answer total_kg, table output/couriers.csv',
  ]);
  expect(await outcomes(parent, 'chart/my-task', 'wrong:twice')).toEqual([
    'failed, answer parcels, answer total_kg, table output/couriers.csv',
  ]);
  expect(await outcomes(parent, 'chart/my-task', 'null')).toEqual(['no-answer']);
});

test('every seed of a new TypeScript task makes a different instance; a YAML task has one fixed instance', async () => {
  const parent = temporaryFolder();
  const digests = async (id: TaskId) => {
    const task = await loadTask(id, `dir:${parent}`);
    const made = [1, 2, 3].map((seed) => makeInstance(task, { task: id, seed, lang: 'en' }, ''));
    return new Set((await Promise.all(made)).map(({ digest }) => digest)).size;
  };
  scaffoldTask('chart/drawn', { parent, yaml: false });
  scaffoldTask('chart/fixed', { parent, yaml: true });
  expect(await digests('chart/drawn')).toBe(3);
  expect(await digests('chart/fixed')).toBe(1);
});

test('an existing folder is not overwritten', () => {
  const parent = temporaryFolder();
  const { folder } = scaffoldTask('chart/my-task', { parent, yaml: true });
  writeFileSync(join(folder, 'task.yaml'), 'mine');
  expect(() => scaffoldTask('chart/my-task', { parent, yaml: false })).toThrow('already exists');
  expect(readFileSync(join(folder, 'task.yaml'), 'utf8')).toBe('mine');
});

/** Writes the files in a document; each is a fence after a line that starts with `name` and ends with a colon. */
function writeShownFiles(document: string, parent: string): string[] {
  const text = readFileSync(join(packageRoot, 'docs', document), 'utf8');
  return [...text.matchAll(/^`([\w./-]+\/[\w.-]+)`[^\n]*:\n\n```\w+\n([^]*?)^```/gm)].map(
    ([, name = '', content = '']) => {
      mkdirSync(dirname(join(parent, name)), { recursive: true });
      writeFileSync(join(parent, name), content);
      return name;
    },
  );
}

test('in the example of docs/task-yaml.md only the reference passes', { timeout: 120_000 }, async () => {
  const parent = temporaryFolder();
  expect(writeShownFiles('task-yaml.md', parent)).toEqual([
    'text/room-bookings/task.yaml',
    'text/room-bookings/reference.py',
  ]);
  expect(await outcomes(parent, 'text/room-bookings', 'reference')).toEqual(['passed']);
  expect(await outcomes(parent, 'text/room-bookings', 'null')).toEqual(['no-answer']);
  // The check calls the module, so a version that mishandles midnight fails.
  const reference = join(parent, 'text/room-bookings/reference.py');
  const careless = readFileSync(reference, 'utf8').replace(/ % \(24 \* 60\)$/m, '');
  writeFileSync(join(parent, 'text/room-bookings/wrong-midnight.py'), careless);
  expect(await outcomes(parent, 'text/room-bookings', 'wrong:midnight')).toEqual([
    expect.stringMatching(/^failed, answer minutes, .*program past midnight$/),
  ]);
});

test('the error messages in docs/task-yaml.md equal the real messages', async () => {
  const parent = temporaryFolder();
  writeShownFiles('task-yaml.md', parent);
  const file = join(parent, 'text/room-bookings/task.yaml');
  const good = readFileSync(file, 'utf8');
  const shown = readFileSync(join(packageRoot, 'docs', 'task-yaml.md'), 'utf8').match(/^my-tasks\/.*$/gm);
  const met: string[] = [];
  for (const [from, to] of [
    ['field: longest', 'feild: longest'],
    [/text: \|\n( {6}.*\n)+/, 'path: booking.csv\n'],
  ] as const) {
    writeFileSync(file, good.replace(from, to));
    await loadTask('text/room-bookings', `dir:${parent}`).catch(({ message }: Error) => {
      met.push(message.replace(parent, 'my-tasks'));
    });
  }
  expect(shown).toEqual(met);
});

const words = (text: string) => text.replace(/\s+/g, ' ').trim();
const template = (name: string) => readFileSync(join(packageRoot, 'templates', 'typescript', name), 'utf8');

test('the code in docs/writing-tasks.md equals the code of the template', () => {
  const task = words(template('task.ts'));
  const text = readFileSync(join(packageRoot, 'docs', 'writing-tasks.md'), 'utf8');
  const shown = [...text.matchAll(/^```ts\n([^]*?)^```/gm)].map(([, code = '']) => words(code));
  expect(shown.length).toBeGreaterThan(5);
  for (const code of shown) expect(task).toContain(code);
  const [, line = ''] = /^```python\n(.*)\n```/m.exec(text) ?? [];
  expect(template('wrong-units.py').startsWith(line)).toBe(true);
});
