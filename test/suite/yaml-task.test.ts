// Tasks from task.yaml: their instances, and an error with line and column for every mistake.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadTask, makeInstance } from '../../src/suite/index.ts';
import { temporaryFolder } from '../support/folder.ts';

const good = `level: easy
query:
  en: How many are in ./data/list.txt?
files:
  list.txt: { text: "a\\nb\\n" }
answer:
  count: { value: { type: integer }, about: { en: how many } }
  share: { value: { type: number, decimals: 2 }, about: { en: which share } }
outputs:
  output/each.csv:
    type: table
    about: { en: one row each. }
    key: [name]
    columns: { name: { value: { type: text } }, size: { value: { type: number, decimals: 1 } } }
checks:
  - { kind: answer, field: count, expected: 2 }
  - { kind: answer, field: share, expected: 0.5, tolerance: { absolute: 0.1 } }
  - { kind: table, file: output/each.csv, rows: [{ name: a, size: 1.5 }] }
`;

function suiteWith(yaml: string, more: Record<string, string> = {}): string {
  const folder = join(temporaryFolder(), 'text', 'mine');
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries({ 'task.yaml': yaml, ...more })) writeFileSync(join(folder, name), text);
  return `dir:${join(folder, '..', '..')}`;
}

const load = (yaml: string, more?: Record<string, string>) => loadTask('text/mine', suiteWith(yaml, more));

test('task.yaml makes one fixed instance in the languages of its query', async () => {
  const task = await load(good, { 'reference.py': '# %%\n1' });
  expect(task).toMatchObject({ level: 'easy', languages: ['en'], fixed: true, inputs: ['txt'], outputs: ['csv'] });
  expect([...task.programs.keys()]).toEqual(['reference']);
  const make = (seed: number, salt = '') => makeInstance(task, { task: task.id, seed, lang: 'en' }, salt);
  const one = await make(1);
  expect((await make(7, 'pepper')).digest).toBe(one.digest);
  expect(one.files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString()])).toEqual([
    ['data/list.txt', 'a\nb\n'],
  ]);
  expect(one.query).toContain('- `count` (integer): how many');
  expect(one.checks.map(({ name, cites }) => [name, cites])).toEqual([
    ['answer count', '`count`'],
    ['answer share', '`share`'],
    ['table output/each.csv', 'output/each.csv'],
  ]);
  await expect(makeInstance(task, { task: task.id, seed: 1, lang: 'zh' }, '')).rejects.toThrow('exists in en only');
});

test('rows are read from CSV with the types of their columns, other values from JSON', async () => {
  const yaml = good
    .replace('rows: [{ name: a, size: 1.5 }]', 'rows_from: rows.csv')
    .replace('expected: 2', 'expected_from: count.json');
  const files = { 'rows.csv': 'name,size\n007,1.50\nb,\n', 'count.json': '2' };
  const task = await load(yaml, files);
  const { checks } = await makeInstance(task, { task: task.id, seed: 1, lang: 'en' }, '');
  expect(checks[0]).toMatchObject({ expected: 2 });
  expect(checks[2]).toMatchObject({
    rows: [
      { name: '007', size: 1.5 },
      { name: 'b', size: null },
    ],
  });
  await expect(load(yaml, { ...files, 'rows.csv': 'name,size\na,big\n' })).rejects.toThrow(
    /task\.yaml:18:54: checks\[2\]\.rows_from: "rows\.csv": row 1, size: big is not of type number/,
  );
  await expect(load(yaml, { ...files, 'count.json': '{' })).rejects.toThrow(
    /checks\[0\]\.expected_from: "count\.json": /,
  );
});

