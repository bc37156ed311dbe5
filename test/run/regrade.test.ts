// Regrades: what they keep, what they change, and which runs they refuse.
import { readEvents, readLog, readRun, runPaths } from '../../src/record/index.ts';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { modelAgent } from '../../src/agent/model/index.ts';
import { defaultLimits, type Lock } from '../../src/core/index.ts';
import type { InterpreterHost } from '../../src/interpreter/index.ts';
import { ModelFault } from '../../src/model/index.ts';
import type { Summary } from '../../src/results/index.ts';
import { openRegrade, printChange, regrade, type Regraded } from '../../src/run/index.ts';
import { temporaryFolder } from '../support/folder.ts';
import { testHost, servicesOn } from '../support/host.ts';
import { digestsBelow, editEvents, recordRun, WINNER } from '../support/recorded-runs.ts';
import { python, scriptedModel } from '../support/scripted-model.ts';

let host: InterpreterHost;
beforeAll(async () => {
  host = await testHost();
});
afterAll(() => host.close());

const CONGRUENCES = 'math/crt-non-coprime@1.en#1';

async function again({ run }: Summary, folder = temporaryFolder(), exclude: string[] = []): Promise<Regraded> {
  const signal = new AbortController().signal;
  return await regrade(await openRegrade(run, exclude), {
    folder,
    services: servicesOn(host),
    concurrency: 2,
    signal,
  });
}

const kindsIn = (run: string) => readLog(run, WINNER).map(({ kind }) => kind);

const untilGrading = (run: string, trial: string) =>
  readEvents(run, trial).filter(({ kind }) => kind !== 'check' && kind !== 'trial-end');

test('a regrade writes a new run: it keeps the recorded work and grades it again', async () => {
  const source = await recordRun(host, { tasks: ['chart/tied-winner', 'math/crt-non-coprime'], salt: 'pepper' });
  const before = digestsBelow(source.run);
  const { summary, changes } = await again(source);
  expect(changes).toEqual([]);
  expect({ ...summary, run: '' }).toEqual({ ...source, run: '' });
  expect(digestsBelow(source.run)).toEqual(before);
  const [old, made] = [readRun(source.run), readRun(summary.run)];
  expect(made.config).toEqual({
    ...old.config,
    run: made.config.run,
    createdAt: made.config.createdAt,
    source: { run: old.config.run, how: 'regrade' },
  });
  expect(made.config.run).not.toBe(old.config.run);
  expect(made.lock).toEqual(old.lock);
  expect(made.rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(
    old.rows.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  );
  for (const trial of [WINNER, CONGRUENCES]) {
    expect(untilGrading(summary.run, trial)).toEqual(untilGrading(source.run, trial));
    const events = readEvents(summary.run, trial);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index));
    expect(events.map(({ kind }) => kind)).toEqual(readEvents(source.run, trial).map(({ kind }) => kind));
    const files = digestsBelow(runPaths(summary.run).trial(trial).folder);
    const { 'events.jsonl': _, ...kept } = digestsBelow(runPaths(source.run).trial(trial).folder);
    expect(files).toMatchObject(kept);
  }
  expect(existsSync(runPaths(summary.run).writer)).toBe(false);
});

test.each([
  [
    'names another tools image',
    (lock: Lock): Lock => ({ ...lock, tools: { list: 'list', manifest: 'other', asRecorded: true } }),
  ],
  ['does not name the tools image', (lock: Lock): Lock => ({ ...lock, tools: undefined })],
])('a run whose lock %s is graded again, and the new lock names the present one', async (_, change) => {
  const source = await recordRun(host);
  const { lock } = readRun(source.run);
  writeFileSync(runPaths(source.run).lock, JSON.stringify(change(lock)));
  const { summary, changes } = await again(source);
  expect(changes).toEqual([]);
  expect(readRun(summary.run).lock).toEqual(lock);
});

