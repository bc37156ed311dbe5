// Services and local servers with the chat completions API of OpenAI.
import type { Endpoint } from './endpoint.ts';
import type { Provider } from './providers.ts';
import type { SdkFamily } from './sdk/sdk-model.ts';

export function compatible({ model, baseUrl, key, fetch }: Endpoint, provider: Provider): SdkFamily {
  return {
    style: { toolPictures: false, reasoning: !provider.dropsReasoning },
    load: async () => {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const service = createOpenAICompatible({
        name: 'compatible',
        baseURL: baseUrl,
        ...(key ? { apiKey: key } : {}),
        includeUsage: !provider.usageUnasked,
        fetch,
      });
      return service.chatModel(model);
    },
    settings: ({ reasoningEffort }) =>
      reasoningEffort ? { providerOptions: { compatible: { reasoningEffort } } } : {},
  };
}
