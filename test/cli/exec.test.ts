// `pybench exec`: runs a program or a notebook in a new interpreter, as a task author does.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { limitsSchema } from '../../src/core/index.ts';
import { readProgramFile } from '../../src/suite/index.ts';
import { pybench } from '../support/cli.ts';
import { temporaryFolder } from '../support/folder.ts';

const executed = z.strictObject({
  isolation: z.string(),
  image: z.string().nullable(),
  cells: z.array(
    z.strictObject({
      code: z.string(),
      status: z.enum(['ok', 'error', 'timeout', 'crashed']),
      stdout: z.string(),
      stderr: z.string(),
      result: z.string().nullable(),
      error: z.strictObject({ name: z.string(), value: z.string(), traceback: z.string() }).nullable(),
      figures: z.array(z.string()),
      ms: z.number().positive(),
    }),
  ),
  restarts: z.int(),
  outputs: z.array(z.strictObject({ path: z.string(), size: z.int(), digest: z.string() })),
});

function fileIn(folder: string, name: string, text: string | Uint8Array): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

const codeCell = (...source: string[]) => ({ cell_type: 'code', metadata: {}, outputs: [], source });

test('exec prints cell output in order, copies --data in and copies the files of ./output out', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'data', 'deep'), { recursive: true });
  fileIn(join(folder, 'data', 'deep'), '数.csv', 'n\n4\n5\n');
  const program = fileIn(
    folder,
    'program.py',
    [
      '# %% Read',
      'import pandas as pd',
      "table = pd.read_csv('data/deep/数.csv')",
      "print('read', len(table), 'rows')",
      'int(table.n.sum())',
      '# %% [markdown]',
      '# Not code.',
      '# %%',
      'import os, sys',
      "os.makedirs('output/deep')",
      "table.to_csv('output/deep/copy.csv', index=False)",
      "print('note', file=sys.stderr)",
    ].join('\n'),
  );
  const out = join(folder, 'made', 'results');
  const done = await pybench(['exec', program, '--data', join(folder, 'data'), '--out', out]);
  expect(done).toMatchObject({ code: 0, stdout: 'read 2 rows\n9\n' });
  expect(done.stderr).toMatch(/^note\n.*deep\/copy\.csv\n$/);
  expect(readFileSync(join(out, 'deep', 'copy.csv'), 'utf8')).toBe('n\n4\n5\n');
});