test('figures are graded again from their recorded captures, and wrong work still fails', async () => {
  const figures = await recordRun(host, { tasks: ['chart/repairs-two-years'] });
  expect(figures.passed).toBe(1);
  expect(readdirSync(runPaths(figures.run).trial('chart/repairs-two-years@1.en#1').file('figures'))).not.toEqual([]);
  expect(await again(figures)).toMatchObject({ changes: [], summary: { passed: 1 } });
  const wrong = await recordRun(host, { agent: 'wrong:first' });
  expect(await again(wrong)).toMatchObject({ changes: [], summary: { passed: 0, outcomes: { failed: 1 } } });
});

test('a trial with a grader error is graded, and the change of its outcome is reported', async () => {
  const source = await recordRun(host);
  editEvents(source.run, WINNER, (lines) => [
    ...lines.filter((line) => !/"kind":"(check|trial-end)"/.test(line)),
    '{"v":1,"seq":99,"at":"2026-01-01T00:00:00.000Z","kind":"trial-end","outcome":{"kind":"grader-error","reason":"it fell over"},"score":null,"wallMs":7}',
  ]);
  const { summary, changes } = await again(source);
  expect(changes.map(printChange)).toEqual([`${WINNER}: grader-error → passed`]);
  expect(readRun(summary.run).rows).toMatchObject([{ outcome: { kind: 'passed' }, score: 1, wallMs: 7 }]);
});

test('a check whose result changes is reported with its message', async () => {
  const source = await recordRun(host);
  const { truth } = runPaths(source.run).trial(WINNER);
  const recorded = JSON.parse(readFileSync(truth, 'utf8')) as { truth: { wins: number } };
  recorded.truth.wins += 1;
  writeFileSync(truth, JSON.stringify(recorded));
  const { summary, changes } = await again(source);
  expect(changes).toMatchObject([{ before: 'passed', after: 'failed', checks: [{ name: 'answer wins', ok: false }] }]);
  expect(changes.map(printChange)[0]).toMatch(
    /^chart\/tied-winner@1\.en#1: passed → failed \(check "answer wins": .+\)$/,
  );
  const back = await again(summary);
  expect(back.changes).toEqual([]);
  expect(readRun(back.summary.run).config.source).toEqual({ run: readRun(summary.run).config.run, how: 'regrade' });
});

test('trials without a response keep their outcome; trials that never ran have no row', async () => {
  const fault = new ModelFault('auth', 'who are you?', { retryable: false });
  const model = scriptedModel((trial) => (trial.includes('@2.') ? [fault] : [python('1'), python('2'), python('3')]));
  const stop = new AbortController();
  let rows = 0;
  const source = await recordRun(host, {
    agent: modelAgent({ model, stack: host.stack, limits: defaultLimits, maxTurns: 3 }),
    seeds: [1, 2, 3],
    concurrency: 1,
    signal: stop.signal,
    onRow: () => {
      rows += 1;
      if (rows === 2) stop.abort('enough');
    },
  });
  expect(source.outcomes).toEqual({ 'turn-limit': 1, 'model-error': 1 });
  const { summary, changes } = await again(source);
  expect(changes).toEqual([]);
  expect({ ...summary, run: '' }).toEqual({ ...source, run: '' });
  expect(readRun(summary.run).rows).toEqual(readRun(source.run).rows);
  expect(digestsBelow(join(summary.run, 'trials'))).toEqual(digestsBelow(join(source.run, 'trials')));
});

test('a trial whose log was cut off in the middle of a line is unfinished', async () => {
  const source = await recordRun(host);
  editEvents(source.run, WINNER, (lines) => lines.slice(0, 5));
  appendFileSync(runPaths(source.run).trial(WINNER).events, '{"v":1,"seq":5,"at":"20');
  writeFileSync(runPaths(source.run).results, '');
  expect((await again(source)).summary).toMatchObject({ planned: 1, scored: 0, outcomes: {} });
});

test('earlier tries stay in the log, and are counted', async () => {
  const source = await recordRun(host);
  editEvents(source.run, WINNER, (lines) => {
    const [start = ''] = lines;
    const fault = '{"kind":"sandbox-error","reason":"it broke"}';
    const end = `{"v":1,"seq":1,"at":"2026-01-01T00:00:00.000Z","kind":"trial-end","outcome":${fault},"score":null,"wallMs":5}`;
    return [start, end, ...lines];
  });
  const { summary, changes } = await again(source);
  expect(changes).toEqual([]);
  expect(readRun(summary.run).rows).toMatchObject([{ tries: 2, score: 1 }]);
  expect(kindsIn(summary.run)).toEqual(kindsIn(source.run));
});

