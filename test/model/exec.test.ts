// Models of the kind exec/COMMAND, run as real processes.
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { parseModel, type Model } from '../../src/model/index.ts';
import { temporaryFolder } from '../support/folder.ts';
import { call, question } from './conversation.ts';

function shell(script: string, options: { totalMs?: number } = {}): { model: Model; folder: string } {
  const folder = temporaryFolder();
  const file = join(folder, 'model.sh');
  writeFileSync(file, `#!/bin/sh\ncd ${folder}\n${script}\n`);
  chmodSync(file, 0o755);
  return { model: parseModel(`exec/${file} --flag`, { timeouts: options }), folder };
}

test('plain text on stdout becomes the text of the reply', async () => {
  const { model } = shell('cat > /dev/null; printf "Hello,\\n\\nworld\\n"');
  expect(await model.complete(question, call())).toMatchObject({
    parts: [{ type: 'text', text: 'Hello,\n\nworld' }],
    finish: 'stop',
  });
});

test('the program receives the request as JSON on stdin, with trial and turn', async () => {
  const { model, folder } = shell('cat > request.json; echo "$1"');
  const reply = await model.complete(question, call(3));
  expect(reply.parts).toEqual([{ type: 'text', text: '--flag' }]);
  const seen: unknown = JSON.parse(readFileSync(join(folder, 'request.json'), 'utf8'));
  expect(seen).toEqual({ ...question, trial: 'chart/tied-winner@1.en#1', turn: 3 });
});

test('the program does not get the salt', async () => {
  vi.stubEnv('PYBENCH_SALT', 'private');
  const { model } = shell('cat > /dev/null; echo "salt: ${PYBENCH_SALT:-none}"');
  expect(await model.complete(question, call())).toMatchObject({ parts: [{ type: 'text', text: 'salt: none' }] });
  vi.unstubAllEnvs();
});

test('JSON with "content" is read as a reply with tool calls and usage', async () => {
  const answer = {
    content: 'Let me see.',
    toolCalls: [
      { name: 'python', arguments: { code: '1' } },
      { id: 'x', name: 'python', arguments: '{"code": ' },
    ],
    usage: { inputTokens: 5, outputTokens: 6 },
  };
  const { model } = shell(`cat <<'END'\n${JSON.stringify(answer)}\nEND`);
  expect(await model.complete(question, call(2))).toMatchObject({
    parts: [
      { type: 'text', text: 'Let me see.' },
      { type: 'tool-call', id: 'call_2_0', name: 'python', input: { code: '1' }, raw: '{"code":"1"}' },
      { type: 'tool-call', id: 'x', name: 'python', input: undefined, raw: '{"code": ' },
    ],
    finish: 'tool-calls',
    usage: { inputTokens: 5, outputTokens: 6 },
  });
});

test('JSON without "content" becomes the text of the reply', async () => {
  const { model } = shell(`echo '{"winner": "north"}'`);
  expect((await model.complete(question, call())).parts).toEqual([{ type: 'text', text: '{"winner": "north"}' }]);
});

test.each([
  [
    'a failure',
    'echo "no weights" >&2; exit 3',
    { kind: 'unavailable', retryable: true, message: /code 3: no weights/ },
  ],
  ['a command that is not there', 'exec ./missing', { kind: 'rejected', retryable: false }],
  ['tool calls out of shape', `echo '{"content": "", "toolCalls": [{"arguments": 1}]}'`, { kind: 'malformed' }],
])(
  '%s is reported as a ModelFault',
  async (_, script, { message, ...fields }: { message?: RegExp; kind: string; retryable?: boolean }) => {
    const error = await shell(script)
      .model.complete(question, call())
      .catch((each: unknown) => each as Error);
    expect(error).toMatchObject({ name: 'ModelFault', ...fields });
    if (message) expect((error as Error).message).toMatch(message);
  },
);

test('a program that does not read its request can still reply', async () => {
  const long = { ...question, system: 'x'.repeat(5_000_000) };
  expect((await shell('echo done').model.complete(long, call())).parts).toEqual([{ type: 'text', text: 'done' }]);
});

/** Whether the process whose id the script wrote to the file is running. */
const alive = (file: string) => existsSync(file) && existsSync(`/proc/${readFileSync(file, 'utf8').trim()}/cwd`);

test('an abort kills the program with its children', async () => {
  const { model, folder } = shell('sleep 1000 & echo $! > child.pid; wait');
  const stop = new AbortController();
  const reply = model.complete(question, call(1, stop.signal));
  await expect.poll(() => alive(join(folder, 'child.pid'))).toBe(true);
  stop.abort(new Error('stopped'));
  await expect(reply).rejects.toThrow('stopped');
  await expect.poll(() => alive(join(folder, 'child.pid'))).toBe(false);
});

test('a program that takes too long is killed with its children', async () => {
  const { model, folder } = shell('sleep 1000 & echo $! > child.pid; wait', { totalMs: 2000 });
  await expect(model.complete(question, call())).rejects.toMatchObject({ kind: 'timeout', retryable: true });
  await expect.poll(() => alive(join(folder, 'child.pid'))).toBe(false);
});

test('child processes that keep running do not delay the reply, and are killed', async () => {
  const { model, folder } = shell('sleep 1000 & echo $! > child.pid; echo answered');
  expect((await model.complete(question, call())).parts).toEqual([{ type: 'text', text: 'answered' }]);
  await expect.poll(() => alive(join(folder, 'child.pid'))).toBe(false);
});
