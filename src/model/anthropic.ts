// The messages API of Anthropic. The system prompt and the last message are marked for its cache.
import type { Endpoint } from './endpoint.ts';
import type { SdkFamily } from './sdk/sdk-model.ts';

/** The service requires a limit with every call. Most models refuse the default that the SDK takes for unknown models. */
const MAX_TOKENS = 32_000;

/** Models whose thinking has a budget of tokens; later models take an effort instead. */
const thinksByBudget = /claude-3|-4-[0-5]\b|-4-20\d{6}|-4$/;
const budgets: Readonly<Record<string, number>> = { low: 2048, medium: 8192, high: 16_384 };

export function anthropic({ model, baseUrl, key, fetch }: Endpoint): SdkFamily {
  return {
    style: { toolPictures: true, reasoning: true, cacheMark: { anthropic: { cacheControl: { type: 'ephemeral' } } } },
    load: async () => {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic({ baseURL: baseUrl, apiKey: key ?? 'none', fetch }).messages(model);
    },
    settings: ({ maxTokens = MAX_TOKENS, reasoningEffort }) => ({
      maxOutputTokens: maxTokens,
      // With streaming of tool arguments off, the service validates them before it sends them.
      providerOptions: {
        anthropic: { toolStreaming: false, ...(reasoningEffort ? thinking(model, reasoningEffort) : {}) },
      },
    }),
  };
}

function thinking(model: string, effort: string) {
  const budgetTokens = Number.isFinite(Number(effort)) ? Number(effort) : budgets[effort];
  if (thinksByBudget.test(model))
    return { thinking: { type: 'enabled', budgetTokens: budgetTokens ?? MAX_TOKENS / 2 } };
  return { thinking: { type: 'adaptive' }, effort };
}
