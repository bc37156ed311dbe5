// Anthropic's messages, streamed: https://docs.anthropic.com/en/api/messages
import { z } from 'zod';
import { callObjection, pieces, shapeObjection, spelled, spent, type ScriptedReply, type Wire } from './wire.ts';

const cache_control = z.strictObject({ type: z.literal('ephemeral'), ttl: z.string().optional() }).optional();
const text = z.strictObject({ type: z.literal('text'), text: z.string().min(1), cache_control });
const image = z.strictObject({
  type: z.literal('image'),
  source: z.strictObject({
    type: z.literal('base64'),
    media_type: z.enum(['image/png', 'image/jpeg', 'image/webp', 'image/gif']),
    data: z.base64().min(1),
  }),
  cache_control,
});
const toolResult = z.strictObject({
  type: z.literal('tool_result'),
  tool_use_id: z.string(),
  content: z.union([z.string(), z.array(z.discriminatedUnion('type', [text, image])).min(1)]),
  is_error: z.boolean().optional(),
  cache_control,
});
const toolUse = z.strictObject({
  type: z.literal('tool_use'),
  id: z.string().regex(/^[\w-]+$/),
  name: z.string(),
  input: z.record(z.string(), z.unknown()),
  cache_control,
});
const thinking = z.strictObject({
  type: z.literal('thinking'),
  thinking: z.string(),
  signature: z.literal('sig-of-the-server'),
});

const messageSchema = z.discriminatedUnion('role', [
  z.strictObject({
    role: z.literal('user'),
    content: z.array(z.discriminatedUnion('type', [text, image, toolResult])).min(1),
  }),
  z.strictObject({
    role: z.literal('assistant'),
    content: z.array(z.discriminatedUnion('type', [text, toolUse, thinking])).min(1),
  }),
]);

const requestSchema = z.strictObject({
  model: z.string().min(1),
  max_tokens: z.int().positive(),
  messages: z.array(messageSchema).min(1),
  system: z.union([z.string(), z.array(text)]).optional(),
  stream: z.literal(true),
  temperature: z.number().min(0).max(1).optional(),
  stop_sequences: z.array(z.string()).optional(),
  thinking: z
    .discriminatedUnion('type', [
      z.strictObject({ type: z.literal('enabled'), budget_tokens: z.int().min(1024) }),
      z.strictObject({ type: z.literal('adaptive'), display: z.string().optional() }),
    ])
    .optional(),
  output_config: z.strictObject({ effort: z.enum(['low', 'medium', 'high', 'xhigh', 'max']) }).optional(),
  tool_choice: z.strictObject({ type: z.literal('auto') }).optional(),
  tools: z
    .array(
      z.strictObject({
        name: z.string().regex(/^[\w-]{1,128}$/),
        description: z.string(),
        input_schema: z.looseObject({ type: z.literal('object') }),
        cache_control,
      }),
    )
    .optional(),
});

export const messagesWire: Wire = {
  name: 'messages',
  serves: (path) => path.endsWith('/messages'),
  objection(call) {
    if (!call.headers['anthropic-version']) return 'messages: no anthropic-version';
    const shape = shapeObjection(requestSchema, call);
    if (shape !== undefined) return shape;
    const { messages } = requestSchema.parse(call.body);
    if (messages[0]?.role !== 'user') return 'messages: the first message is not the user’s';
    if (messages.some(({ role }, index) => role === messages[index - 1]?.role))
      return 'messages: roles do not take turns';
    if ((JSON.stringify(call.body).match(/"cache_control"/g) ?? []).length > 4) return 'messages: too many cache marks';
    return callObjection(
      messages.map(({ content }) => ({
        calls: content.flatMap((part) => (part.type === 'tool_use' ? [part.id] : [])),
        answers: content.flatMap((part) => (part.type === 'tool_result' ? [part.tool_use_id] : [])),
      })),
    );
  },
  refusal: (status, message) => ({ type: 'error', error: { type: errorTypes[status] ?? 'api_error', message } }),
  frames(reply, call) {
    const { model } = requestSchema.parse(call.body);
    const { input, output, cached } = spent(reply);
    const usage = { input_tokens: input - cached, cache_read_input_tokens: cached, cache_creation_input_tokens: 0 };
    const opening = { type: 'message', role: 'assistant', model, content: [], stop_reason: null, stop_sequence: null };
    return [
      event('message_start', {
        message: { id: `msg_${call.index}`, ...opening, usage: { ...usage, output_tokens: 1 } },
      }),
      event('ping', {}),
      ...blocks(reply, call.index).flatMap(({ start, deltas }, index) => [
        event('content_block_start', { index, content_block: start }),
        ...deltas.map((delta) => event('content_block_delta', { index, delta })),
        event('content_block_stop', { index }),
      ]),
      event('message_delta', {
        delta: { stop_reason: finishOf(reply), stop_sequence: null },
        usage: { output_tokens: output },
      }),
      event('message_stop', {}),
    ];
  },
};

const errorTypes: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  429: 'rate_limit_error',
  529: 'overloaded_error',
};

function event(type: string, fields: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
}

function blocks({ text: said, reasoning, toolCalls }: ScriptedReply, call: number) {
  const all: { start: object; deltas: object[] }[] = [];
  if (reasoning) {
    const deltas: object[] = pieces(reasoning).map((piece) => ({ type: 'thinking_delta', thinking: piece }));
    deltas.push({ type: 'signature_delta', signature: 'sig-of-the-server' });
    all.push({ start: { type: 'thinking', thinking: '', signature: '' }, deltas });
  }
  if (said) {
    const deltas = pieces(said).map((piece) => ({ type: 'text_delta', text: piece }));
    all.push({ start: { type: 'text', text: '' }, deltas });
  }
  for (const [index, tool] of (toolCalls ?? []).entries()) {
    const deltas = pieces(spelled(tool.arguments)).map((piece) => ({ type: 'input_json_delta', partial_json: piece }));
    all.push({
      start: { type: 'tool_use', id: tool.id ?? `toolu_${call}_${index}`, name: tool.name, input: {} },
      deltas,
    });
  }
  return all;
}

function finishOf({ finish, toolCalls }: ScriptedReply): string {
  if (finish) return finish === 'refusal' ? 'refusal' : 'max_tokens';
  return toolCalls ? 'tool_use' : 'end_turn';
}