test.each([
  ['a misspelt key', 'level: easy', 'levl: easy', '1:1: levl: is not a key here; did you mean "level"?'],
  ['a missing key', 'level: easy\n', '', '1:1: level: is missing; expected one of "easy"|"medium"|"hard"'],
  ['a value that is none of several', 'level: easy', 'level: simple', '1:8: level: expected one of "easy"'],
  [
    'a misspelt key of a check',
    'field: count',
    'feild: count',
    '16:21: checks[0].feild: is not a key here; did you mean "field"?',
  ],
  [
    'a misspelt kind',
    'kind: table',
    'kind: tabel',
    '18:13: checks[2].kind: there is no kind "tabel"; did you mean "table"?',
  ],
  [
    'the earlier name of a kind',
    '{ kind: table, file: output/each.csv, rows: [{ name: a, size: 1.5 }] }',
    '{ kind: model, file: output/each.csv, column: size, labels: {}, metric: mae, baseline: 1, reference: 0 }',
    '18:13: checks[2].kind: the kind "model" is called "predictions" now',
  ],
  ['no kind', 'kind: table, ', '', '18:5: checks[2].kind: is missing; it is one of answer, '],
  [
    'a misspelt type',
    'type: integer',
    'type: intger',
    '7:27: answer.count.value.type: there is no type "intger"; did you mean "integer"?',
  ],
  ['a type without what it needs', ', decimals: 2', '', '8:19: answer.share.value.decimals: is missing'],
  [
    'a key too many deep inside',
    'absolute: 0.1',
    'absolut: 0.1',
    '17:63: checks[1].tolerance.absolut: is not a key here; did you mean "absolute"?',
  ],
  [
    'a check of another field',
    'field: count',
    'field: counts',
    '16:28: checks[0].field: the answer has no "counts"; did you mean "count"?',
  ],
  [
    'an expected value of another type',
    'expected: 2',
    'expected: two',
    '16:45: checks[0].expected: the truth of a number must be a number',
  ],
  [
    'a check of another file',
    'file: output/each.csv',
    'file: output/eech.csv',
    '18:26: checks[2].file: outputs has no "output/eech.csv"; did you mean "output/each.csv"?',
  ],
  [
    'a row with another column',
    'size: 1.5',
    'sice: 1.5',
    '18:61: checks[2].rows[0].sice: is not a column; did you mean "size"?',
  ],
  [
    'a cell of another type',
    'size: 1.5',
    'size: big',
    '18:67: checks[2].rows[0].size: the truth of a number must be a number',
  ],
  [
    'words that the query does not have',
    'field: count,',
    'field: count, cites: sum,',
    'checks[0].cites: "sum" does not occur in the query (en)',
  ],
  [
    'the same check twice',
    'field: share, expected: 0.5, tolerance: { absolute: 0.1 }',
    'field: count, expected: 2',
    'checks[1].name: another check is called "answer count" too',
  ],
  ['no language', '  en: How many are in ./data/list.txt?', '  fr: Combien?', '3:3: query: needs a text in en or zh'],
  [
    'a text without one of the languages',
    '  en: How',
    '  zh: 多少？\n  en: How',
    '8:45: answer.count.about.zh: is missing',
  ],
  ['a path out of ./data', 'list.txt:', '../list.txt:', '5:3: files["../list.txt"]: must be a path below ./data'],
  ['neither path nor text', 'text: "a\\nb\\n"', '', '5:13: files["list.txt"]: needs either path'],
  ['a missing file', 'text: "a\\nb\\n"', 'path: lost.txt', '5:21: files["list.txt"].path: there is no file "lost.txt"'],
  [
    'a file outside',
    'text: "a\\nb\\n"',
    'path: ../x.txt',
    '5:21: files["list.txt"].path: "../x.txt" leaves the task\'s folder',
  ],
  [
    'an output outside of ./output',
    '  output/each.csv:',
    '  each.csv:',
    '10:3: outputs["each.csv"]: is not a possible name',
  ],
  ['no checks', /checks:[^]*/, 'checks: []\n', '15:9: checks: Too small: expected array to have >=1 items'],
  ['a key that stands twice', 'level: easy', 'level: easy\nlevel: hard', '2:1: Map keys must be unique'],
  ['broken YAML', 'key: [name]', 'key: [name', '14:5: Flow sequence in block collection must be'],
  ['two documents', 'level: easy', 'a: 1\n---\nlevel: easy', 'multiple documents'],
  ['an unknown tag', 'level: easy', 'level: !secret easy', '1:8: Unresolved tag: !secret'],
  ['no mapping at all', /[^]*/, 'just words', '1:1: a task is a mapping'],
])('%s is an error with its line and column', async (_, from, to, message) => {
  const yaml = good.replace(from, to);
  expect(yaml).not.toBe(good);
  const fault = await load(yaml).then(
    () => 'loaded',
    (error: Error) => error.message,
  );
  expect(fault).toContain(message);
  expect(fault).toMatch(/task\.yaml:\d+:\d+: /);
});

test('the error names the first of several mistakes, and counts the others', async () => {
  const yaml = good.replace('level: easy', 'level: simple').replace('expected: 2 ', 'expcted: 2 ');
  await expect(load(yaml)).rejects.toThrow(/:1:8: level: .* \(and \d more\)$/);
});

test('links out of the folder, large files and excessive YAML aliases are refused', async () => {
  const suite = suiteWith(good.replace('text: "a\\nb\\n"', 'path: link.txt'));
  const folder = join(suite.slice('dir:'.length), 'text', 'mine');
  symlinkSync('/etc/passwd', join(folder, 'link.txt'));
  await expect(loadTask('text/mine', suite)).rejects.toThrow('"link.txt" is a link out of the task\'s folder');
  await expect(load(`${good}#${' '.repeat(2 ** 20)}`)).rejects.toThrow('it is larger than 1 MiB');
  const bomb = `a: &a [1,1,1,1,1,1,1,1,1]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c,*c,*c]\n`;
  await expect(load(bomb)).rejects.toThrow(/task\.yaml:1:1: Excessive alias count/);
});
