// A run that is killed again and again, by SIGKILL at random moments, ends as one that nobody disturbed.
import { readRun, runPaths } from '../../src/record/index.ts';
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../setup/root.mjs';
import { digestBytes, wholeLines, type ResultRow } from '../../src/core/index.ts';
import { temporaryFolder } from '../support/folder.ts';
import { tinySuite } from '../support/tiny-suite.ts';

interface Case {
  readonly name: string;
  readonly program: string;
  readonly kills: number;
  readonly trials: number;
  /** The longest that it may live once its first trial may start. */
  readonly lifeMs: number;
  readonly start: (suite: string, trials: number, folder: string) => string[];
}

/** `PYBENCH_KILLS=500 npm test -- test/run/killed.test.ts` takes its time. */
const kills = Number(process.env['PYBENCH_KILLS'] ?? 20);

test.each<Case>([
  {
    name: 'interpreters that only pretend, so that it is mostly hit while it writes',
    program: join(packageRoot, 'test', 'support', 'long-run.mjs'),
    kills,
    trials: 400,
    lifeMs: 250,
    start: (suite, trials, folder) => ['start', suite, String(trials), folder],
  },
  {
    name: 'the command line with real interpreters',
    program: join(packageRoot, 'dist', 'src', 'cli', 'main.js'),
    kills: kills / 10,
    trials: 60,
    lifeMs: 1500,
    start: (suite, trials, folder) => ['run', '-a', 'reference', '-d', suite, '--seeds', `1-${trials}`, '-o', folder],
  },
])('$kills kills: $name', { timeout: 120_000 + kills * 20_000 }, async (each) => {
  const folder = temporaryFolder();
  const suite = tinySuite(join(folder, 'tasks'));
  const fresh = (name: string) => each.start(suite, each.trials, join(folder, name));
  const { run: calm } = await live(each.program, fresh('calm'));
  const expected = essence(calm);
  expect(expected.filter(({ score }) => score === 1)).toHaveLength(each.trials);
  let run: string | undefined;
  let finished = new Map<string, string>();
  for (let killed = 0, runs = 0; killed < each.kills || run !== undefined;) {
    const lifeMs = killed < each.kills ? Math.random() * each.lifeMs : undefined;
    const life = await live(each.program, run ? ['resume', run] : fresh(`runs-${runs}`), lifeMs);
    run = life.run;
    finished = requireKept(run, finished);
    if (life.killed) killed += 1;
    else {
      // It came to its end: nothing is missing, nothing is there twice. If kills are left, one more run.
      expect(essence(run)).toEqual(expected);
      expect(
        rowsOf(run)
          .map(({ id }) => id)
          .toSorted(),
      ).toEqual(readRun(run).config.trials.toSorted());
      expect(readFileSync(runPaths(run).results, 'utf8')).toMatch(/\n$/);
      expect(readdirSync(run).toSorted()).toEqual(['lock.json', 'results.jsonl', 'run.json', 'trials']);
      [run, finished, runs] = [undefined, new Map<string, string>(), runs + 1];
    }
  }
});

/** Kills it after so long, counted from the moment when its first trial may start. */
async function live(program: string, args: readonly string[], lifeMs?: number) {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    const begun = said.includes(', in ');
    said += String(chunk);
    if (!begun && said.includes(', in ') && lifeMs !== undefined) setTimeout(() => child.kill('SIGKILL'), lifeMs);
  });
  await new Promise((resolve) => child.on('close', resolve));
  const killed = child.signalCode === 'SIGKILL';
  expect(killed || child.exitCode === 0, said).toBe(true);
  return { run: /, in (.*)$/m.exec(said)?.[1] ?? args[1] ?? '', killed };
}

/** What had finished before is there to the byte. Gives all that has finished by now. */
function requireKept(run: string, before: ReadonlyMap<string, string>): Map<string, string> {
  const digestOf = (id: string) => digestBytes(readFileSync(runPaths(run).trial(id).events));
  for (const [id, digest] of before) expect(digestOf(id), id).toBe(digest);
  return new Map(rowsOf(run).map(({ id }) => [id, digestOf(id)]));
}

const rowsOf = (run: string) =>
  wholeLines(readFileSync(runPaths(run).results, 'utf8')).map((line) => JSON.parse(line) as ResultRow);

/** Results without what differs from time to time. */
function essence(run: string) {
  return readRun(run)
    .rows.map(({ cpuMs: _cpu, wallMs: _wall, tries: _tries, ...row }) => row)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
