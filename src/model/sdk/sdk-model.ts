// A model of the AI SDK as a Model. Calls are streamed, so that a slow reply does not time out and a truncated one is detected.
import type { ModelReply, ModelRequest } from '../../core/index.ts';
import type { LanguageModelV3, LanguageModelV3CallOptions, SharedV3ProviderOptions } from '@ai-sdk/provider';
import type { CallContext, Model } from '../model.ts';
import { collectReply } from './collect.ts';
import { faultOf, type FaultContext } from './fault.ts';
import { promptOf, type PromptStyle } from './prompt.ts';

/** The parts that differ between families of providers. */
export interface SdkFamily {
  readonly style: PromptStyle;
  /** Makes the model of the SDK. It is called once, at the first call, because the packages load slowly. */
  readonly load: () => Promise<LanguageModelV3>;
  readonly settings: (parameters: ModelRequest['parameters']) => {
    readonly maxOutputTokens?: number;
    readonly providerOptions?: SharedV3ProviderOptions;
  };
}

export interface SdkModelOptions {
  readonly name: string;
  readonly sees: boolean;
  readonly clean: (text: string) => string;
  readonly warn: (text: string) => void;
}

export function sdkModel(family: SdkFamily, { name, sees, clean, warn }: SdkModelOptions): Model {
  let loading: Promise<LanguageModelV3> | undefined;
  return {
    name,
    sees,
    async complete(request: ModelRequest, { signal }: CallContext): Promise<ModelReply> {
      signal.throwIfAborted();
      const started = performance.now();
      try {
        const model = await (loading ??= family.load());
        const { stream } = await model.doStream(callOptions(family, request, signal));
        const reply = await collectReply(stream, warn);
        return { ...reply, latencyMs: Math.round(performance.now() - started), attempts: 1 };
      } catch (error) {
        signal.throwIfAborted();
        const context: FaultContext = { maxTokens: request.parameters.maxTokens, clean, now: Date.now };
        throw faultOf(error, context) ?? error;
      }
    },
  };
}

function callOptions(family: SdkFamily, request: ModelRequest, signal: AbortSignal): LanguageModelV3CallOptions {
  const { temperature, maxTokens, stop, seed } = request.parameters;
  return {
    prompt: promptOf(request, family.style),
    abortSignal: signal,
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { maxOutputTokens: maxTokens }),
    ...(stop?.length ? { stopSequences: [...stop] } : {}),
    ...(seed === undefined ? {} : { seed }),
    ...(request.tools.length > 0 ? { tools: request.tools.map(functionTool), toolChoice: { type: 'auto' } } : {}),
    ...family.settings(request.parameters),
  };
}

function functionTool({ name, description, parameters }: ModelRequest['tools'][number]) {
  return { type: 'function' as const, name, description, inputSchema: parameters as Record<string, unknown> };
}
