// `pybench export`: exports a run of a model on a loopback server in every format; what it leaves out has a reason.
import { Command as Parser } from 'commander';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { modelAgent } from '../../src/agent/model/index.ts';
import { exportCommand } from '../../src/cli/commands/export.ts';
import { register } from '../../src/cli/register.ts';
import { defaultLimits } from '../../src/core/index.ts';
import { parseModel } from '../../src/model/index.ts';
import { loadTask } from '../../src/suite/index.ts';
import { pybench } from '../support/cli.ts';
import { atifFaults } from '../support/export-rules/atif.ts';
import { messagesFaults } from '../support/export-rules/messages.ts';
import { temporaryFolder } from '../support/folder.ts';
import { testHost } from '../support/host.ts';
import { recordRun } from '../support/recorded-runs.ts';
import { ModelServer, type ScriptedAnswer, type SeenCall } from '../support/model-server.ts';

interface WireMessage {
  readonly role: string;
  readonly content?: unknown;
}
const messagesOf = (call: SeenCall) => (call.body as { messages: WireMessage[] }).messages;

/** The first trial passes, the second one submits a wrong answer, and the third one gets only errors of the server. */
function scriptOf(cells: readonly string[]) {
  let trial = 0;
  return (call: SeenCall): ScriptedAnswer => {
    const messages = messagesOf(call);
    const turn = messages.filter(({ role }) => role === 'assistant').length;
    if (turn === 0) trial += 1;
    if (trial > 2) return { status: 400, body: { error: { message: 'no more' } } };
    const submit = (given: object) => ({ toolCalls: [{ id: `s${turn}`, name: 'submit', arguments: given }] });
    if (trial === 2) return submit({ response: 'No.', answer: { winners: [] } });
    const code = cells[turn];
    if (code !== undefined)
      return { text: 'Next.', toolCalls: [{ id: `c${turn}`, name: 'python', arguments: { code } }] };
    const printed = JSON.stringify(messages.findLast(({ role }) => role === 'tool')?.content ?? '');
    const answer = /\{\\"winners.*?\}/.exec(printed)?.[0].replaceAll('\\"', '"') ?? '{}';
    return submit({ response: 'Done.', answer: JSON.parse(answer) as unknown });
  };
}

let server: ModelServer;
let folder: string;
let run: string;
let referenceRun: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pybench-test-'));
  const host = await testHost();
  const figure = 'import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()';
  const cells = (await loadTask('chart/tied-winner')).programs.get('reference')?.cells.map(({ code }) => code) ?? [];
  server = await ModelServer.start(scriptOf([figure, ...cells]));
  const model = parseModel('openai-compatible/tiny', { baseUrl: server.baseUrl, environment: {} });
  const agent = modelAgent({ model, dialect: 'tools', vision: 'on', stack: host.stack, limits: defaultLimits });
  ({ run } = await recordRun(host, { agent, folder, concurrency: 1, seeds: [1, 2, 3] }));
  ({ run: referenceRun } = await recordRun(host, { folder }));
  await host.close();
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const PASSED = 'chart/tied-winner@1.en#1';
const FAILED = 'chart/tied-winner@2.en#1';
const SILENT = 'chart/tied-winner@3.en#1';

test('messages on stdout equal the messages that the server received', async () => {
  const { code, stdout, stderr } = await pybench(['export', run, '--format', 'messages', '--images']);
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: 'Wrote 2 of 3 trials\nLeft out: no reply of the model (1)\n',
  });
  const examples = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { messages: WireMessage[]; tools: unknown });
  expect(examples.map(messagesFaults)).toEqual([[], []]);
  const [passed] = examples;
  const lastCall = server.calls.findLast((call) => messagesOf(call).length === (passed?.messages.length ?? 0) - 1);
  expect(passed?.messages.slice(0, -1)).toEqual(lastCall && messagesOf(lastCall));
  expect(lastCall?.body).toMatchObject({ tools: passed?.tools });
  expect(JSON.stringify(passed)).toContain('data:image/png;base64,');
});

test('--passed writes the messages of passed trials only, to a file', async () => {
  const file = join(temporaryFolder(), 'train.jsonl');
  const done = await pybench(['export', run, '--format', 'messages', '--passed', '-o', file, '--json']);
  expect(JSON.parse(done.stdout)).toEqual({
    run,
    format: 'messages',
    output: file,
    written: [{ trial: PASSED, outcome: 'passed', line: 1 }],
    leftOut: [
      { trial: FAILED, reason: 'not passed' },
      { trial: SILENT, reason: 'not passed' },
    ],
  });
  expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(2);
});

