// `provider/model` → Model. The provider is what stands before the first slash.
import { usageProblem } from '../core/index.ts';
import { anthropic } from './anthropic.ts';
import { compatible } from './compatible.ts';
import { endpointOf, type Endpoint } from './endpoint.ts';
import { execModel } from './exec.ts';
import { google } from './google.ts';
import { humanModel, type Terminal } from './human.ts';
import { readEnvironment, redact, type Environment } from './keys.ts';
import type { Model } from './model.ts';
import { openai } from './openai.ts';
import { providers, type Provider } from './providers.ts';
import { replayModel } from './replay.ts';
import { sdkModel, type SdkFamily } from './sdk/sdk-model.ts';
import { defaultPatience, watchedFetch, type Patience } from './sdk/watched-fetch.ts';
import { seemsToSee } from './sees.ts';

export interface ModelOptions {
  /** In place of the provider's own address. */
  readonly baseUrl?: string;
  /** Whether it takes pictures; guessed from its name when it is not said. */
  readonly sees?: boolean;
  readonly patience?: Partial<Patience>;
  /** Where keys and addresses come from: the environment and `.env` when it is not said. */
  readonly environment?: Environment;
  /** Hears, once each, what of a request the model does not support. */
  readonly warn?: (text: string) => void;
  /** Where the person sits that `human/` is. */
  readonly terminal?: Terminal;
}

export function parseModel(name: string, options: ModelOptions = {}): Model {
  const { provider, rest } = splitName(name);
  const patience = { ...defaultPatience, ...options.patience };
  switch (provider.family) {
    case 'exec':
      return execModel(name, rest, { sees: options.sees ?? false, timeoutMs: patience.totalMs });
    case 'replay':
      return replayModel(name, rest, { sees: options.sees });
    case 'human':
      return humanModel(name, {
        sees: options.sees ?? false,
        ...(options.terminal ? { terminal: options.terminal } : {}),
      });
    default: {
      const environment = options.environment ?? readEnvironment();
      const address = endpointOf(provider, environment, options.baseUrl);
      const family = familyOf(provider, { model: rest, ...address, fetch: watchedFetch(patience) });
      return sdkModel(family, {
        name,
        sees: options.sees ?? seemsToSee(rest),
        clean: (text) => redact(text, address.key),
        warn: once((text) => options.warn?.(`${name}: ${text}`)),
      });
    }
  }
}

function familyOf(provider: Provider, endpoint: Endpoint): SdkFamily {
  if (provider.family === 'openai') return openai(endpoint);
  if (provider.family === 'anthropic') return anthropic(endpoint);
  if (provider.family === 'google') return google(endpoint);
  return compatible(endpoint, provider);
}

function splitName(name: string): { provider: Provider; rest: string } {
  const slash = name.indexOf('/');
  const [word, rest] = slash < 0 ? [name, ''] : [name.slice(0, slash), name.slice(slash + 1)];
  const provider = providers.find((each) => each.name === word);
  if (!provider || slash < 0) {
    const names = providers.map((each) => each.name).join(', ');
    throw usageProblem(`"${name}" is not a model; a model is provider/name, and the providers are ${names}`);
  }
  if (rest === '' && provider.family !== 'human') {
    throw usageProblem(`"${name}" names no model; say which, such as ${provider.name}/${provider.example}`);
  }
  return { provider, rest };
}

function once(hear: (text: string) => void): (text: string) => void {
  const heard = new Set<string>();
  return (text) => {
    if (heard.has(text)) return;
    heard.add(text);
    hear(text);
  };
}
