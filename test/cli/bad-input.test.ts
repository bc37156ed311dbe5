// Wrong input gives one line on stderr that names the cause, no stdout, exit code 1 or 2, and no stack trace.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pybench } from '../support/cli.ts';
import { temporaryFolder } from '../support/folder.ts';

test.each([
  [['task', 'show', 'chart/no-such-task'], 2, 'no task "chart/no-such-task"'],
  [['task', 'show', 'tied-winner'], 2, 'did you mean chart/tied-winner?'],
  [['task', 'show', '../../etc/passwd'], 2, 'no task "../../etc/passwd"'],
  [['task', 'show', 'chart/tied-winner', '--seed', 'seven'], 2, '--seed: "seven" is not a seed'],
  [['task', 'show', 'chart/tied-winner', '--seed', '-1'], 2, '"-1" is not a seed'],
  [['task', 'show', 'chart/tied-winner', '--lang', 'fr'], 2, '"fr" is not a language'],
  [['task', 'show', 'math/crt-non-coprime', '--clean'], 1, 'no clean twin'],
  [['task', 'show'], 2, "missing required argument 'id'"],
  [['task', 'grade', 'chart/tied-winner', '/no/such/folder'], 1, 'no folder "/no/such/folder"'],
  [['task', 'make', 'chart/tied-winner', '-o', '/proc/nowhere'], 1, 'cannot write the instance to /proc/nowhere'],
  [['task', 'check', 'chart/no-such-task'], 2, 'no task "chart/no-such-task"'],
  [['task', 'check', 'chart/tied-winner', '--seeds', '0'], 2, '--seeds: must be at least 1'],
  [['task', 'check', 'chart/tied-winner', '--seeds', '1-5'], 2, '"1-5" is not a whole number'],
  [['audit', 'chart/nothing'], 2, 'matches "chart/nothing"'],
  [['audit', '-d', 'lite'], 2, 'no suite "lite"'],
  [['audit', 'tied-winner', '--records', '/proc/nowhere'], 1, 'cannot write below /proc/nowhere'],
  [['run', '--seeds', '5-2'], 2, '"5-2" is not a seed or a range'],
  [['run', '--seeds', '1.5'], 2, '"1.5" is not a seed or a range'],
  [['run', '--seeds', '1-99999999'], 2, 'is not a seed or a range'],
  [['run', '-n', '0'], 2, '--concurrency: must be at least 1'],
  [['run', '-k', 'many'], 2, '"many" is not a whole number'],
  [['run', '-a', 'interpreter'], 2, '-a interpreter needs a model: -m provider/model'],
  [['run', '-a', 'null', '-m', 'openai/gpt-5'], 2, '--model works with -a interpreter only, not with -a null'],
  [['run', '--dialect', 'fence'], 2, '--dialect works with -a interpreter only, not with -a reference'],
  [['run', '-m', 'openai/gpt-5', '--dialect', 'klingon'], 2, '"klingon" is none of fence, tags, tools'],
  [['run', '-m', 'openai/gpt-5', '--temperature', 'hot'], 2, '"hot" is not a temperature'],
  [['run', '-m', 'openai/gpt-5', '--vision', 'maybe'], 2, '"maybe" is none of auto, on, off'],
  [['run', '-m', 'openai/gpt-5', '--system-prompt', '/no/such/file'], 2, '--system-prompt /no/such/file: ENOENT'],
  [['run', '-a', 'exec:'], 2, '"exec:" names no command'],
  [['run', '--exec-timeout', '5'], 2, '--exec-timeout goes with -a exec:COMMAND'],
  [['mcp', '--data', '/no/such/folder'], 1, '--data /no/such/folder: ENOENT'],
  [['run', '-a', 'genius'], 2, 'no agent "genius"'],
  [['run', '-d', 'lite'], 2, 'no suite "lite"'],
  [['run', '-d', 'dir:/no/such/folder'], 2, '-d dir:/no/such/folder: there is no such folder'],
  [['run', '-d', 'dir:package.json'], 2, 'it is not a folder'],
  [['task', 'list', '-d', 'dir:docs'], 2, 'there is no task below docs'],
  [['task', 'show', 'chart/nothing', '-d', 'dir:tasks'], 2, 'see "pybench task list -d dir:tasks"'],
  [['task', 'new', 'my-task'], 2, '"my-task" is not a task id; write CATEGORY/NAME'],
  [['task', 'new', 'cooking/my-task'], 2, 'CATEGORY is one of chart, text'],
  [['task', 'new', '../chart/my-task'], 2, 'is not a task id'],
  [['task', 'new', 'chart/tied-winner'], 1, 'tasks/chart/tied-winner already exists; nothing was written'],
  [
    ['task', 'new', 'chart/my-task', '--in', '/proc/nowhere'],
    1,
    'cannot write the task to /proc/nowhere/chart/my-task',
  ],
  [['task', 'play', 'chart/no-such-task'], 2, 'no task "chart/no-such-task"'],
  [['run', '-i', 'chart/nothing'], 2, 'matches "chart/nothing"'],
  [['run', '--isolation', 'strong'], 2, '"strong" is not a level'],
  [['run', '--isolation', 'landlock'], 1, 'isolation "landlock" is not available'],
  [['run', '--fail-under', '2'], 2, '"2" is not a share'],
  [['run', '--frobnicate'], 2, "unknown option '--frobnicate'"],
  [['run', '-a', 'null', '-i', 'tied-winner', '-o', '/proc/nowhere'], 1, 'cannot write the run to /proc/nowhere'],
  [['report', '/no/such/run'], 1, '/no/such/run is not a run'],
  [['image', 'build', 'kitchen'], 2, 'no image "kitchen"'],
  [['dance'], 2, "unknown command 'dance'"],
  [['task', 'dance'], 2, 'dance'],
])('%j prints one error line', async (args, code, message) => {
  const done = await pybench(args);
  expect(done.stderr).toContain(message);
  expect(done).toMatchObject({ code, stdout: '' });
  expect(done.stderr.trim().split('\n')).toHaveLength(1);
  expect(done.stderr).not.toMatch(/^\s+at /m);
});

