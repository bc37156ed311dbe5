// A recorded conversation, read back from events: what exports of model trials are made of.
import { z } from 'zod';
import { dialects, type Dialect } from '../../agent/index.ts';
import { isKnownEvent, jsonSchema, requestAt, type Event, type Json, type UnknownEvent } from '../../core/index.ts';
import type { Message, ReplyPart, Tool, UserPart } from '../../model/index.ts';

export type Recorded = readonly (Event | UnknownEvent)[];
export type EventOf<K extends Event['kind']> = Extract<Event, { kind: K }>;
export type RecordedMessage = Message | { readonly role: 'system'; readonly parts: readonly UserPart[] };
export type ToolCall = Extract<ReplyPart, { type: 'tool-call' }>;

const textSchema = z.object({ type: z.literal('text'), text: z.string() });
const userPartsSchema = z.array(
  z.discriminatedUnion('type', [
    textSchema,
    z.object({ type: z.literal('image'), mime: z.string(), base64: z.string() }),
  ]),
);
const replyPartsSchema = z.array(
  z.discriminatedUnion('type', [
    textSchema,
    z.object({ type: z.literal('reasoning'), text: z.string() }),
    z.object({
      type: z.literal('tool-call'),
      id: z.string(),
      name: z.string(),
      input: jsonSchema.optional(),
      raw: z.string(),
    }),
  ]),
);
const messagesSchema = z.array(
  z.discriminatedUnion('role', [
    z.object({ role: z.literal('system'), parts: userPartsSchema }),
    z.object({ role: z.literal('user'), parts: userPartsSchema }),
    z.object({ role: z.literal('assistant'), parts: replyPartsSchema }),
    z.object({ role: z.literal('tool'), id: z.string(), name: z.string(), parts: userPartsSchema }),
  ]),
);
const toolsSchema = z.array(z.object({ name: z.string(), description: z.string(), parameters: jsonSchema }));
const parametersSchema = z.object({ stop: z.array(z.string()).optional(), reasoningEffort: z.string().optional() });

export interface RecordedRequest {
  readonly messages: readonly RecordedMessage[];
  readonly tools: readonly Tool[];
  readonly dialect: Dialect;
  readonly reasoningEffort: string | undefined;
}

export function knownEvents(events: Recorded): Event[] {
  return events.filter(isKnownEvent);
}

/** The request of a turn as it was sent. Undefined when there was none. */
export function recordedRequest(events: Recorded, turn: number): RecordedRequest | undefined {
  const sent = requestAt(events, turn);
  if (!sent) return undefined;
  const { reasoningEffort } = parametersSchema.parse(sent.parameters);
  return {
    messages: messagesSchema.parse(sent.messages) as RecordedMessage[],
    tools: toolsSchema.parse(sent.tools),
    dialect: dialectOf(sent),
    reasoningEffort,
  };
}

/** Requests show their dialect: each has tools of its own, a stop of its own, or neither. */
export function dialectOf({ tools, parameters }: { tools: readonly Json[]; parameters: Json }): Dialect {
  if (tools.length > 0) return dialects.tools;
  const { stop = [] } = parametersSchema.parse(parameters);
  return dialects.tags.stop.some((end) => stop.includes(end)) ? dialects.tags : dialects.fence;
}

export function replyParts({ parts }: Pick<EventOf<'reply'>, 'parts'>): ReplyPart[] {
  return replyPartsSchema.parse(parts) as ReplyPart[];
}

export function observedParts({ parts }: Pick<EventOf<'observation'>, 'parts'>): UserPart[] {
  return userPartsSchema.parse(parts);
}

/** What a model is shown of a result: its texts, one below the other. */
export function textBelowText(parts: readonly UserPart[]): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}

/** What a model said: pieces of one text. */
export function spokenText(parts: readonly ReplyPart[]): string {
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

/** Formats want an object; what is none goes inside one, as it does on the wire. */
export function argumentsOf({ input, raw }: ToolCall): { [key: string]: Json } {
  return input !== null && typeof input === 'object' && !Array.isArray(input) ? input : { malformed_arguments: raw };
}

/** A tool as OpenAI and those after it write it. */
export function functionTool({ name, description, parameters }: Tool): FunctionTool {
  return { type: 'function', function: { name, description, parameters } };
}

export interface FunctionTool {
  readonly type: 'function';
  readonly function: Tool;
}

/** How the trial ended, and what the verifier said. */
export function verdictOf(events: readonly Event[]) {
  const end = events.findLast((event) => event.kind === 'trial-end');
  const checks = events.flatMap((event) => (event.kind === 'check' ? [event.result] : []));
  return {
    ...(end ? { outcome: end.outcome, score: end.score } : {}),
    checks: checks.map(({ name, ok, message }) => ({ name, ok, message })),
  };
}
