// A run that is killed again and again, by SIGKILL at random moments, ends as one that nobody disturbed.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../setup/root.mjs';
import { digestBytes, wholeLines, type ResultRow } from '../../src/core/index.ts';
import { readRun, runPaths } from '../../src/run/index.ts';
import { pybench } from '../support/cli.ts';
import { temporaryFolder } from '../support/folder.ts';
import { tinySuite } from '../support/tiny-suite.ts';

/** Kills, in all; more with `PYBENCH_KILLS=500 npm test -- test/run/killed.test.ts`. */
const KILLS = Number(process.env['PYBENCH_KILLS'] ?? 50);
const SEEDS = '1-150';

test(`killed ${KILLS} times`, { timeout: 60_000 + KILLS * 20_000 }, async () => {
  const folder = temporaryFolder();
  const start = ['run', '-d', tinySuite(join(folder, 'tasks')), '-a', 'reference', '--seeds', SEEDS];
  const undisturbed = await pybench([...start, '-o', join(folder, 'calm'), '--json']);
  const expected = essence((JSON.parse(undisturbed.stdout) as { run: string }).run);
  expect(expected).toHaveLength(150);
  let run: string | undefined;
  let finished = new Map<string, string>();
  for (let kills = 0, runs = 0; kills < KILLS;) {
    const life = await live(run ? ['resume', run] : [...start, '-o', join(folder, `runs-${runs}`)]);
    run = life.run;
    finished = requireKept(run, finished);
    if (life.killed) kills += 1;
    else {
      // It came to its end in between: one more run.
      expect(essence(run)).toEqual(expected);
      [run, finished, runs] = [undefined, new Map<string, string>(), runs + 1];
    }
  }
  if (run === undefined) return;
  const last = await pybench(['resume', run, '--json']);
  expect(last.code, last.stderr).toBe(0);
  requireKept(run, finished);
  expect(essence(run)).toEqual(expected);
  const lines = readFileSync(runPaths(run).results, 'utf8').split('\n');
  expect(lines.pop()).toBe('');
  expect(lines.map((line) => (JSON.parse(line) as ResultRow).id).toSorted()).toEqual(
    readRun(run).config.trials.toSorted(),
  );
});

/** From the moment when the first trial may start, a random while; the end of the process by itself otherwise. */
async function live(args: readonly string[]): Promise<{ run: string; killed: boolean }> {
  const child = spawn(process.execPath, [join(packageRoot, 'dist', 'src', 'cli', 'main.js'), ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  let killed = false;
  child.stderr.on('data', (chunk: Buffer) => {
    const begun = said.includes(', in ');
    said += String(chunk);
    if (!begun && said.includes(', in ')) {
      setTimeout(() => (killed = child.kill('SIGKILL')), Math.random() * 400);
    }
  });
  await new Promise((resolve) => child.on('close', resolve));
  const run = /, in (.*)$/m.exec(said)?.[1] ?? args[1];
  expect(run, said).toBeDefined();
  return { run: run ?? '', killed: killed && child.exitCode === null };
}

/** What had finished before is there to the byte; adds what has finished since. */
function requireKept(run: string, before: ReadonlyMap<string, string>): Map<string, string> {
  const paths = runPaths(run);
  for (const [id, digest] of before) expect(digestBytes(readFileSync(paths.trial(id).events)), id).toBe(digest);
  const rows = wholeLines(readFileSync(paths.results, 'utf8')).map((line) => JSON.parse(line) as ResultRow);
  return new Map(rows.map(({ id }) => [id, digestBytes(readFileSync(paths.trial(id).events))]));
}

/** Results without what differs from time to time. */
function essence(run: string): unknown[] {
  return readRun(run)
    .rows.map(({ cpuMs: _cpu, wallMs: _wall, tries: _tries, ...row }) => row)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
