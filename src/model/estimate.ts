// What a run will likely take, before it starts: trials × turns × tokens × price.
import type { Price } from './prices.ts';

export interface RunSize {
  readonly trials: number;
  /** Turns that a trial is expected to take. */
  readonly turns: number;
  /** Of the system prompt and the query. */
  readonly promptTokens: number;
  readonly replyTokens: number;
  /** Of what goes back to the model after a reply. */
  readonly observationTokens: number;
}

export interface RunEstimate {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** In US dollars, without a discount for cached input; undefined when the price is not known. */
  readonly cost: number | undefined;
}

/** Every turn sends the conversation so far, so that input grows with the square of the turns. */
export function estimateRun(size: RunSize, price: Price | undefined): RunEstimate {
  const { trials, turns, promptTokens, replyTokens, observationTokens } = size;
  const history = (replyTokens + observationTokens) * ((turns * (turns - 1)) / 2);
  const inputTokens = trials * (turns * promptTokens + history);
  const outputTokens = trials * turns * replyTokens;
  const cost = price ? (inputTokens * price.input + outputTokens * price.output) / 1e6 : undefined;
  return { calls: trials * turns, inputTokens, outputTokens, cost };
}

const PICTURE_TOKENS = 1000;

/** Roughly the tokens of a text, or of the texts in a value: four letters each, Chinese characters one each, a picture a thousand. */
export function estimateTokens(value: unknown): number {
  if (typeof value === 'string') {
    const wide = value.match(/[\u2e80-\uffff]/g)?.length ?? 0;
    return wide + Math.ceil((value.length - wide) / 4);
  }
  if (value === null || typeof value !== 'object') return 0;
  if ('base64' in value) return PICTURE_TOKENS;
  return Object.values(value).reduce((sum: number, each) => sum + estimateTokens(each), 0);
}
