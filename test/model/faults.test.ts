// The fault that each kind of error of a model service is mapped to.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseModel, type ModelFault, type ModelFaultKind } from '../../src/model/index.ts';
import { ModelServer, type ScriptedAnswer } from '../support/model-server.ts';
import { call, KEY, modelOn, question } from './conversation.ts';

const names = ['openai/gpt-5', 'anthropic/claude-sonnet-4-5', 'google/gemini-2.5-pro', 'openai-compatible/qwen3'];

let server: ModelServer;
beforeAll(async () => {
  server = await ModelServer.start([{ text: 'Hello' }]);
});
afterAll(async () => {
  await server.close();
});

async function faultOf(name: string, answer: ScriptedAnswer, maxTokens?: number): Promise<ModelFault> {
  server.play(() => answer);
  const model = modelOn(server, name, 'silent' in answer ? { timeouts: { idleMs: 200 } } : {});
  const parameters = maxTokens === undefined ? {} : { maxTokens };
  return model.complete({ ...question, parameters }, call()).then(
    (reply) => {
      throw new Error(`no fault but a reply: ${JSON.stringify(reply)}`);
    },
    (error: unknown) => error as ModelFault,
  );
}

const everywhere: [string, ScriptedAnswer, ModelFaultKind, boolean][] = [
  ['429', { status: 429 }, 'rate-limit', true],
  ['500', { status: 500 }, 'unavailable', true],
  ['503 from a proxy, in HTML', { status: 503, body: '<html>busy</html>' }, 'unavailable', true],
  ['529', { status: 529 }, 'unavailable', true],
  ['401', { status: 401 }, 'auth', false],
  ['403', { status: 403 }, 'auth', false],
  ['404', { status: 404 }, 'rejected', false],
  ['400', { status: 400 }, 'rejected', false],
  ['402 without a body', { status: 402, body: '' }, 'rejected', false],
  ['a connection cut before the headers', { cut: 'headers' }, 'unavailable', true],
  ['a connection cut inside the stream', { cut: 'middle' }, 'unavailable', true],
  ['a stream that ends too early', { cut: 'quiet' }, 'unavailable', true],
  ['an empty stream', { broken: 'empty' }, 'unavailable', true],
  ['a stream of broken JSON', { broken: 'json' }, 'malformed', true],
  ['a page of HTML', { broken: 'content-type' }, 'malformed', true],
  ['a service that never answers', { silent: 'first-byte' }, 'timeout', true],
  ['a service that falls silent', { silent: 'middle' }, 'timeout', true],
];

test.each(names.flatMap((name) => everywhere.map(([what, ...rest]) => [name, what, ...rest] as const)))(
  '%s: %s is mapped to the expected fault',
  async (name, _, answer, kind, retryable) => {
    const fault = await faultOf(name, answer);
    expect(fault).toMatchObject({ name: 'ModelFault', kind, retryable });
    expect(fault.message).not.toMatch(/\n/);
  },
);

test.each([
  ['seconds', { 'retry-after': '2' }, 2000],
  ['a fraction of them', { 'retry-after': '0.5' }, 500],
  ['milliseconds', { 'retry-after-ms': '150', 'retry-after': '1' }, 150],
  ['a date that has passed', { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }, 0],
  ['nothing', {}, undefined],
  ['nonsense', { 'retry-after': 'soon' }, undefined],
])('the wait that a service asks for is read: %s', async (_, headers, ms) => {
  const fault = await faultOf('openai-compatible/qwen3', { status: 429, headers });
  expect(fault.retryAfterMs).toBe(ms);
});

test('a wait until a date is measured from the current time', async () => {
  const headers = { 'retry-after': new Date(Date.now() + 60_000).toUTCString() };
  const { retryAfterMs } = await faultOf('anthropic/claude-sonnet-4-5', { status: 429, headers });
  expect(retryAfterMs).toBeGreaterThan(50_000);
  expect(retryAfterMs).toBeLessThanOrEqual(60_000);
});

test('the wait that Google asks for is read from the body', async () => {
  const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34s' }];
  const body = { error: { code: 429, message: 'Quota exceeded', status: 'RESOURCE_EXHAUSTED', details } };
  expect((await faultOf('google/gemini-2.5-pro', { status: 429, body })).retryAfterMs).toBe(34_000);
});

const openai = (message: string, code: string | null = null) => ({
  error: { message, type: 'invalid_request_error', param: 'messages', code },
});

test.each([
  ['openai/gpt-5', 400, openai('Your input exceeds the context window of this model.', 'context_length_exceeded')],
  [
    'anthropic/claude-sonnet-4-5',
    400,
    {
      type: 'error',
      error: { type: 'invalid_request_error', message: 'prompt is too long: 210000 tokens > 200000 maximum' },
    },
  ],
  [
    'anthropic/claude-sonnet-4-5',
    413,
    { type: 'error', error: { type: 'request_too_large', message: 'Request exceeds the maximum size' } },
  ],
  [
    'google/gemini-2.5-pro',
    400,
    {
      error: {
        code: 400,
        message: 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
        status: 'INVALID_ARGUMENT',
      },
    },
  ],
  [
    'openai-compatible/vllm',
    400,
    {
      object: 'error',
      message:
        "This model's maximum context length is 8192 tokens. However, you requested 9001 tokens in the messages. Please reduce the length of the messages.",
      type: 'BadRequestError',
      code: 400,
    },
  ],
  [
    'openai-compatible/llamacpp',
    400,
    {
      error: {
        code: 400,
        message: 'the request exceeds the available context size, try increasing it',
        type: 'exceed_context_size_error',
      },
    },
  ],
])('%s: status %i with a message about the context length is a context-limit fault', async (name, status, body) => {
  expect(await faultOf(name, { status, body }, 1000)).toMatchObject({ kind: 'context-limit', retryable: false });
});

test('a reply limit above the whole context is a rejected request, not a context-limit fault', async () => {
  const text = "This model's maximum context length is 8192 tokens and your request has 90 input tokens.";
  const fault = await faultOf('openai-compatible/vllm', { status: 400, body: openai(text) }, 16_000);
  expect(fault.kind).toBe('rejected');
});

test('an error about an account without credit is not retryable', async () => {
  const body = openai('You exceeded your current quota, please check your plan.', 'insufficient_quota');
  expect(await faultOf('openai/gpt-5', { status: 429, body })).toMatchObject({ kind: 'rate-limit', retryable: false });
});

test('a refused connection is a fault of kind unavailable', async () => {
  const gone = await ModelServer.start([{ text: '' }]);
  const { baseUrl } = gone;
  await gone.close();
  const model = parseModel('openai-compatible/x', { baseUrl, environment: {} });
  await expect(model.complete(question, call())).rejects.toMatchObject({ kind: 'unavailable', retryable: true });
});

test('a reply whose first byte is late but within the idle limit is accepted', async () => {
  server.play([{ text: 'At last', delayMs: 300 }]);
  const model = modelOn(server, 'anthropic/claude-sonnet-4-5', { timeouts: { idleMs: 10_000 } });
  expect((await model.complete(question, call())).parts).toMatchObject([{ text: 'At last' }]);
});

test.each(names)('%s: no fault contains the key, even if the service repeats it in its error', async (name) => {
  const body = openai(`Incorrect API key provided: ${KEY}.`, 'invalid_api_key');
  for (const status of [400, 401, 429, 500]) {
    const fault = await faultOf(name, { status, body });
    expect(fault.message).toContain('[key]');
    expect([fault.message, fault.stack, JSON.stringify(fault), String(fault.cause)].join()).not.toContain(KEY);
  }
});
