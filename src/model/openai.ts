// OpenAI by its responses API, the only one that accepts reasoning in later requests. The service stores nothing.
import type { SdkFamily } from './sdk/sdk-model.ts';
import type { Endpoint } from './endpoint.ts';

export function openai({ model, baseUrl, key, fetch }: Endpoint): SdkFamily {
  return {
    style: { toolPictures: true, reasoning: true },
    load: async () => {
      const { createOpenAI } = await import('@ai-sdk/openai');
      return createOpenAI({ baseURL: baseUrl, apiKey: key ?? 'none', fetch }).responses(model);
    },
    settings: ({ reasoningEffort }) => ({
      providerOptions: { openai: { store: false, ...(reasoningEffort ? { reasoningEffort } : {}) } },
    }),
  };
}
