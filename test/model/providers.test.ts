// Every family of providers against the loopback server, which refuses the same requests as the real services.
import type { Message, ModelReply, ModelRequest } from '../../src/core/index.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ModelServer } from '../support/model-server.ts';
import { call, KEY, modelOn, PICTURE, python, question } from './conversation.ts';

const families = [
  ['openai/gpt-5', 'responses'],
  ['openai/gpt-4.1', 'responses'],
  ['anthropic/claude-sonnet-4-5', 'messages'],
  ['anthropic/claude-of-tomorrow', 'messages'],
  ['google/gemini-3-pro', 'google'],
  ['openai-compatible/qwen3', 'chat'],
  ['mistral/mistral-large-latest', 'chat'],
] as const;

let server: ModelServer;
beforeEach(async () => {
  server = await ModelServer.start([{ text: 'Hello' }]);
});
afterEach(async () => {
  await server.close();
});

test.each(families)('%s: the streamed reply and its usage are collected', async (name, wire) => {
  server.play([
    { text: 'A long answer, in several pieces.', usage: { input: 1000, output: 50, cached: 800, reasoning: 30 } },
  ]);
  const reply = await modelOn(server, name).complete(question, call());
  expect(server.objections).toEqual([]);
  expect(server.calls[0]?.wire).toBe(wire);
  expect(reply.parts).toMatchObject([{ type: 'text', text: 'A long answer, in several pieces.' }]);
  expect(reply).toMatchObject({ finish: 'stop', attempts: 1 });
  if (name.startsWith('mistral')) return;
  expect(reply.usage).toMatchObject({ inputTokens: 1000, outputTokens: 50, cachedTokens: 800 });
  if (wire !== 'messages') expect(reply.usage.reasoningTokens).toBe(30);
});

test.each(families)('%s: the finish reason of the service is returned', async (name) => {
  server.play([
    { text: 'Too lo', finish: 'length' },
    { text: 'I will not', finish: 'refusal' },
  ]);
  const model = modelOn(server, name);
  expect((await model.complete(question, call())).finish).toBe('length');
  expect((await model.complete(question, call())).finish).toBe('refusal');
});

test.each(families)('%s works with tools over several turns, including reasoning and pictures', async (name, wire) => {
  const code = 'print("a")\nprint("b")';
  server.play([
    {
      reasoning: 'I should look at both files first.',
      text: 'Let me look.',
      toolCalls: [
        { name: 'python', arguments: { code } },
        { name: 'python', arguments: { code: '2' } },
      ],
    },
    { text: 'Done.' },
  ]);
  const model = modelOn(server, name);
  const request: ModelRequest = { ...question, tools: [python] };
  const first = await model.complete(request, call());
  expect(first.finish).toBe('tool-calls');
  const calls = first.parts.filter((part) => part.type === 'tool-call');
  expect(calls).toMatchObject([
    { name: 'python', input: { code }, raw: JSON.stringify({ code }) },
    { name: 'python', input: { code: '2' } },
  ]);
  expect(first.parts).toContainEqual(
    expect.objectContaining({ type: 'reasoning', text: 'I should look at both files first.' }),
  );

  const second = await model.complete({ ...request, messages: [...request.messages, ...answers(first)] }, call(2));
  expect(server.objections).toEqual([]);
  expect(second.parts).toMatchObject([{ type: 'text', text: 'Done.' }]);
  const sent = JSON.stringify(server.calls[1]?.body);
  expect(sent.split(PICTURE)).toHaveLength(3);
  expect(sent).toContain('the first result');
  if (name.startsWith('mistral')) expect(sent).not.toContain('I should look');
  // Google takes back only the signature of a thought, not its text.
  else if (wire !== 'google') expect(sent).toContain('I should look at both files first.');
});

/** The answers of an agent loop: text and a picture to the first call, text to the second, then a user message. */
function answers(reply: ModelReply): Message[] {
  const calls = reply.parts.filter((part) => part.type === 'tool-call');
  return [
    { role: 'assistant', parts: reply.parts },
    ...calls.map(({ id, name }, index): Message => {
      const text = { type: 'text' as const, text: index === 0 ? 'the first result' : 'the second' };
      const picture = { type: 'image' as const, mime: 'image/png', base64: PICTURE };
      return { role: 'tool', id, name, parts: index === 0 ? [text, picture] : [text] };
    }),
    { role: 'user', parts: [{ type: 'text', text: 'Three turns are left.' }] },
  ];
}

test.each(families.filter(([, wire]) => wire !== 'google'))(
  '%s: tool arguments that are not JSON are returned unparsed and can be sent back',
  async (name) => {
    server.play([{ toolCalls: [{ name: 'python', arguments: '{"code": "print(1)' }] }, { text: 'Sorry.' }]);
    const model = modelOn(server, name);
    const first = await model.complete({ ...question, tools: [python] }, call());
    expect(first.parts).toMatchObject([{ type: 'tool-call', input: undefined, raw: '{"code": "print(1)' }]);
    await model.complete(
      { ...question, tools: [python], messages: [...question.messages, ...answers(first)] },
      call(2),
    );
    expect(server.objections).toEqual([]);
    expect(JSON.stringify(server.calls[1]?.body)).toContain('malformed_arguments');
  },
);

