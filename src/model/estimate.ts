// The expected tokens and cost of a run, before it starts: trials × turns × tokens × price.
import type { Price } from '../core/index.ts';

export interface RunSize {
  readonly trials: number;
  /** The expected turns of a trial. */
  readonly turns: number;
  /** Tokens of the system prompt and the query. */
  readonly promptTokens: number;
  readonly replyTokens: number;
  /** Tokens that go back to the model after a reply. */
  readonly observationTokens: number;
}

export interface RunEstimate {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** In US dollars, without a discount for cached input; undefined if the price is unknown. */
  readonly cost: number | undefined;
}

/** Every turn sends the whole conversation, so the input grows with the square of the turns. */
export function estimateRun(size: RunSize, price: Price | undefined): RunEstimate {
  const { trials, turns, promptTokens, replyTokens, observationTokens } = size;
  const history = (replyTokens + observationTokens) * ((turns * (turns - 1)) / 2);
  const inputTokens = trials * (turns * promptTokens + history);
  const outputTokens = trials * turns * replyTokens;
  const cost = price ? (inputTokens * price.input + outputTokens * price.output) / 1e6 : undefined;
  return { calls: trials * turns, inputTokens, outputTokens, cost };
}

const PICTURE_TOKENS = 1000;

/** An estimate of the tokens in a value: one per four characters, one per Chinese character, 1000 per picture. */
export function estimateTokens(value: unknown): number {
  if (typeof value === 'string') {
    const wide = value.match(/[\u2e80-\uffff]/g)?.length ?? 0;
    return wide + Math.ceil((value.length - wide) / 4);
  }
  if (value === null || typeof value !== 'object') return 0;
  if ('base64' in value) return PICTURE_TOKENS;
  return Object.values(value).reduce((sum: number, each) => sum + estimateTokens(each), 0);
}
