// OpenAI's chat completions, streamed: https://platform.openai.com/docs/api-reference/chat
import { z } from 'zod';
import { callObjection, pieces, shapeObjection, spelled, spent, type ScriptedReply, type Wire } from './wire.ts';

const json = z.string().refine(isJson, { error: 'is not JSON' });

const content = z.union([
  z.string(),
  z
    .array(
      z.discriminatedUnion('type', [
        z.strictObject({ type: z.literal('text'), text: z.string() }),
        z.strictObject({
          type: z.literal('image_url'),
          image_url: z.strictObject({ url: z.string().regex(/^data:image\/(png|jpeg|webp|gif);base64,[\w+/]+=*$/) }),
        }),
      ]),
    )
    .min(1),
]);

const message = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('system'), content: z.string().min(1) }),
  z.strictObject({ role: z.literal('developer'), content: z.string().min(1) }),
  z.strictObject({ role: z.literal('user'), content }),
  z.strictObject({
    role: z.literal('assistant'),
    content: z.string().nullish(),
    /** An extension of OpenAI's format: DeepSeek, vLLM and llama.cpp send it and accept it in requests. */
    reasoning_content: z.string().optional(),
    tool_calls: z
      .array(
        z.strictObject({
          id: z.string(),
          type: z.literal('function'),
          function: z.strictObject({ name: z.string(), arguments: json }),
        }),
      )
      .min(1)
      .optional(),
  }),
  z.strictObject({ role: z.literal('tool'), tool_call_id: z.string(), content: z.string() }),
]);

const requestSchema = z.strictObject({
  model: z.string().min(1),
  messages: z.array(message).min(1),
  stream: z.literal(true),
  stream_options: z.strictObject({ include_usage: z.boolean() }).optional(),
  max_tokens: z.int().positive().optional(),
  max_completion_tokens: z.int().positive().optional(),
  temperature: z.number().min(0).max(2).optional(),
  stop: z.array(z.string()).min(1).max(4).optional(),
  seed: z.int().optional(),
  reasoning_effort: z.string().optional(),
  store: z.boolean().optional(),
  tool_choice: z.literal('auto').optional(),
  tools: z
    .array(
      z.strictObject({
        type: z.literal('function'),
        function: z.strictObject({
          name: z.string().regex(/^[\w-]{1,64}$/),
          description: z.string().optional(),
          parameters: z.looseObject({ type: z.literal('object') }),
          strict: z.boolean().optional(),
        }),
      }),
    )
    .min(1)
    .optional(),
});

export const chatWire: Wire = {
  name: 'chat',
  serves: (path) => path.endsWith('/chat/completions'),
  objection(call) {
    const shape = shapeObjection(requestSchema, call);
    if (shape !== undefined) return shape;
    const { messages } = requestSchema.parse(call.body);
    return callObjection(
      messages.map((each) => ({
        calls: each.role === 'assistant' ? (each.tool_calls ?? []).map(({ id }) => id) : [],
        answers: each.role === 'tool' ? [each.tool_call_id] : [],
      })),
    );
  },
  refusal: (status, text) => ({
    error: { message: text, type: status < 500 ? 'invalid_request_error' : 'server_error', param: null, code: null },
  }),
  frames(reply, call) {
    const { model, stream_options } = requestSchema.parse(call.body);
    const head = { id: `chatcmpl-${call.index}`, object: 'chat.completion.chunk', created: 1_790_000_000, model };
    const chunk = (delta: object, finish: string | null = null) =>
      frame({ ...head, choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }], usage: null });
    const usage = stream_options?.include_usage ? [frame({ ...head, choices: [], usage: chatUsage(reply) })] : [];
    return [
      chunk({ role: 'assistant', content: '' }),
      ...pieces(reply.reasoning ?? '').map((text) => chunk({ reasoning_content: text })),
      ...pieces(reply.text ?? '').map((text) => chunk({ content: text })),
      ...(reply.toolCalls ?? []).flatMap((tool, index) => {
        const opening = { index, id: tool.id ?? `call_${call.index}_${index}`, type: 'function' };
        return [
          chunk({ tool_calls: [{ ...opening, function: { name: tool.name, arguments: '' } }] }),
          ...pieces(spelled(tool.arguments)).map((text) =>
            chunk({ tool_calls: [{ index, function: { arguments: text } }] }),
          ),
        ];
      }),
      chunk({}, finishOf(reply)),
      ...usage,
      'data: [DONE]\n\n',
    ];
  },
};

function frame(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

function finishOf({ finish, toolCalls }: ScriptedReply): string {
  if (finish) return finish === 'refusal' ? 'content_filter' : 'length';
  return toolCalls ? 'tool_calls' : 'stop';
}

function chatUsage(reply: ScriptedReply) {
  const { input, output, cached, reasoning, cost } = spent(reply);
  return {
    ...(cost === undefined ? {} : { cost }),
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cached },
    completion_tokens_details: { reasoning_tokens: reasoning },
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
