// A trial as OpenAI messages, one line of training data: the last request as it was sent, then the reply to it.
import type { ReplyPart, SentMessage, UserPart } from '../core/index.ts';
import { knownEvents, recordedRequest, type Recorded } from '../record/index.ts';
import { argumentsObject, functionTool, spokenText, textBelowText, type FunctionTool } from './wire.ts';

type ContentPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image_url'; readonly image_url: { readonly url: string } };

interface MessageToolCall {
  readonly id: string;
  readonly type: 'function';
  /** `arguments` is JSON in a string. */
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
  /** Pictures as data URLs. Without them, a short text stands in their place. */
  readonly images?: boolean;
}

const LEFT_OUT = '[picture left out]';

/** Undefined when the model said nothing. */
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
    // A tool's message holds text only, so that pictures of results follow in one of the user's.
    if (message.role === 'tool' && images) pictures.push(...picturesOf(message.name, message.parts));
    messages.push(...chatMessage(message, images));
  }
  return { messages, ...(sent.tools.length > 0 ? { tools: sent.tools.map(functionTool) } : {}) };
}

/** Up to the last words of the model's: what nobody answered to is no example of anything. */
function conversation(events: Recorded) {
  const known = knownEvents(events);
  const last = known.findLast((event) => event.kind === 'request');
  const sent = last && recordedRequest(events, last.turn);
  if (!sent) return undefined;
  const reply = known.find((event) => event.kind === 'reply' && event.seq > last.seq);
  const said = reply?.kind === 'reply' ? sent.dialect.remember(reply.parts) : [];
  const messages: SentMessage[] = [...sent.messages];
  if (said.some(({ type }) => type !== 'reasoning')) messages.push({ role: 'assistant', parts: said });
  const end = messages.findLastIndex(({ role }) => role === 'assistant');
  return end < 0 ? undefined : { messages: messages.slice(0, end + 1), tools: sent.tools };
}

function chatMessage(message: SentMessage, images: boolean): ChatMessage[] {
  switch (message.role) {
    case 'system': {
      const content = textBelowText(message.parts);
      return content ? [{ role: 'system', content }] : [];
    }
    case 'user':
      return [{ role: 'user', content: images ? withPictures(message.parts) : inWords(message.parts) }];
    case 'tool': {
      const content = images ? textBelowText(message.parts) : inWords(message.parts);
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
    content: spokenText(parts) || null,
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  };
}

function inWords(parts: readonly UserPart[]): string {
  return parts.map((part) => (part.type === 'text' ? part.text : LEFT_OUT)).join('\n');
}

function withPictures(parts: readonly UserPart[]): string | ContentPart[] {
  return parts.some(({ type }) => type === 'image') ? parts.map(contentPart) : textBelowText(parts);
}

function picturesOf(tool: string, parts: readonly UserPart[]): ContentPart[] {
  const pictures = parts.filter(({ type }) => type === 'image').map(contentPart);
  return pictures.length > 0 ? [{ type: 'text', text: `Pictures from the result of ${tool}:` }, ...pictures] : [];
}

function contentPart(part: UserPart): ContentPart {
  if (part.type === 'text') return { type: 'text', text: part.text };
  return { type: 'image_url', image_url: { url: `data:${part.mime};base64,${part.base64}` } };
}
