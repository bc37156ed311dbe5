// The model that `-m` names, with what makes it fit for a run around it.
import { parseModel, withMiddleware, type Model } from '../../model/index.ts';
import type { FlagValues } from './flag.ts';
import { tell } from '../terminal/print.ts';
import { limitsOf, pricesOf, type spendingFlags } from './spending.ts';

type Values = FlagValues<typeof spendingFlags> & {
  readonly baseUrl?: string | undefined;
  readonly calls?: number | undefined;
};

export function openModel(name: string, flags: Values): Model {
  const { baseUrl, cache, calls } = flags;
  const model = parseModel(name, { warn: tell, ...(baseUrl === undefined ? {} : { baseUrl }) });
  const kept = cache === undefined ? {} : { cache: { folder: cache, scope: baseUrl ?? '' } };
  return withMiddleware(model, {
    prices: pricesOf(flags),
    ...limitsOf(flags),
    ...kept,
    throttle: calls === undefined ? {} : { most: calls },
  }).model;
}
