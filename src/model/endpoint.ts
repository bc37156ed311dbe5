// The address and key of a model: those of its provider, or those that the user gives instead.
import { Problem, usageProblem } from '../core/index.ts';
import { findKey, type Environment } from './keys.ts';
import type { Provider } from './providers.ts';

export interface Endpoint {
  readonly model: string;
  readonly baseUrl: string;
  readonly key: string | undefined;
  readonly fetch: typeof fetch;
}

/** The address and the key. Throws a Problem that names the missing flag or variable. */
export function endpointOf(
  provider: Provider,
  environment: Environment,
  given: string | undefined,
): Pick<Endpoint, 'baseUrl' | 'key'> {
  const variable = provider.urlVariable ? environment[provider.urlVariable]?.trim() : undefined;
  const baseUrl = given ?? (variable || provider.baseUrl);
  if (baseUrl === undefined) throw usageProblem(`${provider.name}/ needs --base-url, such as http://localhost:8000/v1`);
  const key = findKey(provider.keys, environment)?.key;
  // A local server may need no key.
  if (!key && provider.keyNeeded && given === undefined) {
    throw new Problem(`${provider.name} needs a key: set ${provider.keys[0]}, in the environment or in .env`);
  }
  return { baseUrl: checkedUrl(baseUrl, provider), key };
}

function checkedUrl(text: string, provider: Provider): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw usageProblem(`"${text}" is not a base URL; one looks like http://localhost:8000/v1`);
  }
  const url = new URL(text);
  // Addresses for Anthropic are usually written without the version.
  if (provider.family === 'anthropic' && url.pathname === '/') url.pathname = '/v1';
  return url.href.replace(/\/+$/, '');
}
