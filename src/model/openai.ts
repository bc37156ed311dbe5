// OpenAI itself, by its responses interface: the only one that takes reasoning back. Nothing is stored there.
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
