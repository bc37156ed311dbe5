// Tasks in a user's folder outside the repository, in TypeScript and YAML, through the built command line.
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../setup/root.mjs';
import { pybench } from '../support/cli.ts';
import { temporaryFolder } from '../support/folder.ts';

function folderWith(files: Record<string, string>): string {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

const task = `import { answerEquals, defineTask, field, integer, type Draw } from 'pybench/kit';
import { double, type Doubled } from './double.ts';

export default defineTask<Doubled>({
  level: 'easy',
  skills: [],
  inputs: [],
  outputs: [],
  generate(draw: Draw, { lang }) {
    const number: number = draw.int(1, 1000);
    return {
      files: {},
      query: lang === 'en' ? \`Please double \${number}.\` : \`请把 \${number} 加倍。\`,
      answer: { result: field(integer, 'the double', '结果') },
      truth: double(number),
    };
  },
  checks: ({ result }) => [answerEquals('result', result)],
});
`;
const helper = `export interface Doubled {
  [key: string]: number;
  result: number;
}

export const double = (n: number): Doubled => ({ result: 2 * n }) satisfies Doubled;
`;
const good = { 'math/double/task.ts': task, 'math/double/double.ts': helper };

test('"task new" writes a task that runs without changes', { timeout: 120_000 }, async () => {
  const folder = join(temporaryFolder(), 'my tasks');
  const made = await pybench(['task', 'new', 'chart/my-task', '--in', folder]);
  expect(made).toMatchObject({ code: 0, stderr: '' });
  expect(made.stdout).toContain(`pybench task check chart/my-task -d 'dir:${folder}'`);
  const flags = ['-d', `dir:${folder}`, '-o', join(folder, 'runs'), '--seeds', '5-6', '--lang', 'both', '--json'];
  const done = await pybench(['run', '-a', 'reference', ...flags]);
  expect(JSON.parse(done.stdout)).toMatchObject({ planned: 4, passed: 4 });
});

test('-d accepts the folder of tasks or of one task, and the task imports its own TypeScript modules', async () => {
  const folder = folderWith(good);
  for (const path of [folder, join(folder, 'math', 'double')]) {
    const listed = await pybench(['task', 'list', '-d', `dir:${path}`, '--json']);
    expect(JSON.parse(listed.stdout)).toMatchObject([{ id: 'math/double', languages: ['en', 'zh'] }]);
  }
  const shown = await pybench(['task', 'show', 'math/double', '-d', 'dir:.', '--lang', 'zh'], { cwd: folder });
  expect(shown.stdout).toMatch(/请把 \d+ 加倍/);
});

test.each(['task.js', 'task.mjs', 'task.mts'])('a task in %s is loaded', async (name) => {
  const plain = task
    .replace(/<Doubled>|: Draw|: number|, type \w+/g, '')
    .replace("import { double } from './double.ts';", 'const double = (n) => ({ result: 2 * n });');
  const folder = folderWith({ [`math/double/${name}`]: plain });
  const shown = await pybench(['task', 'show', 'math/double', '-d', `dir:${folder}`]);
  expect(shown).toMatchObject({ code: 0, stdout: expect.stringContaining('Please double') });
});

test.each([
  [
    'a slip of syntax',
    { 'math/double/task.ts': task.replace('skills: [],', 'skills: [,;') },
    'math/double/task.ts cannot be loaded: task.ts:6:13: ',
  ],
  [
    'one in an imported file',
    { 'math/double/double.ts': `${helper}\nconst x: = 3;` },
    'double.ts:8:10: Unexpected token',
  ],
  [
    'syntax that is more than types',
    { 'math/double/double.ts': `${helper}\nenum Colour { red }` },
    'double.ts:8:1: TypeScript enum is not supported',
  ],
  [
    'an import of nothing',
    { 'math/double/task.ts': task.replace('answerEquals,', 'answerIs,') },
    /task\.ts:1: .*does not provide an export named 'answerIs'/,
  ],
  [
    'an import from nowhere',
    { 'math/double/task.ts': task.replace('./double.ts', './treble.ts') },
    "treble.ts' imported from",
  ],
  [
    'an error while it loads',
    { 'math/double/double.ts': `${helper}\nthrow new Error('out of ink');` },
    'double.ts:8: out of ink',
  ],
  [
    'an error while the instance is made',
    { 'math/double/double.ts': helper.replace('2 * n', 'n.no.such') },
    'math/double@1.en cannot be made: double.ts:6: Cannot read properties',
  ],
  [
    'no default export',
    { 'math/double/task.ts': 'export const x: number = 1;' },
    'it does not default-export defineTask',
  ],
  [
    'a level that is none',
    { 'math/double/task.ts': task.replace("'easy'", "'simple'") },
    'defineTask: level: Invalid option: expected one of "easy"',
  ],
  ['two task files', { 'math/double/task.yaml': 'level: easy' }, 'holds task.ts and task.yaml'],
  [
    'a folder that is no category',
    { 'cooking/soup/task.yaml': '' },
    'must lie in a folder <category>/<name>, not cooking/soup',
  ],
  ['the same task twice', { 'more/math/double/task.yaml': '' }, 'are both math/double'],
])('%s is reported in one line with its place', async (_, files, message) => {
  const folder = folderWith({ ...good, ...files });
  // `list` scans all folders; `show` loads one task and makes its instance.
  const done = await Promise.all([
    pybench(['task', 'list', '-d', `dir:${folder}`]),
    pybench(['task', 'show', 'math/double', '-d', `dir:${folder}`]),
  ]);
  const complaint = done.find(({ code }) => code !== 0) ?? { code: 0, stdout: '', stderr: '' };
  expect(complaint.stderr).toMatch(message);
  expect(complaint).toMatchObject({ code: 1, stdout: '' });
  expect(complaint.stderr.trim().split('\n')).toHaveLength(1);
});

test('a mistake in a task.yaml is reported in one line with its place', async () => {
  const folder = folderWith({});
  cpSync(join(packageRoot, 'templates', 'yaml'), join(folder, 'chart', 'mine'), { recursive: true });
  writeFileSync(join(folder, 'chart', 'mine', 'task.yaml'), 'level: easy\nquerry: {}\n');
  const done = await pybench(['run', '-d', 'dir:.'], { cwd: folder });
  expect(done).toMatchObject({ code: 1, stdout: '' });
  expect(done.stderr).toMatch(
    /^pybench: chart\/mine\/task\.yaml:2:1: querry: is not a key here; did you mean "query"\?\n$/,
  );
});

test('a task in one language runs only in that language', async () => {
  const yaml =
    'level: easy\nquery: { zh: 一加一 }\nanswer: { sum: { value: { type: integer }, about: { zh: 和 } } }\nchecks: [{ kind: answer, field: sum, expected: 2 }]\n';
  const folder = folderWith({ 'math/sum/task.yaml': yaml });
  const flags = ['-a', 'null', '-d', `dir:${folder}`, '-o', join(folder, 'runs'), '--json'];
  const english = await pybench(['run', ...flags]);
  expect(english).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('math/sum exists in zh only: run it with --lang zh'),
  });
  const both = await pybench(['run', ...flags, '--lang', 'both', '--seeds', '1-3']);
  expect(JSON.parse(both.stdout)).toMatchObject({ planned: 1, outcomes: { 'no-answer': 1 } });
  const shown = await pybench(['task', 'show', 'math/sum', '-d', `dir:${folder}`, '--lang', 'zh', '--seed', '9']);
  expect(shown.stdout).toContain('one fixed instance: neither seed nor salt changes it');
});