test.each([
  ['/no/such/python', 'which is not a Python that starts'],
  ['/bin/true', 'which'],
])('PYBENCH_PYTHON=%s is refused', async (python, message) => {
  const done = await pybench(['run', '-i', 'tied-winner'], { env: { PYBENCH_PYTHON: python } });
  expect(done).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(`PYBENCH_PYTHON is "${python}"`) });
  expect(done.stderr).toContain(message);
});

test('a run into a read-only folder is refused', async ({ skip }) => {
  if (process.getuid?.() === 0) skip('root may write everywhere');
  const folder = temporaryFolder();
  chmodSync(folder, 0o500);
  const done = await pybench(['run', '-a', 'null', '-i', 'tied-winner', '-o', join(folder, 'runs')]);
  expect(done).toMatchObject({ code: 1, stderr: expect.stringContaining(`cannot write the run to ${folder}`) });
});

test('task make refuses a folder that is not empty', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'data'));
  writeFileSync(join(folder, 'data', 'mine.txt'), 'mine');
  const done = await pybench(['task', 'make', 'chart/tied-winner', '-o', folder]);
  expect(done).toMatchObject({ code: 1, stderr: expect.stringContaining('it is not empty') });
});

test.each([
  ['', 'pybench: '],
  ['1', '\u001B[31mpybench:\u001B[39m '],
])('in CI, errors have colours only if FORCE_COLOR asks for them: FORCE_COLOR=%s', async (FORCE_COLOR, start) => {
  const { stderr } = await pybench(['frobnicate'], { env: { CI: 'true', NO_COLOR: '', FORCE_COLOR } });
  expect(stderr.startsWith(start)).toBe(true);
});
