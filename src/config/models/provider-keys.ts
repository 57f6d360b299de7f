/** The keys and addresses of providers that are set in the environment. */
import { ArtooError } from '../../contracts/errors.ts';
import { baseUrl } from '../../models/endpoints/base-url.ts';
import { type ProviderName, providerNames, providers } from '../../models/endpoints/providers.ts';
import { type Environment, invalidVariable, type Sourced } from '../config-layers.ts';
import { readKey } from './api-key.ts';
import type { ProviderVariables } from './choose-endpoint.ts';

/** The variable that holds the key of a provider, if one is set. */
const keyVariable = (env: Environment, provider: ProviderName): string | undefined =>
  providers[provider].key_env.find((variable) => env[variable]?.trim());

/** The key of a provider, if set. Throws `config_invalid` if it cannot be a key. */
function keyIn(env: Environment, provider: ProviderName): Sourced<string> | undefined {
  const name = keyVariable(env, provider);
  if (name === undefined) return undefined;
  const key = readKey(env[name]);
  if (key.ok) return { value: key.value, from: name };
  throw invalidVariable(`${name} ${key.error}`);
}

/** The address that replaces a provider's own, if set. Throws `config_invalid` if it is not a base URL. */
function addressIn(env: Environment, provider: ProviderName): Sourced<string> | undefined {
  const { address_env: name = '', protocol } = providers[provider];
  if (!env[name]?.trim()) return undefined;
  const read = baseUrl(env[name], protocol);
  if (read.ok) return { value: read.url, from: name };
  throw invalidVariable(`${name} ${read.error}`);
}

/** What the environment sets for providers. */
export const providersIn = (env: Environment): ProviderVariables => ({
  key: (provider) => keyIn(env, provider),
  address: (provider) => addressIn(env, provider),
});

/** The key in a variable that a setting names. Throws `config_invalid` if the variable is not set or cannot be a key. */
export function namedKeyIn(env: Environment, variable: string): string {
  if (!env[variable]?.trim()) throw new ArtooError('config_invalid', `${variable} should contain a key, but is not set`);
  const key = readKey(env[variable]);
  if (key.ok) return key.value;
  throw invalidVariable(`${variable} ${key.error}`);
}

/** The providers whose key is set, each with its variable. */
export const keysAtHand = (env: Environment) =>
  providerNames.flatMap((name) => {
    const variable = keyVariable(env, name);
    return variable === undefined ? [] : [{ name, variable }];
  });
