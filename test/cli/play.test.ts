// `pybench task play`: the real command with a script on stdin, and how it splits typed lines into cells and commands.
import { readEvents, readRun, runPaths } from '../../src/record/index.ts';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { packageRoot } from '../../setup/root.mjs';
import { pastes } from '../../src/cli/play/input.ts';
import { CellReader, scriptMoves } from '../../src/cli/play/moves.ts';
import { pybench } from '../support/cli.ts';
import { temporaryFolder } from '../support/folder.ts';

const play = (input: string, ...flags: string[]) =>
  pybench(['task', 'play', 'chart/tied-winner', '-o', temporaryFolder(), ...flags], { input });
const program = (name: string) => readFileSync(join(packageRoot, 'tasks/chart/tied-winner', name), 'utf8');

test('a script on stdin plays the whole task, and the run is recorded with the agent "human"', async () => {
  const done = await play(program('reference.py'), '--seed', '3', '--lang', 'zh');
  expect(done).toMatchObject({ code: 0, stderr: '' });
  expect(done.stdout).toContain('知识竞赛联盟');
  expect(done.stdout).toContain('Name: count, dtype: int64');
  expect(done.stdout).toContain('✓ wins is');
  expect(done.stdout).toContain('chart/tied-winner@3.zh#1: passed');
  const run = /^Run: (.*)$/m.exec(done.stdout)?.[1] ?? '';
  expect(readRun(run)).toMatchObject({
    config: { spec: { agent: { kind: 'human' } } },
    rows: [{ score: 1, cells: 3 }],
  });
  const kinds = readEvents(run, 'chart/tied-winner@3.zh#1').map(({ kind }) => kind);
  for (const kind of ['trial-start', 'cell-start', 'cell-output', 'answer', 'check', 'trial-end'])
    expect(kinds).toContain(kind);
  const { file } = runPaths(run).trial('chart/tied-winner@3.zh#1');
  expect(existsSync(file('data/quiz_nights.csv'))).toBe(true);
});

test('a script runs commands, figures are saved and their paths printed, a wrong answer fails', async () => {
  const script = `x = 1
# %%
import matplotlib.pyplot as plt
plt.plot([1, 2]); plt.show()
:files
:reset
:frobnicate
print('x' in globals())
:submit {not json}
:submit {"winners": ["Nobody"], "wins": 1}
print('never reached')
`;
  const done = await play(script, '--json');
  expect(done.code).toBe(0);
  const { run, outcome, checks } = JSON.parse(done.stdout) as {
    run: string;
    outcome: { kind: string };
    checks: { name: string; ok: boolean }[];
  };
  expect(outcome.kind).toBe('failed');
  expect(checks.map(({ name, ok }) => [name, ok])).toEqual([
    ['inputs', true],
    ['answer winners', false],
    ['answer wins', false],
  ]);
  const figure = runPaths(run).trial('chart/tied-winner@1.en#1').file('figures/figure-1.png');
  expect(readFileSync(figure).toString('latin1', 1, 4)).toBe('PNG');
  for (const words of [figure, './data/quiz_nights.csv (', 'False', 'no command :frobnicate', 'that is not JSON']) {
    expect(done.stderr).toContain(words);
  }
  expect(done.stderr).not.toContain('never reached');
});

test('a player who quits gets no score, and a player who submits nothing gets "no-answer"', async () => {
  const quit = await play('print(1)\n:quit\nprint(2)\n');
  expect(quit).toMatchObject({ code: 1, stdout: expect.stringContaining('cancelled (the player gave up)') });
  const silent = await play('print(1)\n');
  expect(silent).toMatchObject({ code: 0, stdout: expect.stringContaining('no-answer (there is no answer block)') });
});

const cell = (code: string, answer = false) => ({ kind: 'cell', code, answer });
const type = (lines: string[]) => {
  const reader = new CellReader();
  return lines.flatMap((line) => reader.add(line));
};

test('typed lines: an empty line ends a cell', () => {
  expect(type(['', 'x = 1', 'x', '', '', 'y', ''])).toEqual([cell('x = 1\nx'), cell('y')]);
  expect(type(['x'])).toEqual([]);
});

test('typed lines: an empty line between %% lines does not end a cell, and percent format is read', () => {
  expect(type(['%%', 'def f():', '    return 1', '', 'f()', '%%', 'z', ''])).toEqual([
    cell('def f():\n    return 1\n\nf()'),
    cell('z'),
  ]);
  expect(type(['# %%', 'a', '', 'b', '# %% [answer]', 'print(1)', ':submit'])).toEqual([
    cell('a\n\nb'),
    cell('print(1)', true),
    { kind: 'command', name: 'submit', rest: '' },
  ]);
  expect(type(['%%time', 'x', ''])).toEqual([cell('%%time\nx')]);
});

test('typed lines: a command ends the open cell', () => {
  expect(type(['x = 1', ':submit {"a": 1}'])).toEqual([
    cell('x = 1'),
    { kind: 'command', name: 'submit', rest: '{"a": 1}' },
  ]);
  expect(type([':dance'])).toEqual([{ kind: 'unknown', name: 'dance' }]);
  expect(scriptMoves('x[:2]\n  :not a command\n:quit')).toEqual([
    cell('x[:2]\n  :not a command'),
    { kind: 'command', name: 'quit', rest: '' },
  ]);
});

test('lines that arrive at the same time form one paste, and its empty lines belong to the code', async () => {
  const source = new EventEmitter();
  const batches = pastes(
    (listen) => source.on('line', listen),
    (ended) => source.on('close', ended),
  );
  const first = batches.next();
  for (const line of ['def f():', '    x = 1', '', '    return x', '']) source.emit('line', line);
  const batch = (await first).value as string[];
  expect(batch).toHaveLength(5);
  const reader = new CellReader();
  expect(batch.flatMap((line, index) => reader.add(line, { inPaste: index < 4 }))).toEqual([
    cell('def f():\n    x = 1\n\n    return x'),
  ]);
  const rest = batches.next();
  source.emit('close');
  expect((await rest).done).toBe(true);
});