test.each(families)('%s gets parameters under the names of its API', async (name, wire) => {
  const parameters = { temperature: 0.5, maxTokens: 777, stop: ['<end>'], seed: 7 };
  await modelOn(server, name).complete({ ...question, parameters }, call());
  expect(server.objections).toEqual([]);
  const body = server.calls[0]?.body;
  if (wire === 'chat') expect(body).toMatchObject({ temperature: 0.5, max_tokens: 777, stop: ['<end>'], seed: 7 });
  if (wire === 'messages') expect(body).toMatchObject({ max_tokens: 777, stop_sequences: ['<end>'] });
  if (name === 'anthropic/claude-sonnet-4-5') expect(body).toMatchObject({ temperature: 0.5 });
  if (wire === 'google') {
    expect(body).toMatchObject({
      generationConfig: { temperature: 0.5, maxOutputTokens: 777, stopSequences: ['<end>'], seed: 7 },
    });
  }
  if (name === 'openai/gpt-4.1') expect(body).toMatchObject({ temperature: 0.5, max_output_tokens: 777, store: false });
});

test.each([
  ['openai/gpt-5', { reasoning: { effort: 'low' } }],
  ['anthropic/claude-sonnet-4-5', { thinking: { type: 'enabled', budget_tokens: 2048 } }],
  ['anthropic/claude-opus-5-5', { thinking: { type: 'adaptive' }, output_config: { effort: 'low' } }],
  ['google/gemini-2.5-pro', { generationConfig: { thinkingConfig: { thinkingBudget: 2048 } } }],
  ['google/gemini-3-pro', { generationConfig: { thinkingConfig: { thinkingLevel: 'low' } } }],
  ['openai-compatible/qwen3', { reasoning_effort: 'low' }],
])('%s receives the reasoning effort in the form of its API', async (name, body) => {
  await modelOn(server, name).complete({ ...question, parameters: { reasoningEffort: 'low' } }, call());
  expect(server.objections).toEqual([]);
  expect(server.calls[0]?.body).toMatchObject(body);
});

test('an unsupported parameter gives one warning', async () => {
  const heard: string[] = [];
  const model = modelOn(server, 'openai/gpt-5', { warn: (text) => heard.push(text) });
  await model.complete({ ...question, parameters: { seed: 7 } }, call());
  await model.complete({ ...question, parameters: { seed: 7 } }, call());
  expect(heard).toEqual(['openai/gpt-5: seed is not supported']);
});

test.each(families)('%s: an empty reply is left out of later requests', async (name) => {
  const messages: Message[] = [
    ...question.messages,
    { role: 'assistant', parts: [{ type: 'text', text: ' \n' }] },
    { role: 'user', parts: [{ type: 'text', text: 'You said nothing.' }] },
  ];
  await modelOn(server, name).complete({ ...question, messages }, call());
  expect(server.objections).toEqual([]);
});

test('the key is sent in the header that each service reads', async () => {
  for (const [name] of families) await modelOn(server, name).complete(question, call());
  expect(
    server.calls.map(({ headers }) => headers.authorization ?? headers['x-api-key'] ?? headers['x-goog-api-key']),
  ).toEqual([`Bearer ${KEY}`, `Bearer ${KEY}`, KEY, KEY, KEY, `Bearer ${KEY}`, `Bearer ${KEY}`]);
});

test('the cost that OpenRouter reports is used', async () => {
  server.play([{ text: 'Hello', usage: { cost: 0.0125 } }]);
  expect((await modelOn(server, 'openrouter/acme/large').complete(question, call())).usage.cost).toBe(0.0125);
});

test('the prefix of an Anthropic request is marked for the cache', async () => {
  await modelOn(server, 'anthropic/claude-sonnet-4-5').complete(question, call());
  expect(server.calls[0]?.body).toMatchObject({
    system: [{ text: question.system, cache_control: { type: 'ephemeral' } }],
    messages: [{ content: [{ type: 'text' }, { type: 'image', cache_control: { type: 'ephemeral' } }] }],
  });
});

test('an abort ends the call and closes the connection', async () => {
  server.play([{ silent: 'middle' }]);
  const stop = new AbortController();
  const reply = modelOn(server, 'openai-compatible/qwen3').complete(question, call(1, stop.signal));
  await expect.poll(() => server.open).toBe(1);
  stop.abort(new Error('stopped by the user'));
  await expect(reply).rejects.toThrow('stopped by the user');
  await expect.poll(() => server.open).toBe(0);
});
