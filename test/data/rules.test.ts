// The format rules, which other tests apply to exports, refuse malformed documents.
import { expect, test } from 'vitest';
import { atifFaults } from '../support/export-rules/atif.ts';
import { messagesFaults } from '../support/export-rules/messages.ts';

const call = (id: string, args = '{}') => ({ id, type: 'function', function: { name: 'python', arguments: args } });
const parameters = { type: 'object' };
const tools = [{ type: 'function', function: { name: 'python', description: 'runs', parameters } }];
const user = { role: 'user', content: 'Hi' };
const calling = { role: 'assistant', content: null, tool_calls: [call('a')] };
const result = { role: 'tool', tool_call_id: 'a', content: 'ok' };
const last = { role: 'assistant', content: 'Done.' };

test('messages: a valid line is accepted', () => {
  expect(messagesFaults({ messages: [{ role: 'system', content: 'S' }, user, calling, result, last], tools })).toEqual(
    [],
  );
});

test.each([
  ['a key of its own', { messages: [user, last], note: 1 }],
  ['an end that is not the model’s', { messages: [user, last, user] }],
  ['a reply of nothing', { messages: [user, { role: 'assistant', content: null }] }],
  ['a call without a result', { messages: [user, calling, { ...user }, last], tools }],
  ['a result without a call', { messages: [user, calling, { ...result, tool_call_id: 'b' }, last], tools }],
  ['arguments that are no object', { messages: [user, { ...calling, tool_calls: [call('a', '[1]')] }], tools }],
  ['arguments that are no text', { messages: [user, { ...calling, tool_calls: [call('a', {} as string)] }], tools }],
  ['two messages of the user’s', { messages: [user, user, last] }],
  ['calls without tools', { messages: [user, calling, result, last] }],
  [
    'a picture in a result',
    { messages: [user, calling, { ...result, content: [{ type: 'image_url' }] }, last], tools },
  ],
])('messages: %s is refused', (_, line) => {
  expect(messagesFaults(line)).not.toEqual([]);
});

const agentStep = {
  step_id: 2,
  source: 'agent',
  message: '',
  tool_calls: [{ tool_call_id: 'a', function_name: 'python', arguments: {} }],
  observation: { results: [{ source_call_id: 'a', content: 'ok' }] },
  metrics: { prompt_tokens: 1 },
};
const userStep = { step_id: 1, source: 'user', message: 'Hi', timestamp: '2026-01-01T00:00:00.000Z' };
const document = (...steps: object[]) => ({
  schema_version: 'ATIF-v1.7',
  trajectory_id: 't',
  agent: { name: 'a', version: '1' },
  steps,
});
const picture = (part: object) => ({ ...userStep, message: [part] });

test('ATIF: a valid document is accepted', () => {
  expect(atifFaults(document(userStep, agentStep))).toEqual([]);
});

test.each([
  ['another version', { ...document(userStep), schema_version: 'ATIF-v1.6' }],
  ['a key of its own', { ...document(userStep), note: 1 }],
  ['a key of its own in a step', document({ ...userStep, note: 1 })],
  ['no steps', document()],
  ['a gap', document(userStep, { ...agentStep, step_id: 3 })],
  ['metrics of a user', document({ ...userStep, metrics: {} })],
  ['half a token', document(userStep, { ...agentStep, metrics: { prompt_tokens: 1.5 } })],
  ['a time of its own', document({ ...userStep, timestamp: 'yesterday' })],
  ['a result without a call', document(userStep, { ...agentStep, tool_calls: [] })],
  [
    'arguments in a text',
    document(userStep, { ...agentStep, tool_calls: [{ ...agentStep.tool_calls[0], arguments: '{}' }] }),
  ],
  ['metrics without a call of a model', document(userStep, { ...agentStep, llm_call_count: 0 })],
  ['a bitmap', document(picture({ type: 'image', source: { media_type: 'image/bmp', path: 'x' } }))],
  [
    'words on a picture',
    document(picture({ type: 'image', text: 'x', source: { media_type: 'image/png', path: 'x' } })),
  ],
  ['a wrong count of steps', { ...document(userStep), final_metrics: { total_steps: 2 } }],
])('ATIF: %s is refused', (_, value) => {
  expect(atifFaults(value)).not.toEqual([]);
});
