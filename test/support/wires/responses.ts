// OpenAI's responses, streamed and not stored: https://platform.openai.com/docs/api-reference/responses
import { z } from 'zod';
import { callObjection, pieces, shapeObjection, spelled, spent, type ScriptedReply, type Wire } from './wire.ts';

const inputImage = z.strictObject({
  type: z.literal('input_image'),
  image_url: z.string().regex(/^data:image\/(png|jpeg|webp|gif);base64,[\w+/]+=*$/),
  detail: z.string().optional(),
});
const inputText = z.strictObject({ type: z.literal('input_text'), text: z.string() });

const userMessage = z.strictObject({
  role: z.literal('user'),
  content: z.array(z.discriminatedUnion('type', [inputText, inputImage])).min(1),
});
const systemMessage = z.strictObject({ role: z.enum(['system', 'developer']), content: z.string().min(1) });
const assistantMessage = z.strictObject({
  role: z.literal('assistant'),
  content: z.array(z.strictObject({ type: z.literal('output_text'), text: z.string() })).min(1),
  id: z.string().optional(),
});
const functionCall = z.strictObject({
  type: z.literal('function_call'),
  call_id: z.string(),
  name: z.string(),
  arguments: z.string(),
  id: z.string().optional(),
});
const functionOutput = z.strictObject({
  type: z.literal('function_call_output'),
  call_id: z.string(),
  output: z.union([z.string(), z.array(z.discriminatedUnion('type', [inputText, inputImage]))]),
});
const reasoning = z.strictObject({
  type: z.literal('reasoning'),
  id: z.string().optional(),
  encrypted_content: z.literal('sealed-by-the-server'),
  summary: z.array(z.strictObject({ type: z.literal('summary_text'), text: z.string() })),
});

const requestSchema = z.strictObject({
  model: z.string().min(1),
  input: z
    .array(z.union([userMessage, systemMessage, assistantMessage, functionCall, functionOutput, reasoning]))
    .min(1),
  stream: z.literal(true),
  /** The service must not store any part of an instance. */
  store: z.literal(false),
  include: z.array(z.literal('reasoning.encrypted_content')).optional(),
  max_output_tokens: z.int().min(16).optional(),
  temperature: z.number().min(0).max(2).optional(),
  reasoning: z.strictObject({ effort: z.string().optional(), summary: z.string().optional() }).optional(),
  tool_choice: z.literal('auto').optional(),
  tools: z
    .array(
      z.strictObject({
        type: z.literal('function'),
        name: z.string().regex(/^[\w-]{1,64}$/),
        description: z.string().optional(),
        parameters: z.looseObject({ type: z.literal('object') }),
        strict: z.boolean().optional(),
      }),
    )
    .optional(),
});

export const responsesWire: Wire = {
  name: 'responses',
  serves: (path) => path.endsWith('/responses'),
  objection(call) {
    const shape = shapeObjection(requestSchema, call);
    if (shape !== undefined) return shape;
    // Parallel calls are separate items, but belong to one turn.
    const turns: { calls: string[]; answers: string[] }[] = [];
    for (const item of requestSchema.parse(call.body).input) {
      const last = turns.at(-1);
      if ('type' in item && item.type === 'function_call' && last?.calls.length) last.calls.push(item.call_id);
      else if ('type' in item && item.type === 'function_call') turns.push({ calls: [item.call_id], answers: [] });
      else if ('type' in item && item.type === 'function_call_output') {
        turns.push({ calls: [], answers: [item.call_id] });
      } else turns.push({ calls: [], answers: [] });
    }
    return callObjection(turns);
  },
  refusal: (status, message) => ({
    error: { message, type: status < 500 ? 'invalid_request_error' : 'server_error', param: null, code: null },
  }),
  frames(reply, call) {
    const { model } = requestSchema.parse(call.body);
    const head = { id: `resp_${call.index}`, object: 'response', created_at: 1_790_000_000, model };
    const cut = reply.finish === 'length' ? { incomplete_details: { reason: 'max_output_tokens' } } : {};
    let sequence = 0;
    const event = (type: string, fields: object) =>
      `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sequence++, ...fields })}\n\n`;
    return [
      event('response.created', { response: { ...head, status: 'in_progress' } }),
      ...items(reply, call.index).flatMap(({ opening, deltas, closing }, output_index) => [
        event('response.output_item.added', { output_index, item: opening }),
        ...deltas.map(({ type, ...fields }) => event(type, { output_index, ...fields })),
        event('response.output_item.done', { output_index, item: closing }),
      ]),
      event(reply.finish === 'length' ? 'response.incomplete' : 'response.completed', {
        response: {
          ...head,
          status: reply.finish === 'length' ? 'incomplete' : 'completed',
          ...cut,
          usage: usage(reply),
        },
      }),
    ];
  },
};

interface Item {
  readonly opening: object;
  readonly deltas: readonly { readonly type: string; readonly [key: string]: unknown }[];
  readonly closing: object;
}

function items({ text, reasoning: thought, toolCalls = [], finish }: ScriptedReply, call: number): Item[] {
  const all: Item[] = [];
  if (thought) {
    const item = { type: 'reasoning', id: `rs_${call}`, encrypted_content: 'sealed-by-the-server' };
    const place = { item_id: item.id, summary_index: 0 };
    const deltas = pieces(thought).map((delta) => ({
      type: 'response.reasoning_summary_text.delta',
      ...place,
      delta,
    }));
    all.push({
      opening: { ...item, summary: [] },
      deltas: [
        { type: 'response.reasoning_summary_part.added', ...place, part: { type: 'summary_text', text: '' } },
        ...deltas,
        { type: 'response.reasoning_summary_part.done', ...place, part: { type: 'summary_text', text: thought } },
      ],
      closing: { ...item, summary: [{ type: 'summary_text', text: thought }] },
    });
  }
  if (text) {
    const item = { type: 'message', id: `msg_${call}`, role: 'assistant' };
    const type = finish === 'refusal' ? 'response.refusal.delta' : 'response.output_text.delta';
    const deltas = pieces(text).map((delta) => ({ type, item_id: item.id, content_index: 0, delta, logprobs: [] }));
    const content = [{ type: 'output_text', text, annotations: [] }];
    all.push({
      opening: { ...item, status: 'in_progress', content: [] },
      deltas,
      closing: { ...item, status: 'completed', content },
    });
  }
  for (const [index, tool] of toolCalls.entries()) {
    const call_id = tool.id ?? `call_${call}_${index}`;
    const item = { type: 'function_call', id: `fc_${call}_${index}`, call_id, name: tool.name };
    const input = spelled(tool.arguments);
    const deltas = pieces(input).map((delta) => ({
      type: 'response.function_call_arguments.delta',
      item_id: item.id,
      delta,
    }));
    all.push({
      opening: { ...item, arguments: '', status: 'in_progress' },
      deltas,
      closing: { ...item, arguments: input, status: 'completed' },
    });
  }
  return all;
}

function usage(reply: ScriptedReply) {
  const { input, output, cached, reasoning: thought } = spent(reply);
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: cached },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: thought },
    total_tokens: input + output,
  };
}