test.each([
  ['changed', (file: string) => writeFileSync(file, 'a,b\n1,2\n'), /output\/together\.csv was changed after the run/],
  ['removed', (file: string) => rmSync(file), /cannot be read: .*output\/together\.csv/],
])('an output that was %s is an error that names it, and no file is written', async (_, change, message) => {
  const source = await recordRun(host, { tasks: ['chart/tied-winner', 'math/crt-non-coprime'] });
  change(runPaths(source.run).trial(CONGRUENCES).file('output/together.csv'));
  const folder = temporaryFolder();
  await expect(again(source, folder)).rejects.toThrow(message);
  expect(readdirSync(folder)).toEqual([]);
  // If the task is excluded, the other trials can be graded, and the plan has only these.
  const { summary } = await again(source, folder, ['math/*']);
  expect(summary).toMatchObject({ planned: 1, passed: 1 });
  expect(readRun(summary.run).rows.map(({ id }) => id)).toEqual(['chart/tied-winner@1.en#1']);
});

test('a recorded output path outside of output/ is refused', async () => {
  const source = await recordRun(host, { tasks: ['math/crt-non-coprime'] });
  editEvents(source.run, CONGRUENCES, (lines) =>
    lines.map((line) => line.replace('"path":"output/together.csv"', '"path":"output/../truth.json"')),
  );
  await expect(again(source)).rejects.toThrow('"output/../truth.json" is not a path under output/');
});

function ownTasks(...names: string[]): string {
  const folder = temporaryFolder();
  for (const name of names) {
    mkdirSync(join(folder, 'math', name), { recursive: true });
    const yaml =
      'level: easy\nquery: { en: One and one? }\nanswer: { sum: { value: { type: integer }, about: { en: the sum } } }\nchecks: [{ kind: answer, field: sum, expected: 2 }]\n';
    writeFileSync(join(folder, 'math', name, 'task.yaml'), yaml);
    writeFileSync(join(folder, 'math', name, 'reference.py'), '# %% [answer]\nprint(\'{"sum": 2}\')\n');
  }
  return folder;
}

test('a removed task is an error that names it and says how to exclude it', async () => {
  const folder = ownTasks('plus', 'add');
  const source = await recordRun(host, { suite: `dir:${folder}`, tasks: ['math/plus', 'math/add'] });
  expect(source.passed).toBe(2);
  rmSync(join(folder, 'math', 'add'), { recursive: true });
  await expect(again(source)).rejects.toThrow(
    /^the suite "dir:.*" no longer has math\/add; exclude with -x math\/add$/,
  );
  const { summary } = await again(source, temporaryFolder(), ['math/add']);
  expect(summary).toMatchObject({ planned: 1, passed: 1 });
  await expect(again(source, temporaryFolder(), ['chart/*'])).rejects.toThrow(/no task of .* matches "chart\/\*"/);
  rmSync(folder, { recursive: true });
  await expect(again(source)).rejects.toThrow('the suite of this run cannot be found');
});

test('a truth that the current checks cannot read is an error that names the task', async () => {
  const source = await recordRun(host);
  writeFileSync(runPaths(source.run).trial(WINNER).truth, '{"truth": null, "answer": null, "outputs": {}}');
  await expect(again(source)).rejects.toThrow(
    /^chart\/tied-winner: its current checks cannot read the recorded truth .* -x chart/,
  );
  writeFileSync(runPaths(source.run).trial(WINNER).truth, '{"truth": ');
  await expect(again(source)).rejects.toThrow(/truth\.json cannot be read: /);
});

test('a stopped regrade leaves no files', async () => {
  const source = await openRegrade((await recordRun(host)).run);
  const folder = temporaryFolder();
  const stopped = regrade(source, {
    folder,
    services: servicesOn(host),
    concurrency: 1,
    signal: AbortSignal.abort('enough'),
  });
  await expect(stopped).rejects.toThrow('the regrade was stopped and wrote nothing');
  expect(readdirSync(folder)).toEqual([]);
});
