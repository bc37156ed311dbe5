// A request as the SDK's prompt, adapted where services accept less than our messages allow.
import type {
  LanguageModelV3FilePart,
  LanguageModelV3Message,
  LanguageModelV3Prompt,
  LanguageModelV3TextPart,
  LanguageModelV3ToolResultPart,
  SharedV3ProviderOptions,
} from '@ai-sdk/provider';
import type { Json, Message, ModelRequest, ReplyPart, UserPart } from '../../core/index.ts';
import { malformedArguments, picturesTitle } from '../../dialects/index.ts';

export interface PromptStyle {
  /** Whether a tool result may hold pictures. If not, they follow in a user message. */
  readonly toolPictures: boolean;
  /** Whether the service accepts its own reasoning in later requests. */
  readonly reasoning: boolean;
  /** The option that marks the end of a prefix to be cached. */
  readonly cacheMark?: SharedV3ProviderOptions;
}

type UserContent = (LanguageModelV3TextPart | LanguageModelV3FilePart)[];
type AssistantMessage = Extract<LanguageModelV3Message, { role: 'assistant' }>;

export function promptOf({ system, messages }: ModelRequest, style: PromptStyle): LanguageModelV3Prompt {
  const prompt: LanguageModelV3Message[] = system ? [{ role: 'system', content: system }] : [];
  let pictures: UserContent = [];
  for (const message of messages) {
    if (message.role === 'tool') {
      const { result, left } = toolResult(message, style);
      const last = prompt.at(-1);
      if (last?.role === 'tool') last.content.push(result);
      else prompt.push({ role: 'tool', content: [result] });
      pictures.push(...left);
      continue;
    }
    addUser(prompt, pictures);
    pictures = [];
    if (message.role === 'user') addUser(prompt, userContent(message.parts));
    else addAssistant(prompt, message.parts, style);
  }
  addUser(prompt, pictures);
  return style.cacheMark ? marked(prompt, style.cacheMark) : prompt;
}

/** Merges user messages in a row: some services require that user and assistant alternate. */
function addUser(prompt: LanguageModelV3Message[], content: UserContent): void {
  if (content.length === 0) return;
  const last = prompt.at(-1);
  if (last?.role === 'user') last.content.push(...content);
  else prompt.push({ role: 'user', content });
}

/** Leaves out an empty reply, or one of reasoning alone: no service accepts these. */
function addAssistant(prompt: LanguageModelV3Message[], parts: readonly ReplyPart[], style: PromptStyle): void {
  const content = parts.flatMap((part) => replyContent(part, style));
  if (content.some(({ type }) => type !== 'reasoning')) prompt.push({ role: 'assistant', content });
}

function replyContent(part: ReplyPart, style: PromptStyle): AssistantMessage['content'] {
  const meta = part.meta === undefined ? {} : { providerOptions: part.meta as SharedV3ProviderOptions };
  switch (part.type) {
    case 'text':
      return part.text.trim() ? [{ type: 'text', text: part.text, ...meta }] : [];
    case 'reasoning':
      return style.reasoning ? [{ type: 'reasoning', text: part.text, ...meta }] : [];
    case 'tool-call':
      return [{ type: 'tool-call', toolCallId: part.id, toolName: part.name, input: argumentsOf(part), ...meta }];
  }
}

/** The arguments as an object: services accept nothing else. */
function argumentsOf({ input, raw }: Extract<ReplyPart, { type: 'tool-call' }>): Json {
  return input !== null && typeof input === 'object' && !Array.isArray(input) ? input : malformedArguments(raw);
}

function userContent(parts: readonly UserPart[]): UserContent {
  return parts.flatMap((part): UserContent => {
    if (part.type === 'image') return [{ type: 'file', mediaType: part.mime, data: part.base64 }];
    return part.text ? [{ type: 'text', text: part.text }] : [];
  });
}

function toolResult(
  { id, name, parts }: Extract<Message, { role: 'tool' }>,
  style: PromptStyle,
): { result: LanguageModelV3ToolResultPart; left: UserContent } {
  const text = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  const images = parts.flatMap((part) => (part.type === 'image' ? [part] : []));
  const result = { type: 'tool-result' as const, toolCallId: id, toolName: name };
  if (images.length === 0) return { result: { ...result, output: { type: 'text', value: text } }, left: [] };
  if (!style.toolPictures) {
    const title = { type: 'text' as const, text: picturesTitle(name) };
    return { result: { ...result, output: { type: 'text', value: text } }, left: [title, ...userContent(images)] };
  }
  const value = images.map(({ mime, base64 }) => ({ type: 'image-data' as const, mediaType: mime, data: base64 }));
  const words = text ? [{ type: 'text' as const, text }] : [];
  return { result: { ...result, output: { type: 'content', value: [...words, ...value] } }, left: [] };
}

/** Marks the two ends of prefixes that repeat: the system prompt in all trials, the last message in the next turn. */
function marked(prompt: LanguageModelV3Message[], providerOptions: SharedV3ProviderOptions): LanguageModelV3Prompt {
  return prompt.map((message, index) =>
    message.role === 'system' || index === prompt.length - 1 ? { ...message, providerOptions } : message,
  );
}
