// Opens the model of an agent spec, with its whole middleware: budgets, cache, meter, retries, throttle.
import { defined, type InterpreterSpec, type Pace, type Spending } from '../core/index.ts';
import { defaultPrices, parseModel, withMiddleware, type Environment, type Model } from '../model/index.ts';

/** What a spec cannot contain: objects, secrets, and the receiver of warnings. */
export interface ModelAccess {
  /** Replaces the model that the spec names, with the same middleware. */
  readonly model?: Model | undefined;
  /** Replaces the address of the spec if the address contains a secret. It is not recorded. */
  readonly baseUrl?: string | undefined;
  /** The source of keys and addresses; by default the environment and `.env`. */
  readonly environment?: Environment | undefined;
  /** Called for each feature of a request that the model does not support. */
  readonly warn?: ((text: string) => void) | undefined;
}

export function openModel(
  spec: InterpreterSpec,
  { pace, spending }: { readonly pace: Pace; readonly spending: Spending },
  access: ModelAccess,
): Model {
  const baseUrl = access.baseUrl ?? spec.baseUrl;
  const { environment, warn } = access;
  const model = access.model ?? parseModel(spec.model, defined({ baseUrl, environment, warn }));
  const { prices = {}, perRun, perTrial, cache } = spending;
  return withMiddleware(model, {
    prices: { ...defaultPrices, ...prices },
    perRun,
    perTrial,
    ...(cache === undefined ? {} : { cache: { folder: cache, scope: baseUrl ?? '' } }),
    throttle: pace.calls === undefined ? {} : { most: pace.calls },
  }).model;
}
