// `provider/model` → Model. The provider is the part before the first slash.
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
import { defaultTimeouts, watchedFetch, type CallTimeouts } from './sdk/watched-fetch.ts';
import { seemsToSee } from './sees.ts';

export interface ModelOptions {
  /** Replaces the address of the provider. */
  readonly baseUrl?: string;
  /** Whether it accepts pictures; by default guessed from its name. */
  readonly sees?: boolean;
  readonly timeouts?: Partial<CallTimeouts>;
  /** The source of keys and addresses; by default the environment and `.env`. */
  readonly environment?: Environment;
  /** Is called once for each feature of a request that the model does not support. */
  readonly warn?: (text: string) => void;
  /** The terminal of `human/`. */
  readonly terminal?: Terminal;
}

export function parseModel(name: string, options: ModelOptions = {}): Model {
  const { provider, rest } = splitName(name);
  const timeouts = { ...defaultTimeouts, ...options.timeouts };
  switch (provider.family) {
    case 'exec':
      return execModel(name, rest, { sees: options.sees ?? false, timeoutMs: timeouts.totalMs });
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
      const family = familyOf(provider, { model: rest, ...address, fetch: watchedFetch(timeouts) });
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

/** Whether a person answers in place of a model. */
export function isPerson(name: string): boolean {
  return providers.find((each) => each.name === name.split('/')[0])?.family === 'human';
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

function once(warn: (text: string) => void): (text: string) => void {
  const warned = new Set<string>();
  return (text) => {
    if (warned.has(text)) return;
    warned.add(text);
    warn(text);
  };
}
