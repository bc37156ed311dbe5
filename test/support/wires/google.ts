// Google's streamGenerateContent: https://ai.google.dev/api/generate-content
import { z } from 'zod';
import { pieces, shapeObjection, spelled, spent, type ScriptedReply, type Wire } from './wire.ts';

const inlineData = z.strictObject({ mimeType: z.string().regex(/^image\//), data: z.base64().min(1) });
const part = z.union([
  z.strictObject({ text: z.string(), thought: z.boolean().optional(), thoughtSignature: z.string().optional() }),
  z.strictObject({ inlineData }),
  z.strictObject({
    functionCall: z.strictObject({
      id: z.string().optional(),
      name: z.string(),
      args: z.record(z.string(), z.unknown()),
    }),
    thoughtSignature: z.literal('sealed-by-the-server'),
  }),
  z.strictObject({
    functionResponse: z.strictObject({
      id: z.string().optional(),
      name: z.string(),
      response: z.record(z.string(), z.unknown()),
      parts: z.array(z.strictObject({ inlineData })).optional(),
    }),
  }),
]);

const requestSchema = z.strictObject({
  contents: z.array(z.strictObject({ role: z.enum(['user', 'model']), parts: z.array(part).min(1) })).min(1),
  systemInstruction: z.strictObject({ parts: z.array(z.strictObject({ text: z.string() })) }).optional(),
  generationConfig: z.strictObject({
    maxOutputTokens: z.int().positive().optional(),
    temperature: z.number().optional(),
    stopSequences: z.array(z.string()).optional(),
    seed: z.int().optional(),
    thinkingConfig: z
      .strictObject({
        includeThoughts: z.boolean().optional(),
        thinkingBudget: z.int().optional(),
        thinkingLevel: z.string().optional(),
      })
      .optional(),
  }),
  tools: z
    .array(
      z.strictObject({
        functionDeclarations: z.array(
          z.strictObject({ name: z.string(), description: z.string(), parameters: z.looseObject({}) }),
        ),
      }),
    )
    .optional(),
  toolConfig: z.looseObject({}).optional(),
});

export const googleWire: Wire = {
  name: 'google',
  serves: (path) => path.includes(':streamGenerateContent?alt=sse'),
  objection(call) {
    if (!call.headers['x-goog-api-key']) return 'google: no key';
    return shapeObjection(requestSchema, call);
  },
  refusal: (status, message) => ({
    error: { code: status, message, status: status === 429 ? 'RESOURCE_EXHAUSTED' : 'INVALID_ARGUMENT' },
  }),
  frames(reply, call) {
    const { input, output, cached, reasoning } = spent(reply);
    const usageMetadata = {
      promptTokenCount: input,
      candidatesTokenCount: output - reasoning,
      thoughtsTokenCount: reasoning,
      cachedContentTokenCount: cached,
      totalTokenCount: input + output,
    };
    const chunk = (parts: object[], rest: object = {}) =>
      `data: ${JSON.stringify({ responseId: `g${call.index}`, candidates: [{ index: 0, content: { role: 'model', parts }, ...rest }], usageMetadata })}\n\n`;
    return [
      ...pieces(reply.reasoning ?? '').map((text) => chunk([{ text, thought: true }])),
      ...pieces(reply.text ?? '').map((text) => chunk([{ text }])),
      ...(reply.toolCalls ?? []).map(({ name, arguments: args }) =>
        chunk([{ functionCall: { name, args: JSON.parse(spelled(args)) }, thoughtSignature: 'sealed-by-the-server' }]),
      ),
      chunk([{ text: '' }], { finishReason: finishOf(reply) }),
    ];
  },
};

function finishOf({ finish }: ScriptedReply): string {
  if (finish) return finish === 'refusal' ? 'SAFETY' : 'MAX_TOKENS';
  return 'STOP';
}
