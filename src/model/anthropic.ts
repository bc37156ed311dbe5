// Anthropic's messages. The system prompt and the conversation so far are marked for its cache.
import type { Endpoint } from './endpoint.ts';
import type { SdkFamily } from './sdk/sdk-model.ts';

/** The service wants a limit with every call; the SDK's own guess for models that it does not know is refused by most. */
const MAX_TOKENS = 32_000;

/** These think by a budget of tokens; later ones decide for themselves and take an effort. */
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
      // Streamed eagerly, a tool's arguments may be broken off; otherwise the service checks them first.
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
