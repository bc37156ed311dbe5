// Exports a trial as OpenAI chat messages: the last request as it was sent, then the reply to it.
import type { ReplyPart, SentMessage, UserPart } from '../core/index.ts';
import { replyText } from '../dialects/index.ts';
import { knownEvents, recordedRequest, type Recorded } from '../record/index.ts';
import { argumentsObject, functionTool, joinedText, type FunctionTool } from './wire.ts';

type ContentPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image_url'; readonly image_url: { readonly url: string } };

interface MessageToolCall {
  readonly id: string;
  readonly type: 'function';
  /** `arguments` is a string of JSON. */
  readonly function: { readonly name: string; readonly arguments: string };
}

type ChatMessage =
  | { readonly role: 'system'; readonly content: string }
  | { readonly role: 'user'; readonly content: string | readonly ContentPart[] }
  | { readonly role: 'assistant'; readonly content: string | null; readonly tool_calls?: readonly MessageToolCall[] }
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string };

export interface ChatExample {
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly FunctionTool[];
}

export interface MessagesOptions {
  /** Include pictures as data URLs; otherwise a short text replaces them. */
  readonly images?: boolean;
}

const LEFT_OUT = '[picture left out]';

/** Undefined when the model never replied. */
export function chatExample(events: Recorded, { images = false }: MessagesOptions = {}): ChatExample | undefined {
  const sent = conversation(events);
  if (!sent) return undefined;
  const messages: ChatMessage[] = [];
  let pictures: ContentPart[] = [];
  for (const message of sent.messages) {
    if (message.role !== 'tool' && pictures.length > 0) {
      messages.push({ role: 'user', content: pictures });
      pictures = [];
    }
    // A tool message holds text only, so the pictures of tool results follow in a user message.
    if (message.role === 'tool' && images) pictures.push(...picturesOf(message.name, message.parts));
    messages.push(...chatMessage(message, images));
  }
  return { messages, ...(sent.tools.length > 0 ? { tools: sent.tools.map(functionTool) } : {}) };
}

/** The conversation up to the model's last reply. */
function conversation(events: Recorded) {
  const known = knownEvents(events);
  const last = known.findLast((event) => event.kind === 'request');
  const sent = last && recordedRequest(events, last.turn);
  if (!sent) return undefined;
  const reply = known.find((event) => event.kind === 'reply' && event.seq > last.seq);
  const lastReply = reply?.kind === 'reply' ? sent.dialect.remember(reply.parts) : [];
  const messages: SentMessage[] = [...sent.messages];
  if (lastReply.some(({ type }) => type !== 'reasoning')) messages.push({ role: 'assistant', parts: lastReply });
  const end = messages.findLastIndex(({ role }) => role === 'assistant');
  return end < 0 ? undefined : { messages: messages.slice(0, end + 1), tools: sent.tools };
}

function chatMessage(message: SentMessage, images: boolean): ChatMessage[] {
  switch (message.role) {
    case 'system': {
      const content = joinedText(message.parts);
      return content ? [{ role: 'system', content }] : [];
    }
    case 'user':
      return [{ role: 'user', content: images ? withPictures(message.parts) : withoutPictures(message.parts) }];
    case 'tool': {
      const content = images ? joinedText(message.parts) : withoutPictures(message.parts);
      return [{ role: 'tool', tool_call_id: message.id, content }];
    }
    case 'assistant':
      return [assistantMessage(message.parts)];
  }
}

function assistantMessage(parts: readonly ReplyPart[]): ChatMessage {
  const calls = parts.flatMap((part): MessageToolCall[] => {
    if (part.type !== 'tool-call') return [];
    const { id, name } = part;
    return [{ id, type: 'function', function: { name, arguments: JSON.stringify(argumentsObject(part)) } }];
  });
  return {
    role: 'assistant',
    content: replyText(parts) || null,
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  };
}

function withoutPictures(parts: readonly UserPart[]): string {
  return parts.map((part) => (part.type === 'text' ? part.text : LEFT_OUT)).join('\n');
}

function withPictures(parts: readonly UserPart[]): string | ContentPart[] {
  return parts.some(({ type }) => type === 'image') ? parts.map(contentPart) : joinedText(parts);
}

function picturesOf(tool: string, parts: readonly UserPart[]): ContentPart[] {
  const pictures = parts.filter(({ type }) => type === 'image').map(contentPart);
  return pictures.length > 0 ? [{ type: 'text', text: `Pictures from the result of ${tool}:` }, ...pictures] : [];
}

function contentPart(part: UserPart): ContentPart {
  if (part.type === 'text') return { type: 'text', text: part.text };
  return { type: 'image_url', image_url: { url: `data:${part.mime};base64,${part.base64}` } };
}
