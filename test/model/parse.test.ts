// Models by name: parsing, keys and addresses, and the stack of middleware.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Problem } from '../../src/core/index.ts';
import { parseModel, readEnvironment, withMiddleware } from '../../src/model/index.ts';
import { ModelServer } from '../support/model-server.ts';
import { temporaryFolder } from '../support/folder.ts';
import { call, question } from './conversation.ts';
import { reply, scripted } from './middleware/scripted.ts';

test.each([
  ['gpt-5', 'usage', /"gpt-5" is not a model; .*openai, anthropic, google, openrouter.*human/],
  ['nobody/gpt-5', 'usage', /the providers are openai/],
  ['openai/', 'usage', /"openai\/" names no model; say which, such as openai\/gpt-5/],
  ['openai-compatible/x', 'usage', /openai-compatible\/ needs --base-url/],
  ['openai/gpt-5', 'run', /openai needs a key: set OPENAI_API_KEY, in the environment or in .env/],
])('%s is refused with a message that says how to fix it', (name, kind, message) => {
  let problem: unknown;
  try {
    parseModel(name, { environment: {} });
  } catch (error) {
    problem = error;
  }
  expect(problem).toBeInstanceOf(Problem);
  expect(problem).toMatchObject({ kind, message: expect.stringMatching(message) as string });
});

test('an invalid base URL is refused', () => {
  expect(() => parseModel('vllm/x', { environment: {}, baseUrl: 'localhost:8000' })).toThrow(/is not a base URL/);
});

test('the part after the provider may contain slashes and colons', async () => {
  const server = await ModelServer.start([{ text: 'Hello' }]);
  const model = parseModel('openai-compatible/org/model:free', { environment: {}, baseUrl: server.baseUrl });
  await model.complete(question, call());
  expect(server.calls[0]?.body).toMatchObject({ model: 'org/model:free' });
  expect(server.calls[0]?.headers.authorization).toBeUndefined();
  await server.close();
});

test('an Anthropic address without a version gets the path /v1', async () => {
  const server = await ModelServer.start([{ text: 'Hello' }]);
  const environment = { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: server.origin };
  await parseModel('anthropic/claude-sonnet-4-5', { environment }).complete(question, call());
  expect(server.calls[0]?.path).toBe('/v1/messages');
  await server.close();
});

test.each([
  ['openai/gpt-5', true],
  ['openai/gpt-3.5-turbo', false],
  ['anthropic/claude-sonnet-4-5', true],
  ['google/gemini-2.5-pro', true],
  ['deepseek/deepseek-chat', false],
  ['ollama/qwen3:8b', false],
  ['ollama/qwen2.5vl:7b', true],
  ['vllm/Qwen/Qwen2.5-VL-7B-Instruct', true],
  ['openrouter/openai/gpt-4o', true],
  ['groq/openai/gpt-oss-120b', false],
  ['vllm/meta-llama/Llama-3.1-8B-Instruct', false],
])('%s accepts pictures: %s', (name, sees) => {
  const environment = Object.fromEntries(
    ['OPENAI', 'ANTHROPIC', 'GEMINI', 'DEEPSEEK', 'OPENROUTER', 'GROQ'].map((each) => [`${each}_API_KEY`, 'k']),
  );
  expect(parseModel(name, { environment }).sees).toBe(sees);
  expect(parseModel(name, { environment, sees: !sees }).sees).toBe(!sees);
});

test('variables are read from .env, and the environment takes precedence', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, '.env'), '# keys\nexport A_KEY="from file" # here\nB_KEY=from-file\n');
  expect(readEnvironment(folder, { B_KEY: 'from-environment' })).toEqual({
    A_KEY: 'from file',
    B_KEY: 'from-environment',
  });
  expect(readEnvironment(temporaryFolder(), { B_KEY: 'x' })).toEqual({ B_KEY: 'x' });
});

test('a key with invalid characters is refused, and the message does not contain it', () => {
  expect(() => parseModel('openai/gpt-5', { environment: { OPENAI_API_KEY: 'sk\nsecret' } })).toThrow(
    /^OPENAI_API_KEY contains characters that a key cannot have$/,
  );
});

test('the stack of middleware counts calls and cost, and enforces the budget of the run', async () => {
  const usage = { inputTokens: 1_000_000, outputTokens: 0 };
  const prices = { 'test/*': { input: 1, output: 1 } };
  const { model, meter } = withMiddleware(scripted(reply('yes', usage)), { prices, perRun: { cost: 2 } });
  await model.complete(question, call(1));
  await model.complete(question, call(2));
  await expect(model.complete(question, call(3))).rejects.toMatchObject({ kind: 'run-budget' });
  expect(meter.totals).toMatchObject({ calls: 2, cost: 2, faults: 0 });
});

test('a cost limit for a model without a known price is refused before the first call', () => {
  expect(() => withMiddleware(scripted(reply('yes')), { perRun: { cost: 2 } })).toThrow(
    /needs the price of test\/model/,
  );
});
