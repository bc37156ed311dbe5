// Re-execution of recorded cells: which differences are reported, and which are ignored.
import { openRecording, readRun, runPaths } from '../../src/record/index.ts';
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InterpreterHost } from '../../src/interpreter/index.ts';
import { checkSalt, reexecute, stackDifferences, type Reexecution, type ReexecutedTrial } from '../../src/run/index.ts';
import { loadTask } from '../../src/suite/index.ts';
import { testHost, servicesOn } from '../support/host.ts';
import { cellsAgent, digestsBelow, editEvents, recordRun, WINNER, type RunSetup } from '../support/recorded-runs.ts';

let host: InterpreterHost;
beforeAll(async () => {
  host = await testHost();
});
afterAll(() => host.close());

function again(run: string, { salt = '', include = [] as string[] } = {}): Promise<Reexecution> {
  const signal = new AbortController().signal;
  return reexecute(openRecording(run, { include }), { services: servicesOn(host), salt, concurrency: 2, signal });
}

/** Records a run of one trial with these cells, and re-executes the trial. */
async function cellsAgain(cells: string[], more: RunSetup = {}): Promise<ReexecutedTrial> {
  const { run } = await recordRun(host, { agent: cellsAgent(...cells), ...more });
  const { trials, leftOut } = await again(run);
  expect(leftOut).toEqual([]);
  const [trial] = trials;
  if (!trial) throw new Error('nothing was re-executed');
  return trial;
}

test('a deterministic run is re-executed identically, and its files do not change', async () => {
  const tasks = ['chart/tied-winner', 'math/crt-non-coprime', 'text/corpus-counts-defined'] as const;
  const { run } = await recordRun(host, { tasks, languages: ['en', 'zh'], salt: 'pepper' });
  const before = digestsBelow(run);
  const { trials, leftOut, ...shares } = await again(run, { salt: 'pepper' });
  expect(shares).toEqual({ run, score: 1, strict: 1 });
  expect(leftOut).toEqual([]);
  expect(trials.map(({ trial }) => trial)).toEqual(readRun(run).config.trials);
  expect(trials.flatMap(({ differences }) => differences)).toEqual([]);
  expect(trials.flatMap(({ files }) => files)).toContainEqual({ path: 'output/together.csv', verdict: 'identical' });
  expect(digestsBelow(run)).toEqual(before);
  expect((await again(run, { salt: 'pepper', include: ['math/*'] })).trials).toHaveLength(2);
});

test('random numbers and times are reported as differences of text', async () => {
  const random = 'import random\nprint("so far so good")\nprint(random.random())';
  const time = 'import sys, time\nprint(time.time_ns(), file=sys.stderr)\ntime.time_ns()';
  const trial = await cellsAgain([random, time, 'print("the same")']);
  expect(trial).toMatchObject({ reproduced: true, identical: false, cells: 3 });
  expect(trial.differences.map(({ cell, aspect }) => `${cell} ${aspect}`)).toEqual([
    '1 stdout',
    '2 stderr',
    '2 values',
  ]);
  expect(trial.differences[0]?.what).toMatch(/^"0\.\d+" became "0\.\d+"$/);
});

test('addresses of objects and names of temporary files are not differences', async () => {
  const trial = await cellsAgain([
    'import tempfile\nkept = [bytearray(10**6) for _ in range(3)]\nprint(object(), tempfile.mkdtemp())',
    'object()',
    'raise ValueError(object())',
  ]);
  expect(trial).toMatchObject({ reproduced: true, identical: true, differences: [] });
});

test('a changed hexadecimal number is a difference', async () => {
  const trial = await cellsAgain(['import random\nprint(hex(random.getrandbits(64) | 1 << 60))']);
  expect(trial).toMatchObject({ identical: false, differences: [{ aspect: 'stdout' }] });
});

const plot = (points: string) => `import matplotlib.pyplot as plt, random\nplt.plot(${points})\nplt.show()`;

test('pictures are compared byte by byte', async () => {
  const trial = await cellsAgain([plot('[1, 2, 3]'), plot('[random.random() for _ in range(9)]')]);
  expect(trial).toMatchObject({ reproduced: true, identical: false });
  expect(trial.differences).toEqual([{ cell: 2, aspect: 'figures', what: 'other pictures' }]);
});

test('after a crash, the next cell starts in a fresh Python, in the recording and in the re-execution', async () => {
  const trial = await cellsAgain(['x = 1', 'import os\nos._exit(3)', 'print("x" in globals())', 'x']);
  expect(trial).toMatchObject({ reproduced: true, identical: true, cells: 4 });
});

test('a trial with a cell whose status differs from the recording is not reproduced', async () => {
  const { run } = await recordRun(host);
  editEvents(run, WINNER, (lines) =>
    lines.map((line) =>
      line.includes('"kind":"cell-end","cell":2') ? line.replace('"status":"ok"', '"status":"crashed"') : line,
    ),
  );
  expect(await again(run)).toMatchObject({
    score: 0,
    strict: 0,
    trials: [{ reproduced: false, differences: [{ cell: 2, aspect: 'status', what: '"crashed" became "ok"' }] }],
  });
});

