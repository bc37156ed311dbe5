// Resuming runs that stopped before their end, with the real interpreter and the real store.
import { readEvents, readLog, readRun, runPaths } from '../../src/record/index.ts';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { NamedAgent } from '../../src/agent/index.ts';
import { modelAgent } from '../../src/agent/model/index.ts';
import { defaultLimits, lockSchema, Problem, wholeLines, type Lock, type ResultRow } from '../../src/core/index.ts';
import type { InterpreterHost } from '../../src/interpreter/index.ts';
import { resumeRun, type ResumeOptions } from '../../src/launch/index.ts';
import type { Summary } from '../../src/results/index.ts';
import { temporaryFolder } from '../support/folder.ts';
import { testHost, servicesOn } from '../support/host.ts';
import { namedAgent, recordRun, type RunSetup } from '../support/recorded-runs.ts';
import { scriptedModel } from '../support/scripted-model.ts';
import { tinySuite } from '../support/tiny-suite.ts';

let host: InterpreterHost;
beforeAll(async () => {
  host = await testHost();
});
afterAll(() => host.close());

const first = 'math/double@1.en#1';

function record(more: RunSetup = {}): Promise<Summary> {
  const folder = temporaryFolder();
  return recordRun(host, {
    suite: tinySuite(join(folder, 'tasks')),
    tasks: ['math/double'],
    seeds: [1, 2, 3, 4],
    concurrency: 1,
    folder: join(folder, 'runs'),
    ...more,
  });
}

const resume = (run: string, more: ResumeOptions = {}) =>
  resumeRun(run, { services: servicesOn(host), pace: { concurrency: 1 }, ...more });

/** A run that was stopped after its first trial. */
async function stopped(more: RunSetup = {}): Promise<string> {
  const stop = new AbortController();
  const { run } = await record({ signal: stop.signal, onRow: () => stop.abort('enough'), ...more });
  return run;
}

const contentOf = (run: string, trial: string) => readFileSync(runPaths(run).trial(trial).events, 'utf8');
const rowsOnDisk = (run: string) =>
  wholeLines(readFileSync(runPaths(run).results, 'utf8')).map((line) => JSON.parse(line) as ResultRow);

test('resume runs only the unfinished trials, and announces their number', async () => {
  const run = await stopped();
  const before = contentOf(run, first);
  const started: string[] = [];
  const plans: unknown[] = [];
  const summary = await resume(run, { onStart: (trial) => started.push(trial), onPlan: (...plan) => plans.push(plan) });
  expect(summary).toMatchObject({ run, planned: 4, passed: 4, coverage: 1 });
  expect(started).toEqual([2, 3, 4].map((seed) => `math/double@${seed}.en#1`));
  expect(plans).toEqual([[3, run, 1]]);
  expect(contentOf(run, first)).toBe(before);
  expect(existsSync(runPaths(run).writer)).toBe(false);
  const again: string[] = [];
  expect(await resume(run, { onStart: (trial) => again.push(trial) })).toMatchObject({ passed: 4 });
  expect(again).toEqual([]);
});

test('a cancelled trial runs again with the same log, and its last try counts', async () => {
  const stop = new AbortController();
  const { run } = await record({
    seeds: [1],
    signal: stop.signal,
    onEvent: (_, { kind }) => kind === 'cell-start' && stop.abort('enough'),
  });
  expect(readRun(run).rows).toMatchObject([{ outcome: { kind: 'cancelled', reason: 'enough' }, score: null }]);
  const summary = await resume(run);
  expect(summary).toMatchObject({ planned: 1, passed: 1 });
  const log = readLog(run, first);
  expect(log.map(({ seq }) => seq)).toEqual(log.map((_, index) => index));
  expect(log.filter(({ kind }) => kind === 'trial-start')).toHaveLength(2);
  expect(readEvents(run, first)[0]).toMatchObject({ kind: 'trial-start' });
  expect(readEvents(run, first).filter(({ kind }) => kind === 'trial-start')).toHaveLength(1);
  expect(readRun(run).rows).toMatchObject([{ score: 1, tries: 2 }]);
});

test('a finished trial without a row gets its row without running again', async () => {
  const { run } = await record();
  const paths = runPaths(run);
  const lines = wholeLines(readFileSync(paths.results, 'utf8'));
  writeFileSync(paths.results, `${lines.slice(0, 2).join('\n')}\n${lines[2]?.slice(0, 50)}`);
  rmSync(paths.trial('math/double@4.en#1').notebook);
  // Readers derive the missing rows from the events already.
  expect(readRun(run).rows).toHaveLength(4);
  const started: string[] = [];
  expect(await resume(run, { onStart: (trial) => started.push(trial) })).toMatchObject({ passed: 4 });
  expect(started).toEqual([]);
  expect(rowsOnDisk(run).map(({ id }) => id)).toEqual(readRun(run).config.trials);
  expect(wholeLines(readFileSync(paths.results, 'utf8'))).toEqual(lines);
  expect(existsSync(paths.trial('math/double@4.en#1').notebook)).toBe(true);
});

