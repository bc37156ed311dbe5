// `pybench models`: lists the providers and whether their keys are set, and checks models with one request each.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pybench } from '../support/cli.ts';
import { temporaryFolder } from '../support/folder.ts';
import { ModelServer } from '../support/model-server.ts';

const KEY = 'sk-test-of-the-models-command';

/** Clears the keys and base URLs of this machine's environment, so that they do not affect the tests. */
const env = Object.fromEntries(
  Object.keys(process.env)
    .filter((name) => /_API_KEY$|_BASE_URL$/.test(name))
    .map((name) => [name, '']),
);

interface Output {
  readonly providers: { readonly provider: string; readonly key: object | null }[];
  readonly checks: { readonly model: string; readonly ok: boolean; readonly problem: string | null }[];
}

let server: ModelServer;
beforeEach(async () => {
  server = await ModelServer.start([{ text: 'ok', finish: 'length', usage: { output: 1 } }]);
});
afterEach(async () => {
  await server.close();
});

test('the list of providers states which keys are set, in the environment or in .env', async () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, '.env'), `MISTRAL_API_KEY=${KEY}\n`);
  const { code, stdout, stderr } = await pybench(['models', '--json'], { cwd, env: { ...env, OPENAI_API_KEY: KEY } });
  expect(code).toBe(0);
  const { providers } = JSON.parse(stdout) as Output;
  const keyOf = (name: string) => providers.find(({ provider }) => provider === name)?.key;
  expect(keyOf('openai')).toEqual({ variable: 'OPENAI_API_KEY', present: true, needed: true });
  expect(keyOf('mistral')).toMatchObject({ variable: 'MISTRAL_API_KEY', present: true });
  expect(keyOf('anthropic')).toMatchObject({ variable: 'ANTHROPIC_API_KEY', present: false });
  expect(keyOf('ollama')).toMatchObject({ present: false, needed: false });
  expect(keyOf('human')).toBeNull();
  const table = await pybench(['models'], { cwd, env: { ...env, OPENAI_API_KEY: KEY } });
  expect(table.stdout).toMatch(/anthropic\s+│ missing: ANTHROPIC_API_KEY/);
  expect(stdout + stderr + table.stdout + table.stderr).not.toContain(KEY);
});

test('a check sends a minimal request and prints how long it took', async () => {
  const args = [
    'models',
    '--check',
    'vllm/a',
    '--check',
    'anthropic/b',
    '--check',
    'openai/c',
    '--base-url',
    server.baseUrl,
  ];
  const { code, stdout } = await pybench(args, { env });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^✓ vllm\/a answered in \d+ ms, 1 token\n✓ anthropic\/b .*\n✓ openai\/c /);
  expect(server.objections).toEqual([]);
  expect(server.calls.map(({ body }) => body)).toMatchObject([
    { max_tokens: 1 },
    { max_tokens: 1 },
    { max_output_tokens: 16 },
  ]);
});

test('a failed check prints the reason in one line without the key and exits with 1', async () => {
  server.play([{ status: 401, body: { error: { message: `Incorrect API key provided: ${KEY}`, type: 'auth' } } }]);
  const args = ['models', '--check', 'openai/gpt-5', '--base-url', server.baseUrl];
  const { code, stdout, stderr } = await pybench(args, { env: { ...env, OPENAI_API_KEY: KEY } });
  expect(code).toBe(1);
  expect(stdout).toBe('✗ openai/gpt-5: auth: 401: Incorrect API key provided: [key]\n');
  expect(stderr).toBe('');
  const json = await pybench([...args, '--json'], { env: { ...env, OPENAI_API_KEY: KEY } });
  expect((JSON.parse(json.stdout) as Output).checks).toMatchObject([{ model: 'openai/gpt-5', ok: false }]);
});

test('an unknown provider is a usage error', async () => {
  const { code, stderr } = await pybench(['models', '--check', 'nobody/x'], { env });
  expect(code).toBe(2);
  expect(stderr).toContain('the providers are openai, anthropic');
});
