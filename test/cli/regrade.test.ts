// `pybench regrade` and `pybench reexecute` from the command line, on a task whose source changes between the calls.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { pybench } from '../support/cli.ts';
import { temporaryFolder } from '../support/folder.ts';

const task = (
  more: { files?: string; checks?: string } = {},
) => `import { answerEquals, defineTask, field, integer } from 'pybench/kit';

export default defineTask<{ result: number }>({
  level: 'easy',
  skills: [],
  inputs: ['txt'],
  outputs: [],
  generate: (draw, { lang }) => {
    const number = draw.int(1, 1000);
    return {
      files: { 'number.txt': ${more.files ?? '`${number}`'} },
      query: lang === 'en' ? 'Please double the number.' : '请把数字加倍。',
      answer: { result: field(integer, 'the double', '结果') },
      truth: { result: 2 * number },
    };
  },
  checks: ({ result }) => [answerEquals('result', ${more.checks ?? 'result'})],
});
`;
const reference = `# %%
import random
number = int(open("data/number.txt").read())
print(random.random())
# %% [answer]
print('{"result": %d}' % (2 * number))
`;

/** The run is recorded once; each test works on a copy of it. */
const original = mkdtempSync(join(tmpdir(), 'pybench-test-'));
let run: string;
beforeAll(async () => {
  mkdirSync(join(original, 'math', 'double'), { recursive: true });
  writeFileSync(join(original, 'math', 'double', 'task.ts'), task());
  writeFileSync(join(original, 'math', 'double', 'reference.py'), reference);
  const done = await pybench(['run', '-a', 'reference', '-d', 'dir:.', '--seeds', '1-2', '--json'], { cwd: original });
  ({ run } = JSON.parse(done.stdout) as { run: string });
});
afterAll(() => rmSync(original, { recursive: true }));

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
  cpSync(original, folder, { recursive: true });
});

const rewrite = (text: string) => writeFileSync(join(folder, 'math', 'double', 'task.ts'), text);
const inFolder = (...args: string[]) => pybench(args, { cwd: folder });
const runs = () => readdirSync(join(folder, 'runs'));
const lockOf = (path: string) => JSON.parse(readFileSync(join(folder, path, 'lock.json'), 'utf8')) as { tasks: object };

test('regrade reports no change, a changed verdict, and checks that cannot read the recorded truth', async () => {
  const same = await inFolder('regrade', run);
  expect(same).toMatchObject({ code: 0, stderr: 'Grading 2 of 2 trials again\n' });
  expect(same.stdout).toMatch(
    /│ all +│ 100\.0 % \[.+\] │ +100\.0 % │ +2 │ +2 │ +2 │[^]*\nRun: runs\/.+\nNothing changed\n$/,
  );

  rewrite(task({ checks: 'result + 1' }));
  const stricter = await inFolder('regrade', run);
  expect(stricter.code).toBe(0);
  expect(stricter.stdout).toMatch(/^math\/double@1\.en#1: passed → failed \(check "answer result": .+\)$/m);
  const failed = /^Run: (.+)$/m.exec(stricter.stdout)?.[1] ?? '';
  expect(lockOf(failed).tasks).not.toEqual(lockOf(run).tasks);

  rewrite(task());
  const back = await inFolder('regrade', failed, '-o', 'more', '--json');
  expect(JSON.parse(back.stdout)).toMatchObject({
    source: failed.replace('runs/', ''),
    planned: 2,
    passed: 2,
    changes: [
      { trial: 'math/double@1.en#1', before: 'failed', after: 'passed', checks: [{ name: 'answer result', ok: true }] },
      { trial: 'math/double@2.en#1' },
    ],
  });
  expect((await inFolder('report', run, failed)).code).toBe(0);

  rewrite(task({ checks: '(result as unknown as string).toUpperCase() as never' }));
  const broken = await inFolder('regrade', run);
  expect(broken).toMatchObject({ code: 1, stdout: '' });
  expect(broken.stderr).toMatch(/^pybench: math\/double: its current checks cannot read the recorded truth .*\n$/);
  expect(runs()).toHaveLength(3);
});

test('reexecute prints a table and the differences of cells, and sets the exit code', async () => {
  const done = await inFolder('reexecute', run);
  expect(done).toMatchObject({ code: 0, stderr: 'Re-executing 2 trials\n' });
  expect(done.stdout).toMatch(/│ all +│ +2 │ +100\.0 % │ +0\.0 % │/);
  expect(done.stdout).toMatch(
    /^math\/double@1\.en#1: reproduced, not identical: cell 1, stdout: "0\.\d+" became "0\.\d+"$/m,
  );
  const under = await inFolder('reexecute', run, '--fail-under', '1', '--json');
  expect(under.code).toBe(0);
  expect(JSON.parse(under.stdout)).toMatchObject({
    run,
    score: 1,
    strict: 0,
    warnings: [],
    trials: [{ cells: 2 }, {}],
  });

  // The recording now states another end status of a cell.
  const events = join(folder, run, 'trials', 'math/double@2.en#1', 'events.jsonl');
  writeFileSync(events, readFileSync(events, 'utf8').replace('"status":"ok"', '"status":"error"'));
  const below = await inFolder('reexecute', run, '--fail-under', '0.6');
  expect(below.code).toBe(3);
  expect(below.stdout).toContain('math/double@2.en#1: not reproduced: cell 1, status: "error" became "ok"\n');
  expect(runs()).toHaveLength(1);

  rewrite(task({ files: '`${number}\\n`' }));
  const other = await inFolder('reexecute', run);
  expect(other).toMatchObject({ code: 1, stdout: '' });
  expect(other.stderr).toMatch(
    /^pybench: nothing was re-executed\. Left out, 2 trials: the task now makes a different instance \(math\/double\)$/m,
  );
});

test.each([
  [['regrade', 'nowhere'], 1, 'nowhere is not a run that can be read'],
  [['reexecute', 'nowhere'], 1, 'nowhere is not a run that can be read'],
  [['regrade', 'RUN', '-x', 'math/*'], 2, 'the selection leaves no trial'],
  [['reexecute', 'RUN', '-i', 'chart/*'], 2, 'matches "chart/*"'],
  [['reexecute', 'RUN', '--fail-under', '60'], 2, '"60" is not a share between 0 and 1'],
])('%j prints one error line and ends with exit code %i', async (args, code, message) => {
  const done = await inFolder(...args.map((arg) => (arg === 'RUN' ? run : arg)));
  expect(done).toMatchObject({ code, stdout: '' });
  expect(done.stderr.trim().split('\n').at(-1)).toContain(message);
  expect(runs()).toHaveLength(1);
});