test('a removed results.jsonl is rebuilt from the events', async () => {
  const { run } = await record({ agent: 'wrong:odd' });
  const { rows } = readRun(run);
  rmSync(runPaths(run).results);
  expect(readRun(run).rows).toEqual(rows);
  await resume(run);
  expect(rowsOnDisk(run)).toEqual(rows);
});

test('an incomplete event at the end of a log is removed, and the trial runs again', async () => {
  const { run } = await record();
  const { results, trial } = runPaths(run);
  const rows = wholeLines(readFileSync(results, 'utf8'));
  writeFileSync(results, `${rows.slice(0, 3).join('\n')}\n`);
  const log = trial('math/double@4.en#1').events;
  const whole = readFileSync(log, 'utf8');
  writeFileSync(log, whole.slice(0, -20));
  expect(readRun(run).rows).toHaveLength(3);
  expect(await resume(run)).toMatchObject({ passed: 4 });
  const kinds = readLog(run, 'math/double@4.en#1').map(({ kind }) => kind);
  const once = wholeLines(whole).length;
  expect(kinds).toHaveLength(2 * once - 1);
  expect(kinds[once - 1]).toBe('trial-start');
  expect(rowsOnDisk(run).at(-1)).toMatchObject({ id: 'math/double@4.en#1', score: 1, tries: 2 });
});

test('files of an earlier try are removed before the next try', async () => {
  const { run } = await record({ seeds: [1], agent: 'null' });
  const { folder, events } = runPaths(run).trial(first);
  mkdirSync(join(folder, 'output'), { recursive: true });
  writeFileSync(join(folder, 'output', 'stale.csv'), 'result\n1\n');
  writeFileSync(events, `${wholeLines(readFileSync(events, 'utf8'))[0]}\n`);
  rmSync(runPaths(run).results);
  await resume(run);
  expect(existsSync(join(folder, 'output', 'stale.csv'))).toBe(false);
});

test('the recorded limits of the run apply, not the current ones', async () => {
  const run = await stopped({ time: { trialSeconds: 77, idleSeconds: 7 } });
  expect(await resume(run)).toMatchObject({ passed: 4 });
  expect(readRun(run).lock.time).toEqual({ trialSeconds: 77, idleSeconds: 7 });
});

test.each([
  [
    'the lock of version 0.1',
    (run: string) => editLock(run, '"instances": {}', '"instances": {"math/double@2.en": "f00"}'),
  ],
  ['an unfinished trial', (run: string) => startWithAnotherInstance(run)],
])('an instance that differs from the one recorded in %s ends the run', async (_, change) => {
  const run = await stopped();
  change(run);
  await expect(resume(run)).rejects.toThrow(
    /^math\/double@2\.en is another instance than the run recorded \(f00, now \w{12}\): start a new run$/,
  );
  expect(
    readRun(run)
      .rows.filter(({ score }) => score !== null)
      .map(({ id }) => id),
  ).toEqual([first]);
});

/** Leaves the log of trial 2 as after a kill of the process, with the digest of another instance. */
function startWithAnotherInstance(run: string): void {
  const [start = ''] = wholeLines(contentOf(run, first));
  const { folder, events } = runPaths(run).trial('math/double@2.en#1');
  mkdirSync(folder, { recursive: true });
  const changed = start
    .replace('math/double@1.en#1', 'math/double@2.en#1')
    .replace(/"instance":"\w+"/, '"instance":"f00"');
  writeFileSync(events, `${changed}\n`);
}

test.each<[string, (run: string) => ResumeOptions | void, RegExp]>([
  ['another package', (run) => editLock(run, '"pandas": "', '"pandas": "0.'), /package pandas: 0\.\S+ → /],
  ['another verifier', (run) => editLock(run, '"verifier": "', '"verifier": "0'), /code of the verifier [^:]*: \S+ → /],
  ['another image', (run) => editLock(run, '"manifest": "', '"manifest": "0'), /image: 0\S+ → /],
  ['another task', (run) => void tinySuite(join(run, '..', '..', 'tasks'), '2'), /task math\/double: \S+ → \S+/],
  ['another agent', () => ({ agent: namedAgent('wrong:odd') }), /agent: reference → wrong:odd/],
  ['a salt that it did not have', () => ({ salt: 'pepper' }), /has no salt/],
])('%s is refused with a message that names it, and the run is not modified', async (_, change, message) => {
  const run = await stopped();
  const more = change(run) ?? {};
  const before = readFileSync(runPaths(run).results);
  const refused = resume(run, more);
  await expect(refused).rejects.toThrow(message);
  await expect(refused).rejects.toThrow(Problem);
  expect(readFileSync(runPaths(run).results)).toEqual(before);
  expect(existsSync(runPaths(run).writer)).toBe(false);
});

