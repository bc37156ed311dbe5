// Exec agents (external programs that work in the folder of a trial), as whole runs.
import { readEvents, readRun } from '../../src/record/index.ts';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { scriptedAgent } from '../../src/agent/index.ts';
import { agentName } from '../../src/core/index.ts';
import type { InterpreterHost } from '../../src/interpreter/index.ts';
import type { Summary } from '../../src/results/index.ts';
import { temporaryFolder } from '../support/folder.ts';
import { testHost } from '../support/host.ts';
import { namedAgent, recordRun } from '../support/recorded-runs.ts';

let host: InterpreterHost;
beforeAll(async () => {
  host = await testHost();
});
afterAll(() => host.close());

const TRIAL = 'chart/tied-winner@1.en#1';

const work = (
  command: string,
  { seconds = 60, sandboxed = false, signal = new AbortController().signal } = {},
): Promise<Summary> =>
  recordRun(host, {
    agent: scriptedAgent({ kind: 'exec', command, timeoutSeconds: seconds, sandboxed }),
    salt: 'pepper',
    signal,
  });
const rowOf = ({ run }: Summary) => readRun(run).rows[0];

/** Counts the winners with awk: a solution that does not need our Python. */
const solve = `awk -F, 'NR > 1 && $3 != "called off" { n[$3]++ } END { for (w in n) if (n[w] > m) m = n[w];
  printf "{\\"winners\\": ["; for (w in n) if (n[w] == m) { printf "%s\\"%s\\"", s, w; s = ", " } printf "], \\"wins\\": %d}", m }' data/*.csv`;

test.each([
  ['answer.json', `${solve} > answer.json`],
  ['answer.md', `{ echo 'Done.'; echo '\`\`\`answer'; ${solve}; echo; echo '\`\`\`'; } > answer.md`],
  ['stdout', `echo '\`\`\`answer'; ${solve}; echo; echo '\`\`\`'`],
])('a command that solves the task passes with %s and is marked as unverified', async (_, command) => {
  const summary = await work(command);
  expect(summary).toMatchObject({ passed: 1, unverified: true });
  expect(rowOf(summary)).toMatchObject({ score: 1, unverified: true, turns: 0 });
  expect(readRun(summary.run).config).toMatchObject({ unverified: true, isolation: 'none' });
  expect(readEvents(summary.run, TRIAL)[0]).toMatchObject({ kind: 'trial-start', isolation: 'none' });
});

test.each([
  ['answer.json', `${solve} > answer.json`],
  ['answer.md', `{ echo 'Done.'; echo '\`\`\`answer'; ${solve}; echo; echo '\`\`\`'; } > answer.md`],
  ['stdout', `echo '\`\`\`answer'; ${solve}; echo; echo '\`\`\`'`],
])('a sandboxed command passes with %s and is not marked as unverified', async (_, command) => {
  const summary = await work(command, { sandboxed: true });
  expect(summary).toMatchObject({ passed: 1, unverified: false });
  expect(readRun(summary.run).config).toMatchObject({ unverified: false, isolation: host.stack.isolation });
});

test('a sandboxed command sees the query and no files of this machine', async () => {
  const summary = await work(`cat query.md; ls ${process.cwd()}; id -u`, { sandboxed: true });
  const events = readEvents(summary.run, TRIAL);
  const output = JSON.stringify(events.filter(({ kind }) => kind === 'cell-output'));
  expect(output).toContain(JSON.stringify(events[0]?.['query' as never]).slice(1, 60));
  expect(output).toContain('No such file or directory');
  expect(output).not.toContain('package.json');
});

test('a program that the sandbox lacks is a sandbox error without a score', async () => {
  const row = rowOf(await work('no-such-program-at-all', { sandboxed: true }));
  expect(row).toMatchObject({ score: null, outcome: { kind: 'sandbox-error' } });
});

test('figure records of the Python of a command are saved with the trial', async () => {
  const summary = await work(`echo x > output/x.png
    digest=$(sha256sum output/x.png | cut -c1-64); echo '{}' > "$PYBENCH_FIGURES/$digest.json"; echo "$PYTHONPATH"`);
  expect(readdirSync(join(summary.run, 'trials', TRIAL, 'figures'))).toHaveLength(1);
  const output = JSON.stringify(readEvents(summary.run, TRIAL).find(({ kind }) => kind === 'cell-output'));
  expect(output).toContain(join('python', 'site'));
});

