// A conversation with a model: messages, their parts, tools, requests and replies. The same schemas check what events record.
import { z } from 'zod';
import { usageSchema } from './usage.ts';
import { jsonSchema } from './json.ts';

const textPartSchema = z.object({ type: z.literal('text'), text: z.string() });
/** Provider-specific data of a part, such as a signature. It is sent back unchanged. */
const meta = jsonSchema.exactOptional();

export const userPartSchema = z.discriminatedUnion('type', [
  textPartSchema,
  z.object({ type: z.literal('image'), mime: z.string(), base64: z.string() }),
]);
export type UserPart = Readonly<z.infer<typeof userPartSchema>>;

export const replyPartSchema = z.discriminatedUnion('type', [
  textPartSchema.extend({ meta }),
  /** Stored as received: providers require it unchanged or omitted. */
  z.object({ type: z.literal('reasoning'), text: z.string(), meta }),
  /** `input` holds the parsed arguments; it is undefined if `raw` is not JSON. */
  z.object({
    type: z.literal('tool-call'),
    id: z.string(),
    name: z.string(),
    input: jsonSchema.optional(),
    raw: z.string(),
    meta,
  }),
]);
export type ReplyPart = Readonly<z.infer<typeof replyPartSchema>>;
export type ToolCall = Extract<ReplyPart, { type: 'tool-call' }>;

const userMessageSchema = z.object({ role: z.literal('user'), parts: z.array(userPartSchema).readonly() });
const assistantMessageSchema = z.object({ role: z.literal('assistant'), parts: z.array(replyPartSchema).readonly() });
const toolMessageSchema = z.object({
  role: z.literal('tool'),
  id: z.string(),
  name: z.string(),
  parts: z.array(userPartSchema).readonly(),
});

const messageSchema = z.discriminatedUnion('role', [userMessageSchema, assistantMessageSchema, toolMessageSchema]);
export type Message = Readonly<z.infer<typeof messageSchema>>;

/** A message of a recorded request, which starts with the system prompt. */
export const sentMessageSchema = z.discriminatedUnion('role', [
  z.object({ role: z.literal('system'), parts: z.array(userPartSchema).readonly() }),
  userMessageSchema,
  assistantMessageSchema,
  toolMessageSchema,
]);
export type SentMessage = Readonly<z.infer<typeof sentMessageSchema>>;

/** `parameters` is the JSON Schema of the arguments. */
export const toolSchema = z.object({ name: z.string(), description: z.string(), parameters: jsonSchema });
export type Tool = Readonly<z.infer<typeof toolSchema>>;

export const requestParametersSchema = z.object({
  temperature: z.number().exactOptional(),
  maxTokens: z.number().exactOptional(),
  reasoningEffort: z.string().exactOptional(),
  stop: z.array(z.string()).readonly().exactOptional(),
  seed: z.number().exactOptional(),
});
export type RequestParameters = Readonly<z.infer<typeof requestParametersSchema>>;

export interface ModelRequest {
  readonly system: string;
  readonly messages: readonly Message[];
  readonly tools: readonly Tool[];
  readonly parameters: RequestParameters;
}

export const finishReasons = ['stop', 'length', 'tool-calls', 'refusal', 'other'] as const;

const modelReplySchema = z.object({
  parts: z.array(replyPartSchema).readonly(),
  finish: z.enum(finishReasons),
  usage: usageSchema,
  latencyMs: z.number(),
  /** The number of calls for this reply, this one included. */
  attempts: z.int(),
});
export type ModelReply = Readonly<z.infer<typeof modelReplySchema>>;
