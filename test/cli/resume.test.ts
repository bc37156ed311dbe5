// Interrupted runs, through the built command line: one clear error line, no corrupted data, and a run that can resume.
import { readRun, runPaths } from '../../src/record/index.ts';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../setup/root.mjs';
import { pybench } from '../support/cli.ts';
import { temporaryFolder } from '../support/folder.ts';
import { eventually } from '../support/processes.ts';
import { tinySuite } from '../support/tiny-suite.ts';

const TRIALS = 40;
const main = join(packageRoot, 'dist', 'src', 'cli', 'main.js');

interface Going {
  /** Resolves to the run's folder when the first two trials have ended. */
  readonly begun: Promise<string>;
  readonly ended: Promise<{ code: number | null; stdout: string; stderr: string }>;
  readonly signal: (name: NodeJS.Signals) => void;
}

/** Starts a run that takes half a minute on one core. */
function start(folder: string, ...more: string[]): Going {
  const suite = tinySuite(
    join(folder, 'tasks'),
    "(__import__('time').sleep(0.4), 2 * int(open('data/number.txt').read()))[1]",
  );
  const runs = join(folder, 'runs');
  const child = spawn(process.execPath, [main, 'run', '-d', suite, '--seeds', `1-${TRIALS}`, '-o', runs, ...more]);
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (stdout += String(chunk)));
  child.stderr.on('data', (chunk: Buffer) => (stderr += String(chunk)));
  const ended = new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) =>
    child.on('close', (code) => resolve({ code, stdout, stderr })),
  );
  const folderOf = () => /, in (.*)$/m.exec(stderr)?.[1];
  const rows = () => existsSync(join(folderOf() ?? '', 'results.jsonl')) && readRun(folderOf() ?? '').rows.length;
  const begun = eventually(() => Number(rows()) >= 2, 60_000).then((yes) => {
    if (!yes) throw new Error(`it has not begun: ${stderr}`);
    return folderOf() ?? '';
  });
  return { begun, ended, signal: (name) => void child.kill(name) };
}

test('a second writer is refused, and the first one continues undisturbed', { timeout: 120_000 }, async () => {
  const going = start(temporaryFolder());
  const run = await going.begun;
  const second = await pybench(['resume', run]);
  expect(second).toMatchObject({ code: 1, stdout: '' });
  expect(second.stderr).toMatch(/pybench: process \d+ is writing to this run; wait until it ends, or stop it first\n$/);
  const { code, stderr } = await going.ended;
  expect(code, stderr).toBe(0);
  expect(readRun(run).rows).toHaveLength(TRIALS);
  const reexecuting = spawn(process.execPath, [main, 'reexecute', run]);
  reexecuting.stderr.on(
    'data',
    (chunk: Buffer) => String(chunk).includes('Re-executing') && reexecuting.kill('SIGINT'),
  );
  await once(reexecuting, 'close');
  expect(reexecuting.exitCode, 'of a re-execution that is stopped').toBe(130);
});

test('the run ends if its folder is removed, and does not create it again', { timeout: 120_000 }, async () => {
  const going = start(temporaryFolder());
  const run = await going.begun;
  // The loop repeats the removal because the run writes to the folder meanwhile.
  while (existsSync(run)) spawnSync('rm', ['-rf', run]);
  const { code, stdout, stderr } = await going.ended;
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain(`pybench: ${run} was removed or taken over by another process during the run`);
  expect(stderr).not.toContain('    at ');
  expect(existsSync(run)).toBe(false);
});

test('one Ctrl-C stops the run cleanly, and resume finishes it', { timeout: 120_000 }, async () => {
  const going = start(temporaryFolder());
  const run = await going.begun;
  going.signal('SIGINT');
  const { code, stdout, stderr } = await going.ended;
  expect(code).toBe(130);
  expect(stderr).toContain('Stopping: running trials are being cancelled. Once more to stop at once.');
  expect(stderr).toMatch(new RegExp(`\\d+ of ${TRIALS} have no score yet: pybench resume ${run}\n$`));
  expect(stdout).toContain(`Run: ${run}`);
  expect(existsSync(runPaths(run).writer)).toBe(false);
  const before = readRun(run).rows.filter(({ score }) => score === 1).length;
  expect(before).toBeLessThan(TRIALS);
  const rest = await pybench(['resume', run, '--json']);
  expect(rest.code, rest.stderr).toBe(0);
  expect(JSON.parse(rest.stdout)).toMatchObject({ run, planned: TRIALS, passed: TRIALS, coverage: 1 });
  expect(rest.stderr).toContain(`reference: ${TRIALS - before} trials, ${before} done before, in ${run}`);
});