describe('into a folder', () => {
  test('ATIF is written with the pictures as separate files', async () => {
    const into = join(temporaryFolder(), 'new', 'trajectories');
    const done = await pybench(['export', run, '--format', 'atif', '-o', into]);
    expect(done.stdout).toBe(`Wrote 2 of 3 trials to ${into}\nLeft out: no reply of the model (1)\n`);
    const names = ['chart-tied-winner@1.en-1.json', 'chart-tied-winner@2.en-1.json'];
    expect(readdirSync(into).toSorted()).toEqual([...names, 'pictures']);
    const documents = names.map((name) => JSON.parse(readFileSync(join(into, name), 'utf8')) as { extra: object });
    expect(documents.map(atifFaults)).toEqual([[], []]);
    expect(documents).toMatchObject([
      { trajectory_id: PASSED, agent: { name: 'pybench/interpreter', model_name: 'openai-compatible/tiny' } },
      { trajectory_id: FAILED, extra: { outcome: { kind: 'failed' }, score: 0 } },
    ]);
    const [path] = /pictures\/[^"]+/.exec(JSON.stringify(documents[0])) ?? ['nothing'];
    expect(readFileSync(join(into, path)).toString('latin1', 1, 4)).toBe('PNG');
  });

  test('notebooks are also written for agents without a model', async () => {
    const into = temporaryFolder();
    expect((await pybench(['export', referenceRun, '--format', 'notebook', '-o', into])).code).toBe(0);
    expect(readdirSync(into)).toEqual(['chart-tied-winner@1.en-1.ipynb']);
    const stored = readFileSync(join(referenceRun, 'trials', PASSED, 'notebook.ipynb'), 'utf8');
    expect(readFileSync(join(into, 'chart-tied-winner@1.en-1.ipynb'), 'utf8')).toBe(stored);
  });
});

/** Runs the command in this process; the message of an exception is what a user reads. */
async function inProcess(...args: string[]): Promise<void> {
  const parser = new Parser('pybench').exitOverride().configureOutput({ writeErr: () => undefined });
  register(parser.command('export').exitOverride(), exportCommand, () => undefined);
  await parser.parseAsync(['export', ...args], { from: 'user' });
}

test.each([
  [['--format', 'messages'], '/no/such/run', '/no/such/run is not a run that can be read'],
  [[], undefined, '--format: say which: messages, atif, notebook'],
  [['--format', 'parquet'], undefined, '--format: "parquet" is none of messages, atif, notebook'],
  [['--format', 'atif'], undefined, '--format atif writes a folder: say which with -o DIR'],
  [['--format', 'notebook'], undefined, '-o DIR'],
  [['--format', 'messages', '--json'], undefined, 'messages need -o FILE'],
  [['--format', 'atif', '--images', '-o', 'x'], undefined, '--images goes with --format messages'],
  [['--format', 'messages', '-o', '/proc/nowhere'], undefined, 'cannot write the export to /proc/nowhere'],
  [['--format', 'atif', '-o', 'docs'], undefined, 'cannot write the export to docs: it is not empty'],
  [['--format', 'atif', '-o', 'package.json'], undefined, 'cannot write the export to package.json'],
])('%j %s is refused', async (args, of, message) => {
  await expect(inProcess(of ?? run, ...args)).rejects.toThrow(message);
});

test('messages of an agent without a model are refused', async () => {
  const message = '"reference" has no model and so no messages; --format notebook shows its cells';
  await expect(inProcess(referenceRun, '--format', 'messages')).rejects.toThrow(message);
});

test('unfinished and unreadable trials are left out, and an empty export writes no file', async () => {
  const broken = temporaryFolder();
  for (const name of ['run.json', 'lock.json']) writeFileSync(join(broken, name), readFileSync(join(run, name)));
  const rows = readFileSync(join(run, 'results.jsonl'), 'utf8').split('\n');
  writeFileSync(join(broken, 'results.jsonl'), `${rows[0]}\n`);
  mkdirSync(join(broken, 'trials', PASSED), { recursive: true });
  writeFileSync(join(broken, 'trials', PASSED, 'events.jsonl'), '{"v":1,\n');
  const file = join(broken, 'train.jsonl');
  await expect(inProcess(broken, '--format', 'messages', '-o', file)).rejects.toThrow(
    /^nothing to export: events that cannot be read: .* \(1\), not finished \(2\)$/,
  );
  expect(existsSync(file)).toBe(false);
});
