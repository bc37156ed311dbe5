// Prices of tokens, in US dollars per million. Users extend the table with a YAML or JSON file.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { pricesSchema, Problem, reasonOf, type ModelReply, type Price } from '../core/index.ts';

export type Prices = Readonly<Record<string, Price>>;

const FREE: Price = { input: 0, output: 0 };

/** Local servers, replays and people cost nothing. Prices of services change, so the user gives them. */
export const defaultPrices: Prices = {
  'vllm/*': FREE,
  'ollama/*': FREE,
  'lmstudio/*': FREE,
  'llamacpp/*': FREE,
  'replay/*': FREE,
  'human/*': FREE,
};

/** The prices of a file, without the default ones. */
export function readPrices(file: string): Prices {
  try {
    return pricesSchema.parse(parse(readFileSync(file, 'utf8')));
  } catch (error) {
    const issue = error instanceof z.ZodError ? error.issues[0] : undefined;
    const reason = issue ? `${issue.path.join(': ') || 'the file'}: ${issue.message}` : reasonOf(error);
    throw new Problem(`cannot read prices from ${file}: ${reason}`, { cause: error });
  }
}

/** The exact name has priority, then the longest pattern. */
export function priceOf(prices: Prices, model: string): Price | undefined {
  const fits = Object.keys(prices).filter((name) =>
    name.endsWith('*') ? model.startsWith(name.slice(0, -1)) : model === name,
  );
  const [best] = fits.toSorted((a, b) => Number(b === model) - Number(a === model) || b.length - a.length);
  return best === undefined ? undefined : prices[best];
}

/** Undefined if the service did not report the tokens. */
export function costOf(usage: ModelReply['usage'], price: Price): number | undefined {
  const { inputTokens, outputTokens, cachedTokens = 0, cacheWriteTokens = 0 } = usage;
  if (price.input === 0 && price.output === 0) return 0;
  if (inputTokens === undefined || outputTokens === undefined) return undefined;
  const plain = inputTokens - cachedTokens - cacheWriteTokens;
  const { input, output, cached = input, cacheWrite = input } = price;
  return (plain * input + cachedTokens * cached + cacheWriteTokens * cacheWrite + outputTokens * output) / 1e6;
}