const workbook = 'output/averages.xlsx';
async function workbookCells(change: string): Promise<string[]> {
  const reference = (await loadTask('chart/pivot-true-margins')).programs.get('reference')?.cells ?? [];
  const edit = `import openpyxl, random\nbook = openpyxl.load_workbook("${workbook}")\n${change}\nbook.save("${workbook}")`;
  return [...reference.map(({ code }) => code), edit];
}

test('a workbook with another description is equivalent; a workbook with another number is different', async () => {
  const tasks = ['chart/pivot-true-margins'] as const;
  const noted = await workbookCells('book.properties.description = str(random.random())');
  expect(await cellsAgain(noted, { tasks })).toMatchObject({
    reproduced: true,
    identical: false,
    files: [{ path: workbook, verdict: 'equivalent' }],
  });
  // Both workbooks are wrong, but the messages of the check differ.
  const changed = await workbookCells('book.worksheets[0].cell(2, 2).value = random.random()');
  expect(await cellsAgain(changed, { tasks })).toMatchObject({
    reproduced: false,
    files: [{ path: workbook, verdict: 'different' }],
  });
});

test('missing files and extra files are reported', async () => {
  const trial = await cellsAgain(['import random\nopen(f"output/{random.getrandbits(60)}.txt", "w").close()']);
  expect(trial).toMatchObject({ reproduced: false, differences: [] });
  expect(trial.files.map(({ verdict }) => verdict)).toEqual(['missing', 'extra']);
});

test('a trial with a file that was changed after the run is left out', async () => {
  const tasks = ['math/crt-non-coprime'] as const;
  const code = 'import random\nopen("output/together.csv", "w").write(str(random.random()))';
  const { run } = await recordRun(host, { agent: cellsAgent(code), tasks });
  const trial = 'math/crt-non-coprime@1.en#1';
  writeFileSync(runPaths(run).trial(trial).file('output/together.csv'), '1');
  expect(await again(run)).toMatchObject({
    score: null,
    leftOut: [{ trial, reason: expect.stringMatching(/together\.csv was changed after the run/) }],
  });
});

test.each([
  ['null', 'no cells'],
  ['exec:true', 'an outside agent does not work in cells'],
  ['wrong:nobody', 'skipped'],
])('a trial of -a %s is left out: %s', async (agent, reason) => {
  const { run } = await recordRun(host, { agent });
  expect(await again(run)).toEqual({
    run,
    trials: [],
    leftOut: [{ trial: WINNER, reason }],
    score: null,
    strict: null,
  });
});

test('unfinished trials and trials whose instance has changed are left out with the reason', async () => {
  const { run } = await recordRun(host, { seeds: [1, 2, 3] });
  editEvents(run, WINNER, (lines) => lines.slice(0, 5));
  editEvents(run, 'chart/tied-winner@2.en#1', ([start = '', ...rest]) => [
    start.replace(/"instance":"\w+"/, '"instance":"another"'),
    ...rest,
  ]);
  expect(await again(run)).toMatchObject({
    trials: [{ trial: 'chart/tied-winner@3.en#1', identical: true }],
    leftOut: [
      { trial: WINNER, reason: 'not finished' },
      { trial: 'chart/tied-winner@2.en#1', reason: 'the task now makes a different instance' },
    ],
    score: 1,
  });
});

test('private instances need the salt of their run; public instances ignore a given salt', async () => {
  const salted = openRecording((await recordRun(host, { salt: 'pepper' })).run);
  expect(() => checkSalt(salted, '')).toThrow(/have a private salt: give it with --salt or PYBENCH_SALT$/);
  expect(() => checkSalt(salted, 'paprika')).toThrow(/the given salt is not the salt of .*; give the same one/);
  const { run } = await recordRun(host);
  expect(await again(run, { salt: 'pepper' })).toMatchObject({ score: 1, leftOut: [] });
});

test('differences between the recorded and the current Python are listed', async () => {
  const recording = openRecording((await recordRun(host)).run);
  expect(stackDifferences(recording, host.stack)).toEqual([]);
  const tools = { list: 'list', manifest: 'other', asRecorded: true };
  expect(stackDifferences({ ...recording, lock: { ...recording.lock, tools } }, host.stack)).toEqual([
    expect.stringMatching(/^tools image .*: other → /),
  ]);
  const { numpy: _, ...packages } = host.stack.packages;
  const elsewhere = { isolation: 'none', version: '3.99.0', packages, image: null } as const;
  const described = stackDifferences(recording, elsewhere);
  expect(described).toContain(`python: ${host.stack.version} → 3.99.0`);
  expect(described).toContain(`package numpy: ${host.stack.packages['numpy']} → none`);
});
