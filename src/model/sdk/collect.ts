// Collects a stream of the SDK into one reply.
import type { LanguageModelV3StreamPart, LanguageModelV3Usage, SharedV3ProviderMetadata } from '@ai-sdk/provider';
import type { Json, ModelReply, ReplyPart } from '../../core/index.ts';
import { ModelFault } from '../model.ts';

export type CollectedReply = Pick<ModelReply, 'parts' | 'finish' | 'usage'>;

interface Growing {
  readonly type: 'text' | 'reasoning';
  text: string;
  meta: SharedV3ProviderMetadata | undefined;
}

/** Throws the error that the stream reports, or a fault if the stream ends before the reply. */
export async function collectReply(
  stream: AsyncIterable<LanguageModelV3StreamPart>,
  warn: (text: string) => void,
): Promise<CollectedReply> {
  const parts: (Growing | ReplyPart)[] = [];
  const open = new Map<string, Growing>();
  for await (const part of stream) {
    switch (part.type) {
      case 'stream-start':
        for (const each of part.warnings) warn('feature' in each ? `${each.feature} is not supported` : each.message);
        break;
      case 'text-start':
      case 'reasoning-start': {
        const type = part.type === 'text-start' ? 'text' : 'reasoning';
        const growing: Growing = { type, text: '', meta: part.providerMetadata };
        open.set(part.id, growing);
        parts.push(growing);
        break;
      }
      case 'text-delta':
      case 'reasoning-delta':
      case 'text-end':
      case 'reasoning-end': {
        const growing = open.get(part.id);
        if (!growing) break;
        if ('delta' in part) growing.text += part.delta;
        growing.meta = mergedMeta(growing.meta, part.providerMetadata);
        break;
      }
      case 'tool-call':
        parts.push({
          type: 'tool-call',
          id: part.toolCallId,
          name: part.toolName,
          input: parsed(part.input),
          raw: part.input,
          ...metaOf(part.providerMetadata),
        });
        break;
      case 'error':
        throw part.error;
      case 'finish':
        if (part.finishReason.raw === undefined && part.finishReason.unified === 'other') break;
        return {
          parts: parts.flatMap(settled),
          finish: finishOf(part.finishReason.unified),
          usage: usageOf(part.usage),
        };
      default:
        break;
    }
  }
  throw new ModelFault('unavailable', 'the stream ended before the reply did', { retryable: true });
}

function settled(part: Growing | ReplyPart): ReplyPart[] {
  if (part.type === 'tool-call') return [part];
  const meta = part.meta === undefined ? {} : metaOf(part.meta as SharedV3ProviderMetadata);
  if (part.text === '' && !(part.type === 'reasoning' && part.meta)) return [];
  return [{ type: part.type, text: part.text, ...meta }];
}

function metaOf(meta: SharedV3ProviderMetadata | undefined): { meta?: Json } {
  return meta === undefined ? {} : { meta: meta as Json };
}

function mergedMeta(
  old: SharedV3ProviderMetadata | undefined,
  more: SharedV3ProviderMetadata | undefined,
): SharedV3ProviderMetadata | undefined {
  if (!more) return old;
  const merged = Object.entries(more).map(([provider, fields]) => [provider, { ...old?.[provider], ...fields }]);
  return { ...old, ...Object.fromEntries(merged) };
}

/** Empty text is a call without arguments, not a malformed call. */
function parsed(input: string): Json | undefined {
  if (input.trim() === '') return {};
  try {
    return JSON.parse(input) as Json;
  } catch {
    return undefined;
  }
}

function finishOf(reason: 'stop' | 'length' | 'content-filter' | 'tool-calls' | 'error' | 'other') {
  if (reason === 'content-filter') return 'refusal';
  return reason === 'error' ? 'other' : reason;
}

function usageOf({ inputTokens, outputTokens, raw }: LanguageModelV3Usage): ModelReply['usage'] {
  // OpenRouter reports the cost of a call.
  const cost = raw?.['cost'];
  return {
    ...(inputTokens.total === undefined ? {} : { inputTokens: inputTokens.total }),
    ...(outputTokens.total === undefined ? {} : { outputTokens: outputTokens.total }),
    ...(inputTokens.cacheRead ? { cachedTokens: inputTokens.cacheRead } : {}),
    ...(inputTokens.cacheWrite ? { cacheWriteTokens: inputTokens.cacheWrite } : {}),
    ...(outputTokens.reasoning ? { reasoningTokens: outputTokens.reasoning } : {}),
    ...(typeof cost === 'number' ? { cost } : {}),
  };
}