test('a command sees the query and its files, but not the salt or the truth', async () => {
  const summary = await work('cat query.md; echo ---; ls -R; env; touch data/new; echo x > output/x.txt');
  const events = readEvents(summary.run, TRIAL);
  const start = events.find(({ kind }) => kind === 'trial-start');
  const output = JSON.stringify(events.find(({ kind }) => kind === 'cell-output'));
  expect(output).toContain(JSON.stringify(start?.['query' as never]).slice(1, 60));
  expect(output).toContain('.csv');
  expect(output).not.toContain('pepper');
  expect(output).not.toContain('truth');
  expect(events.find(({ kind }) => kind === 'outputs')).toMatchObject({ files: [{ path: 'output/x.txt' }] });
  expect(rowOf(summary)?.outcome).toEqual({ kind: 'no-answer', reason: 'there is no answer block' });
});

test('changed inputs fail the trial', async () => {
  const summary = await work(`${solve} > answer.json; for f in data/*; do chmod u+w $f; echo x >> $f; done`);
  expect(rowOf(summary)).toMatchObject({ score: 0, checks: { failed: ['inputs'] } });
});

test('a command with a non-zero exit code is graded on its output files', async () => {
  expect(rowOf(await work(`${solve} > answer.json; exit 3`))).toMatchObject({ score: 1 });
});

test.each([false, true])(
  'a command that exits with 127, the code of a missing program, is still scored (sandboxed: %s)',
  async (sandboxed) => {
    expect(rowOf(await work('exit 127', { sandboxed }))).toMatchObject({ score: 0, outcome: { kind: 'no-answer' } });
  },
);

test.each([
  ['no-such-program-at-all --now', 'exec: no program "no-such-program-at-all" on this machine'],
  ['KEY=1 no-such-program-at-all', 'exec: no program "no-such-program-at-all" on this machine'],
  ['./agent.sh', 'exec: starts in the folder of each trial, not here: write '],
])('%s is refused before anything runs', (command, problem) => {
  expect(() => namedAgent(`exec:${command}`)).toThrow(problem);
});

test('a command that takes too long is killed with all its processes, also those outside its group', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'pids');
  const command = `setsid sh -c 'echo $$ >> ${file}; sleep 1000' & sh -c 'echo $$ >> ${file}; sleep 1000'; wait`;
  const row = rowOf(await work(command, { seconds: 1 }));
  expect(row).toMatchObject({ score: 0, outcome: { kind: 'timeout', reason: 'it took more than 1 s' } });
  const pids = readFileSync(file, 'utf8').trim().split('\n');
  expect(pids).toHaveLength(2);
  await vi.waitFor(() => expect(pids.filter(alive)).toEqual([]));
});

test('processes that the command leaves running are killed', async () => {
  const file = join(temporaryFolder(), 'pid');
  await work(`setsid sh -c 'echo $$ > ${file}; sleep 1000' & while [ ! -s ${file} ]; do sleep 0.1; done`);
  const pid = readFileSync(file, 'utf8').trim();
  await vi.waitFor(() => expect(alive(pid)).toBe(false));
});

test('a signal cancels a command', async () => {
  const stop = new AbortController();
  setTimeout(() => stop.abort('enough'), 500);
  const summary = await work('sleep 1000', { signal: stop.signal });
  expect(rowOf(summary)?.outcome).toEqual({ kind: 'cancelled', reason: 'enough' });
});

function alive(pid: string): boolean {
  if (!existsSync(`/proc/${pid}/stat`)) return false;
  return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
}

test('the idle limit does not apply to a command, which has a separate time limit', async () => {
  const agent = scriptedAgent({ kind: 'exec', command: 'sleep 2', timeoutSeconds: 60, sandboxed: false });
  const summary = await recordRun(host, { agent, time: { trialSeconds: 60, idleSeconds: 1 } });
  expect(rowOf(summary)).toMatchObject({ outcome: { kind: 'no-answer' }, score: 0, tries: 1 });
});

test.each(['NOTE="one two three" sh -c true', 'TEAM=a sh -c true', '"sh" -c true', '(cd data; ls)', 'true; false'])(
  '%s is accepted, because its program exists or only the shell can tell',
  (command) => {
    expect(agentName(namedAgent(`exec:${command}`).spec)).toBe(`exec:${command}`);
  },
);
