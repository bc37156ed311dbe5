// Google's Gemini.
import type { Endpoint } from './endpoint.ts';
import type { SdkFamily } from './sdk/sdk-model.ts';

/** Thinking of Gemini 2.5 has a budget of tokens; later models take a level. */
const budgets: Readonly<Record<string, number>> = { low: 2048, medium: 8192, high: 16_384 };

export function google({ model, baseUrl, key, fetch }: Endpoint): SdkFamily {
  return {
    style: { toolPictures: true, reasoning: true },
    load: async () => {
      const { createGoogleGenerativeAI } = await import('@ai-sdk/google');
      return createGoogleGenerativeAI({ baseURL: baseUrl, apiKey: key ?? 'none', fetch }).chat(model);
    },
    settings: ({ reasoningEffort }) =>
      reasoningEffort ? { providerOptions: { google: { thinkingConfig: thinking(model, reasoningEffort) } } } : {},
  };
}

function thinking(model: string, effort: string) {
  const budget = Number.isFinite(Number(effort)) ? Number(effort) : budgets[effort];
  const byBudget = /gemini-2\.5/.test(model) && budget !== undefined;
  return { includeThoughts: true, ...(byBudget ? { thinkingBudget: budget } : { thinkingLevel: effort }) };
}
