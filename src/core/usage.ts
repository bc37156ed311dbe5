// What replies took, added up.
import type { Usage } from './event.ts';

const counts = ['inputTokens', 'outputTokens', 'cachedTokens', 'cacheWriteTokens', 'reasoningTokens', 'cost'] as const;

/** A count that one of them does not know is not known of all: a sum of some would pass for the whole. */
export function sumUsage(usages: readonly Usage[]): Usage {
  if (usages.length === 0) return {};
  const known = counts.filter((name) => usages.some((usage) => usage[name] !== undefined));
  const whole = known.filter((name) => optional.has(name) || usages.every((usage) => usage[name] !== undefined));
  return Object.fromEntries(whole.map((name) => [name, usages.reduce((sum, usage) => sum + (usage[name] ?? 0), 0)]));
}

/** Services leave these out where there is nothing to count. */
const optional = new Set<string>(['cachedTokens', 'cacheWriteTokens', 'reasoningTokens']);
