// A run that is killed repeatedly, by SIGKILL at random times, ends with the same results as an undisturbed run.
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
  /** The maximum time from the start of the trials to a kill. */
  readonly lifeMs: number;
  readonly start: (suite: string, trials: number, folder: string) => string[];
}

/** PYBENCH_KILLS makes the test longer: `PYBENCH_KILLS=500 npm test -- test/run/killed.test.ts`. */
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
      // The run is complete: no row is missing or doubled. If kills remain, the next iteration starts another run.
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

/** Runs the program. With `lifeMs`, kills it that long after it has announced its trials. */
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

/** Requires that the logs in `before` are unchanged. Returns the digests of the logs of all finished trials. */
function requireKept(run: string, before: ReadonlyMap<string, string>): Map<string, string> {
  const digestOf = (id: string) => digestBytes(readFileSync(runPaths(run).trial(id).events));
  for (const [id, digest] of before) expect(digestOf(id), id).toBe(digest);
  return new Map(rowsOf(run).map(({ id }) => [id, digestOf(id)]));
}

const rowsOf = (run: string) =>
  wholeLines(readFileSync(runPaths(run).results, 'utf8')).map((line) => JSON.parse(line) as ResultRow);

/** The rows without times and tries, which differ between runs. */
function essence(run: string) {
  return readRun(run)
    .rows.map(({ cpuMs: _cpu, wallMs: _wall, tries: _tries, ...row }) => row)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
