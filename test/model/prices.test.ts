// Prices of tokens, and estimates of tokens and cost.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { costOf, defaultPrices, estimateRun, estimateTokens, priceOf, readPrices } from '../../src/model/index.ts';
import { temporaryFolder } from '../support/folder.ts';

function written(name: string, text: string): string {
  const file = join(temporaryFolder(), name);
  writeFileSync(file, text);
  return file;
}

test('a price file extends the default table, and the most specific name has priority', () => {
  const file = written(
    'prices.yaml',
    'acme/*: { input: 1, output: 2 }\nacme/large*: { input: 3, output: 4 }\nacme/large: { input: 5, output: 6, cached: 0.5 }\n',
  );
  const prices = { ...defaultPrices, ...readPrices(file) };
  expect(priceOf(prices, 'acme/small')).toEqual({ input: 1, output: 2 });
  expect(priceOf(prices, 'acme/large-2')).toEqual({ input: 3, output: 4 });
  expect(priceOf(prices, 'acme/large')).toEqual({ input: 5, output: 6, cached: 0.5 });
  expect(priceOf(prices, 'ollama/qwen3:8b')).toEqual({ input: 0, output: 0 });
  expect(priceOf(prices, 'other/model')).toBeUndefined();
  expect(readPrices(written('prices.json', '{"acme/x": {"input": 1, "output": 1}}'))).toHaveProperty('acme/x');
});

test.each([
  ['a price below zero', 'acme/x: { input: -1, output: 2 }', /acme\/x: input/],
  ['a word that is none', 'acme/x: { input: 1, output: 2, discount: 3 }', /acme\/x/],
  ['a model without its provider', 'x: { input: 1, output: 2 }', /provider\/model/],
  ['broken YAML', 'acme/x: { input: 1', /cannot read prices/],
])('a price file with a mistake is refused: %s', (_, text, message) => {
  expect(() => readPrices(written('prices.yaml', text))).toThrow(message);
});

test('cache reads and cache writes have separate prices', () => {
  const usage = { inputTokens: 1000, outputTokens: 10, cachedTokens: 600, cacheWriteTokens: 300 };
  expect(costOf(usage, { input: 10, output: 100, cached: 1, cacheWrite: 12.5 }) ?? 0).toBeCloseTo(
    (100 * 10 + 600 * 1 + 300 * 12.5 + 10 * 100) / 1e6,
    12,
  );
  expect(costOf({ inputTokens: 1000 }, { input: 1, output: 1 })).toBeUndefined();
});

test('an estimate counts the whole conversation as input of every turn', () => {
  const size = { trials: 10, turns: 3, promptTokens: 1000, replyTokens: 200, observationTokens: 300 };
  expect(estimateRun(size, { input: 1, output: 10 })).toEqual({
    calls: 30,
    // 10 trials × (1000 + 1500 + 2000)
    inputTokens: 45_000,
    outputTokens: 6000,
    cost: 0.105,
  });
  expect(estimateRun(size, undefined).cost).toBeUndefined();
});

test('tokens of English text, Chinese text and pictures are estimated', () => {
  expect(estimateTokens('a'.repeat(400))).toBe(100);
  expect(estimateTokens('统计表格')).toBe(4);
  expect(estimateTokens({ parts: [{ text: 'abcd' }, { base64: 'x'.repeat(100_000) }] })).toBe(1001);
});