test('a second Ctrl-C stops the run at once, and resume still finishes it', { timeout: 120_000 }, async () => {
  const going = start(temporaryFolder());
  const run = await going.begun;
  going.signal('SIGINT');
  going.signal('SIGTERM');
  expect((await going.ended).code).toBe(130);
  const rest = await pybench(['resume', run, '--json']);
  expect(JSON.parse(rest.stdout)).toMatchObject({ planned: TRIALS, passed: TRIALS });
});

test('a run stops at --max-time, and unfinished trials have no score', { timeout: 120_000 }, async () => {
  const { code, stderr, stdout } = await start(temporaryFolder(), '--max-time', '2', '--json').ended;
  expect(code).toBe(1);
  expect(stderr).toContain(`of ${TRIALS} have no score yet: pybench resume `);
  const { run } = JSON.parse(stdout) as { run: string };
  const { rows } = readRun(run);
  expect(rows.length).toBeLessThan(TRIALS);
  for (const { outcome } of rows) {
    expect(outcome).toEqual(
      outcome.kind === 'cancelled' ? { kind: 'cancelled', reason: 'the run took more than 2 s' } : { kind: 'passed' },
    );
  }
});

/** Fills a small tmpfs in a private mount namespace during a run, then frees space and resumes the run. */
const script = `
mount -t tmpfs -o size=1500k none "$1" && mkdir "$1/tasks" && cp -r "$2/." "$1/tasks" || exit 99
head -c 1200k /dev/zero > "$1/filler"
"$3" "$4" run -d "dir:$1/tasks" --seeds 1-30 -o "$1/runs" > "$2/out" 2> "$2/err"
echo "run $?" >> "$2/err"
rm "$1/filler"
"$3" "$4" resume "$1"/runs/* --json > "$2/out" 2>> "$2/err"
echo "resume $?" >> "$2/err"
cat "$1"/runs/*/results.jsonl > "$2/rows"
`;
const mountable = process.getuid?.() === 0 && spawnSync('unshare', ['-m', 'true']).status === 0;

test.skipIf(!mountable)('a full disk ends the run with one line; resume finishes it', { timeout: 120_000 }, () => {
  const [disk, work] = [temporaryFolder(), temporaryFolder()];
  tinySuite(work);
  const { status } = spawnSync('unshare', ['-m', 'sh', '-c', script, 'sh', disk, work, process.execPath, main]);
  const said = readFileSync(join(work, 'err'), 'utf8');
  expect(status, said).toBe(0);
  expect(said).toMatch(
    /^pybench: cannot write the run to \S+: ENOSPC.*; free disk space, then run "pybench resume \S+"\nrun 1$/m,
  );
  expect(said).not.toContain('    at ');
  expect(said).toContain('resume 0');
  expect(JSON.parse(readFileSync(join(work, 'out'), 'utf8'))).toMatchObject({ planned: 30, passed: 30, coverage: 1 });
  const rows = readFileSync(join(work, 'rows'), 'utf8').trimEnd().split('\n');
  expect(new Set(rows.map((row) => (JSON.parse(row) as { id: string }).id)).size).toBe(30);
});

test.each([
  [['resume', '/nowhere'], 1, '/nowhere is not a run that can be read: '],
  [['resume'], 2, "missing required argument 'run'"],
  [['run', '--max-time', '0'], 2, '--max-time: must be at least 1'],
  [['run', '--idle-timeout', '300'], 2, '--idle-timeout: must be 0 or more than 300'],
  [['run', '--cells', '0'], 2, '--cells: must be at least 1'],
  [['run', '--calls', 'x', '-m', 'a/b'], 2, '--calls: "x" is not a whole number'],
  [['run', '--idle-timeout', 'x'], 2, '--idle-timeout: "x" is not a whole number'],
])('%j prints one error line', async (args, code, message) => {
  const done = await pybench(args);
  expect(done).toMatchObject({ code, stdout: '' });
  expect(done.stderr).toContain(message);
  expect(done.stderr.trim().split('\n')).toHaveLength(1);
});
