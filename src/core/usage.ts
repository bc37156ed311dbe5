// Token and time usage of replies, single and summed.
import { z } from 'zod';

/** Of the input tokens, `cachedTokens` were read from the service's cache and `cacheWriteTokens` were written to it. */
export const usageSchema = z.object({
  inputTokens: z.number().optional(),
  outputTokens: z.number().optional(),
  cachedTokens: z.number().optional(),
  cacheWriteTokens: z.number().optional(),
  reasoningTokens: z.number().optional(),
  cost: z.number().optional(),
});
export type Usage = z.infer<typeof usageSchema>;

const counts = ['inputTokens', 'outputTokens', 'cachedTokens', 'cacheWriteTokens', 'reasoningTokens', 'cost'] as const;
/** Services omit these if there is nothing to count. */
const optional = new Set<string>(['cachedTokens', 'cacheWriteTokens', 'reasoningTokens']);

/** If one reply lacks a count, the sum omits it: a partial sum would look like the total. */
export function sumUsage(usages: readonly Usage[]): Usage {
  if (usages.length === 0) return {};
  const known = counts.filter((name) => usages.some((usage) => usage[name] !== undefined));
  const whole = known.filter((name) => optional.has(name) || usages.every((usage) => usage[name] !== undefined));
  return Object.fromEntries(whole.map((name) => [name, usages.reduce((sum, usage) => sum + (usage[name] ?? 0), 0)]));
}