test('exec runs only the code cells of a notebook and prints figures as PNG in one JSON value', async () => {
  const folder = temporaryFolder();
  const book = {
    nbformat: 4,
    nbformat_minor: 5,
    metadata: {},
    cells: [
      { cell_type: 'markdown', metadata: {}, source: ['# Title'] },
      codeCell('%matplotlib inline\n', 'import matplotlib.pyplot as plt\n', 'plt.plot([1, 2])\n', "print('drawn')"),
      { ...codeCell(), source: "open('output/a.txt', 'w').write('four')" },
      codeCell(),
    ],
  };
  const done = await pybench(['exec', fileIn(folder, 'book.ipynb', JSON.stringify(book)), '--json']);
  expect(done.code, done.stderr).toBe(0);
  const { cells, outputs, restarts } = executed.parse(JSON.parse(done.stdout));
  expect(cells).toHaveLength(2);
  expect(cells[0]).toMatchObject({ status: 'ok', stdout: 'drawn\n', stderr: '', result: null, error: null });
  expect(
    Buffer.from(cells[0]?.figures[0] ?? '', 'base64')
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');
  expect(cells[1]).toMatchObject({ result: '4', figures: [] });
  expect(outputs).toEqual([{ path: 'output/a.txt', size: 4, digest: expect.stringMatching(/^[0-9a-f]{32}$/) }]);
  expect(restarts).toBe(0);
});

test('a cell that fails does not stop the other cells, and the exit code is 1', async () => {
  const program = fileIn(
    temporaryFolder(),
    'p.py',
    "x = 1\n# %%\n1 / 0\n# %%\nimport matplotlib.pyplot as plt\nplt.plot([x]);\n# %%\nprint('still', x)",
  );
  const done = await pybench(['exec', program]);
  expect(done.code).toBe(1);
  expect(done.stdout).toMatch(/^\[figure \d{3}×\d{3}\]\nstill 1\n$/);
  expect(done.stderr).toContain('line 1, in <module>\n    1 / 0');
});

test('--timeout limits the CPU time of a cell; a crash is counted as a restart and later cells still run', async () => {
  const source = [
    'x = 1\nwhile True:\n    pass',
    'x',
    'import os\nos._exit(3)',
    "'x' in globals()",
    "for i in range(3):\n    open(f'output/{i}.txt', 'w').close()",
  ];
  const program = fileIn(temporaryFolder(), 'p.py', source.join('\n# %%\n'));
  const done = await pybench(['exec', program, '--timeout', '0.5', '--limit', 'outputFiles=2', '--json']);
  expect(done.code).toBe(1);
  expect(done.stderr).toContain('left behind: output/2.txt (more than 2 files)');
  const { cells, restarts, outputs } = executed.parse(JSON.parse(done.stdout));
  expect(cells.map(({ status, result }) => [status, result])).toEqual([
    ['timeout', null],
    ['ok', '1'],
    ['crashed', null],
    ['ok', 'False'],
    ['ok', null],
  ]);
  expect(cells[0]?.error).toMatchObject({
    name: 'Timeout',
    value: 'the cell used more than 0.5 s of CPU time',
    traceback: expect.stringMatching(/line [23], in <module>/),
  });
  expect(cells[2]?.error).toMatchObject({ name: 'Crash', value: expect.stringContaining('exit code 3') });
  expect(restarts).toBe(1);
  expect(outputs.map(({ path }) => path)).toEqual(['output/0.txt', 'output/1.txt']);
});

test.each([
  ['a missing file', ['no-such.py'], 1, 'cannot read no-such.py: ENOENT'],
  ['a folder', ['folder.py'], 1, 'cannot read folder.py: it is a folder'],
  ['another kind of file', ['data.csv'], 1, 'data.csv is not a program'],
  ['a broken notebook', ['broken.ipynb'], 1, 'broken.ipynb is not a notebook: '],
  ['an old notebook', ['old.ipynb'], 1, 'old.ipynb is not a notebook of format 4: nbformat'],
  ['a notebook of something else', ['list.ipynb'], 1, 'list.ipynb is not a notebook of format 4: its top level'],
  ['a program without code', ['empty.py'], 1, 'empty.py holds no code'],
  ['a program that is not text', ['binary.py'], 1, 'cannot read binary.py: it is not UTF-8 text'],
  ['data that is not there', ['good.py', '--data', 'nowhere'], 1, '--data nowhere: ENOENT'],
  ['data that is a file', ['good.py', '--data', 'data.csv'], 1, '--data data.csv: it is not a folder'],
  ['results into a file', ['good.py', '--out', 'data.csv'], 1, '--out data.csv: it is not a folder'],
  ['results nowhere', ['good.py', '--out', '/proc/nowhere/x'], 1, '--out /proc/nowhere/x: ENOENT'],
  ['no time', ['good.py', '--timeout', '0'], 2, '--timeout: must be more than 0'],
  ['a time in words', ['good.py', '--timeout', 'long'], 2, '--timeout: "long" is not a number of seconds'],
  ['an unknown limit', ['good.py', '--limit', 'patience=3'], 2, '"patience=3" is not a limit'],
  ['a limit without a value', ['good.py', '--limit', 'outputFiles'], 2, '"outputFiles" is not a limit'],
  ['half a file', ['good.py', '--limit', 'outputFiles=1.5'], 2, '"outputFiles=1.5" is not a limit'],
  ['no program', [], 2, "missing required argument 'file'"],
])('%s is refused in one line', async (_, args, code, message) => {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, 'folder.py'));
  fileIn(cwd, 'good.py', 'print(1)');
  fileIn(cwd, 'data.csv', 'a,b\n');
  fileIn(cwd, 'broken.ipynb', '{"cells": [');
  fileIn(cwd, 'old.ipynb', '{"nbformat": 3, "worksheets": []}');
  fileIn(cwd, 'list.ipynb', '[]');
  fileIn(cwd, 'empty.py', '\n# %%\n\n# %% [markdown]\n# words\n');
  fileIn(cwd, 'binary.py', Buffer.from([0x78, 0xff, 0xfe]));
  const done = await pybench(['exec', ...args], { cwd });
  expect(done.stderr).toContain(message);
  expect(done).toMatchObject({ code, stdout: '' });
  expect(done.stderr.trim().split('\n')).toHaveLength(1);
});

test('the error for a malformed limit lists the names of all limits', async () => {
  const { stderr } = await pybench(['exec', 'p.py', '--limit', 'x=1']);
  for (const name of Object.keys(limitsSchema.shape)) expect(stderr).toContain(name);
});

test('cells keep the indentation of their first line, and a notebook its blank lines', () => {
  const folder = temporaryFolder();
  const percent = fileIn(folder, 'p.py', '\uFEFFa = 1\n#%% two\n\n    b = 2\n    c = 3\n\n');
  expect(readProgramFile(percent).cells.map(({ code }) => code)).toEqual(['a = 1', '    b = 2\n    c = 3']);
  const book = { nbformat: 4, cells: [{ cell_type: 'code', source: ['\n', 'x'] }] };
  expect(readProgramFile(fileIn(folder, 'b.ipynb', JSON.stringify(book))).cells[0]?.code).toBe('\nx');
});

test('exec saves the figure record of a chart, and task grade uses the record', async () => {
  const folder = join(temporaryFolder(), 'instance');
  const instance = ['chart/repairs-two-years', '--seed', '7'];
  await pybench(['task', 'make', ...instance, '-o', folder]);
  const [data, out] = [join(folder, 'data'), join(folder, 'output')];
  await pybench(['exec', 'tasks/chart/repairs-two-years/reference.py', '--data', data, '--out', out]);
  expect(readdirSync(join(out, '.pybench-figures'))).toHaveLength(1);
  const { stdout } = await pybench(['task', 'grade', ...instance, folder]);
  expect(stdout).toContain('passed');
});
