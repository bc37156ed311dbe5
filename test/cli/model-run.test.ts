// `pybench run -m`: the cost estimate before a run, its spending limits, and the usage that it reports at the end.
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { packageRoot } from '../../setup/root.mjs';
import { pybench } from '../support/cli.ts';
import { temporaryFolder } from '../support/folder.ts';
import { ModelServer } from '../support/model-server.ts';

const usage = { input: 1000, output: 500 };
let server: ModelServer;
let folder: string;
beforeEach(async () => {
  server = await ModelServer.start([
    { text: '```python\nprint(1)\n```', usage },
    { text: 'I do not know.', usage },
  ]);
  folder = temporaryFolder();
});
afterEach(() => server.close());

const flags = () => ['-m', 'openai-compatible/tiny', '--base-url', server.baseUrl, '-o', join(folder, 'runs')];
const tasks = ['-i', 'tied-winner', '-n', '1'];

/** Dollars per million tokens. */
function prices(input: number, output: number): string {
  const file = join(folder, 'prices.yaml');
  writeFileSync(file, `openai-compatible/*: { input: ${input}, output: ${output} }\n`);
  return file;
}

interface Output {
  readonly run: string;
  readonly planned: number;
  readonly scored: number;
  readonly meanTurns: number | null;
  readonly usage: object;
  readonly outcomes: Record<string, number>;
}

test('a run prints an estimate of calls and cost before it starts, and the actual usage at the end', async () => {
  const run = await pybench(['run', ...flags(), ...tasks, '--prices', prices(1, 2)]);
  expect(run.stderr).toMatch(
    /^1 trial with openai-compatible\/tiny, likely 5 calls \(5 turns each, with a query of about 300 tokens\), .* about \$0\.\d+$/m,
  );
  // Three turns, because the reminder of the missing answer causes one more.
  expect(run.stdout).toMatch(/^3\.0 turns per trial · 3\.0k tokens in · 1\.5k tokens out · \$0\.0060$/m);
});

test('a model without a known price has no cost, instead of a cost of zero', async () => {
  const run = await pybench(['run', ...flags(), ...tasks, '--json']);
  expect(run.stderr).toContain('at a price that is not known (--prices FILE)');
  expect(JSON.parse(run.stdout)).toMatchObject({ meanTurns: 3, usage: { inputTokens: 3000, outputTokens: 1500 } });
  expect((JSON.parse(run.stdout) as Output).usage).not.toHaveProperty('cost');
});

test('--max-cost without a known price is refused before the first call', async () => {
  const run = await pybench(['run', ...flags(), ...tasks, '--max-cost', '1']);
  expect(run).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('needs the price of') });
  expect(server.calls).toEqual([]);
});

test('the run stops when it has spent --max-cost, and unfinished trials have no score', async () => {
  const more = ['--seeds', '1-4', '--max-cost', '0.005', '--prices', prices(1, 2), '--json'];
  const run = await pybench(['run', ...flags(), ...tasks, ...more]);
  expect(run.code).toBe(1);
  const summary = JSON.parse(run.stdout) as Output;
  expect(summary).toMatchObject({ planned: 4, scored: 1, outcomes: { cancelled: 1, 'no-answer': 1 } });
  expect(run.stderr).toContain(`3 of 4 have no score yet: pybench resume ${summary.run}`);
  expect(server.calls).toHaveLength(3);
  const rest = await pybench(['resume', summary.run, '--json']);
  expect(rest.stderr).toContain('3 trials with');
  expect(JSON.parse(rest.stdout)).toMatchObject({ planned: 4, scored: 4, run: summary.run });
  // The server repeats the last line of its script, so each trial makes two calls: one, and one after the reminder.
  expect(server.calls).toHaveLength(3 + 3 * 2);
});

test('a trial that has spent --max-trial-tokens ends, and the other trials continue', async () => {
  server.play([{ text: '```python\nprint(1)\n```', usage }]);
  const run = await pybench(['run', ...flags(), ...tasks, '--seeds', '1-2', '--max-trial-tokens', '2000', '--json']);
  expect(JSON.parse(run.stdout)).toMatchObject({ planned: 2, scored: 2, outcomes: { budget: 2 } });
  expect(server.calls).toHaveLength(4);
});

test('with --cache, a repeated request is not sent again', async () => {
  const args = ['run', ...flags(), ...tasks, '--cache', join(folder, 'cache'), '--json'];
  expect(JSON.parse((await pybench(args)).stdout)).toMatchObject({ outcomes: { 'no-answer': 1 } });
  const asked = server.calls.length;
  expect(JSON.parse((await pybench(args)).stdout)).toMatchObject({ outcomes: { 'no-answer': 1 } });
  expect(server.calls).toHaveLength(asked);
});

test.each([
  ['--max-cost', 'much', '"much" is not an amount in US dollars'],
  ['--max-cost', '0', 'must be more than 0'],
  ['--max-trial-tokens', '1.5', '"1.5" is not a whole number'],
  ['--prices', 'no-such-file.yaml', 'cannot read prices from no-such-file.yaml'],
])('%s %s is refused: %s', async (flag, value, complaint) => {
  const run = await pybench(['run', ...flags(), ...tasks, flag, value]);
  expect(run.code).toBeGreaterThan(0);
  expect(run.stderr).toContain(complaint);
  expect(server.calls).toEqual([]);
});

test('spending limits are refused for an agent without a model', async () => {
  const run = await pybench(['run', '-a', 'reference', '--max-cost', '1']);
  expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining('--max-cost works with -a interpreter') });
});

/** Runs the command on a pseudo-terminal (script(1)) and types the answer. */
async function atTerminal(answer: string, more: readonly string[]): Promise<string> {
  const command = ['node', join(packageRoot, 'dist', 'src', 'cli', 'main.js'), 'run', ...flags(), ...tasks, ...more];
  const quoted = command.map((word) => `'${word}'`).join(' ');
  const child = promisify(execFile)('script', ['-qec', quoted, join(folder, 'typescript')]);
  child.child.stdin?.end(`${answer}\n`);
  return (await child.catch((error: { stdout: string }) => error)).stdout;
}

test('an expensive run asks for confirmation on a terminal', async () => {
  const dear = ['--prices', prices(1000, 1000)];
  expect(await atTerminal('n', dear)).toMatch(/Start\? \[y\/N\][^]*nothing was started, nothing was spent/);
  expect(server.calls).toEqual([]);
  expect(await atTerminal('y', dear)).toMatch(/Start\?[^]*turns per trial/);
  expect(server.calls).not.toEqual([]);
});

test('a cheap run, or --yes, starts without confirmation', async () => {
  expect(await atTerminal('', ['--prices', prices(0.1, 0.1)])).not.toContain('Start?');
  expect(await atTerminal('', ['--prices', prices(1000, 1000), '--yes'])).not.toContain('Start?');
});