test.each<[string, (tools: Lock['tools']) => Lock['tools']]>([
  ['does not say which tools image graded', () => undefined],
  ['was begun without the tools image', () => null],
])('a run whose lock %s resumes', async (_, change) => {
  const run = await stopped();
  changeTools(run, change);
  expect(await resume(run)).toMatchObject({ passed: 4 });
});

test('a run that another tools image graded does not resume', async () => {
  const run = await stopped();
  changeTools(run, () => ({ list: 'list', manifest: 'other', asRecorded: true }));
  await expect(resume(run)).rejects.toThrow(/tools image \(Chromium, LibreOffice, OCR\): other → /);
});

function changeTools(run: string, change: (tools: Lock['tools']) => Lock['tools']): void {
  const { lock } = runPaths(run);
  const { tools, ...rest } = lockSchema.parse(JSON.parse(readFileSync(lock, 'utf8')));
  writeFileSync(lock, JSON.stringify({ ...rest, tools: change(tools) }));
}

test('a run with a private salt resumes only with that salt', async () => {
  const run = await stopped({ salt: 'pepper' });
  await expect(resume(run)).rejects.toThrow('has a private salt, and the given salt differs');
  await expect(resume(run, { salt: 'salt' })).rejects.toThrow('has a private salt, and the given salt differs');
  expect(await resume(run, { salt: 'pepper' })).toMatchObject({ passed: 4 });
});

test('another system prompt is refused with a message that names the settings and the prompts', async () => {
  const run = await stopped({ agent: talker() });
  await expect(resume(run, { agent: talker('Be brief.') })).rejects.toThrow(/the settings of the agent; prompts: /);
  expect(await resume(run, { agent: talker() })).toMatchObject({ planned: 4, scored: 4 });
});

test('a trial with a fault of the machine gets three tries, then ends without a score', async () => {
  const once = await record({ seeds: [1], services: servicesOn(broken(2)) });
  expect(readRun(once.run).rows).toMatchObject([{ score: 1, tries: 3 }]);
  expect(readLog(once.run, first).filter(({ kind }) => kind === 'trial-end')).toMatchObject([
    { outcome: { kind: 'sandbox-error', reason: 'no more processes' } },
    { outcome: { kind: 'sandbox-error' } },
    { outcome: { kind: 'passed' } },
  ]);
  const always = await record({ seeds: [1], services: servicesOn(broken(3)) });
  expect(always).toMatchObject({ scored: 0, coverage: 0, outcomes: { 'sandbox-error': 1 } });
  expect(await resume(always.run)).toMatchObject({ passed: 1 });
});

test('events stay in order of time when the clock of the machine is set back', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const stop = new AbortController();
  const { run } = await record({
    signal: stop.signal,
    onEvent: (_, { kind }) => kind === 'cell-start' && back(),
    onRow: (_, done) => done === 2 && stop.abort('enough'),
  });
  const stamps = [1, 2].flatMap((seed) => readLog(run, `math/double@${seed}.en#1`).map(({ at }) => at));
  expect(stamps).toEqual(stamps.toSorted());
  back();
  expect(await resume(run)).toMatchObject({ passed: 4, coverage: 1 });
  for (const { wallMs } of readRun(run).rows) expect(wallMs).toBeGreaterThan(0);
});

function talker(systemPrompt?: string): NamedAgent {
  const model = scriptedModel(['I give up.', 'I give up.']);
  return modelAgent({ model, stack: host.stack, limits: defaultLimits, ...(systemPrompt ? { systemPrompt } : {}) });
}

/** The real host, except that it fails to open the first `times` interpreters. */
function broken(times: number): InterpreterHost {
  let left = times;
  return {
    stack: host.stack,
    close: async () => {},
    open: async (files) => {
      if (files.some(({ path }) => path === 'data/number.txt') && (left -= 1) >= 0)
        throw new Problem('no more processes');
      return await host.open(files);
    },
  };
}

const back = () => vi.setSystemTime(Date.now() - 86_400_000);

/** Edits the lock, as if the run had been recorded under other conditions. */
function editLock(run: string, from: string, to: string): void {
  const { lock } = runPaths(run);
  const text = readFileSync(lock, 'utf8');
  expect(text).toContain(from);
  writeFileSync(lock, text.replace(from, to));
}
