// Prices and spending limits of a run with a model, and the confirmation before it starts.
import { createInterface } from 'node:readline/promises';
import { z } from 'zod';
import type { NamedAgent } from '../../agent/index.ts';
import { modelOf, Problem, type Spending, type SpendingLimits } from '../../core/index.ts';
import { defaultPrices, estimateRun, priceOf, readPrices, type RunEstimate } from '../../model/index.ts';
import type { Plan } from '../../run/index.ts';
import { dollars, tokens } from '../terminal/amounts.ts';
import type { Flag, FlagValues, Flags } from './flag.ts';
import { switchFlag, wholeNumber } from './common.ts';
import { tell } from '../terminal/print.ts';

const money = (about: string): Flag<number | undefined> => ({
  value: 'USD',
  about,
  schema: z
    .string()
    .regex(/^\d{1,9}(\.\d+)?$/, { error: (issue) => `"${String(issue.input)}" is not an amount in US dollars` })
    .transform(Number)
    .refine((value) => value > 0, { error: 'must be more than 0' })
    .optional(),
});
const count = (about: string): Flag<number | undefined> => ({ value: 'N', about, schema: wholeNumber(1).optional() });

export const spendingFlags = {
  maxCost: money('stop the run when it has cost this much'),
  maxRunTokens: count('stop the run when it has used this number of tokens, in and out'),
  maxTrialCost: money('end a trial when it has cost this much'),
  maxTrialTokens: count('end a trial when it has used this number of tokens, in and out'),
  prices: { value: 'FILE', about: 'what tokens cost, as YAML or JSON', schema: z.string().min(1).optional() },
  cache: {
    value: 'DIR',
    about: 'store replies in this folder and reuse them for equal requests',
    schema: z.string().min(1).optional(),
  },
  yes: { ...switchFlag('start without confirmation of the estimated cost'), short: 'y' },
} satisfies Flags;

type SpendingValues = FlagValues<typeof spendingFlags>;

export function spendingOf(flags: SpendingValues): Spending {
  const { maxRunTokens, maxCost, maxTrialTokens, maxTrialCost, prices, cache } = flags;
  return {
    perRun: limitsOf(maxRunTokens, maxCost),
    perTrial: limitsOf(maxTrialTokens, maxTrialCost),
    prices: prices === undefined ? undefined : readPrices(prices),
    cache,
  };
}

function limitsOf(most: number | undefined, cost: number | undefined): SpendingLimits | undefined {
  return most === undefined && cost === undefined ? undefined : { tokens: most, cost };
}

/** Token counts of a typical trial. The query is the median over the tasks of the suite core. */
const USUAL = { turns: 5, replyTokens: 400, observationTokens: 400 };
const QUERY_TOKENS = 300;
/** In US dollars. Runs with a higher estimate need a confirmation. */
const ASK_ABOVE = 5;

/** Shows the estimated cost. Above a limit, it asks for confirmation if stdin is a terminal. */
export async function confirmSpending(flags: SpendingValues, { spec, talk }: NamedAgent, plan: Plan): Promise<void> {
  const model = modelOf(spec);
  if (model === null || !talk) return;
  const trials = plan.trials.length;
  const turns = Math.min(USUAL.turns, talk.maxTurns);
  const promptTokens = talk.systemTokens + QUERY_TOKENS;
  const estimate = estimateRun(
    { trials, ...USUAL, turns, promptTokens },
    priceOf({ ...defaultPrices, ...spendingOf(flags).prices }, model),
  );
  tell(`${trials} ${trials === 1 ? 'trial' : 'trials'} with ${model}, ${likely(estimate, turns)}`);
  if (flags.yes || (estimate.cost ?? 0) < ASK_ABOVE || !process.stdin.isTTY || !process.stderr.isTTY) return;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question('Start? [y/N] ');
    if (!/^y(es)?$/i.test(answer.trim())) throw new Problem('nothing was started, nothing was spent');
  } finally {
    terminal.close();
  }
}

function likely({ calls, inputTokens, outputTokens, cost }: RunEstimate, turns: number): string {
  const price =
    cost === undefined
      ? 'at a price that is not known (--prices FILE)'
      : cost === 0
        ? 'free'
        : `about ${dollars(cost)}`;
  return `likely ${calls} calls (${turns} turns each, with a query of about ${QUERY_TOKENS} tokens), ${tokens(inputTokens)} in, ${tokens(outputTokens)} out, ${price}`;
}
