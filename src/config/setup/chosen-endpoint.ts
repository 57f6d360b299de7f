/** The endpoint that a choice in set-up leads to: what artoo will call once the choice is saved. */
import { ArtooError } from '../../contracts/errors.ts';
import { defaultMaxOutputTokens, defaultTimeoutMs } from '../../models/endpoints/endpoint.ts';
import type { EndpointChoice } from '../config.ts';
import type { Environment } from '../config-layers.ts';
import { chooseEndpoint } from '../models/choose-endpoint.ts';
import { namedKeyIn, providersIn } from '../models/provider-keys.ts';
import type { OpenEndpoint } from '../models/tiers.ts';

export type ChosenEndpoint = { readonly ok: true; readonly endpoint: OpenEndpoint } | { readonly ok: false; readonly error: string };

/** The key comes from the choice, otherwise from the environment. Fails if a variable has a value that cannot be a key. */
export function chosenEndpoint(choice: EndpointChoice, env: Environment): ChosenEndpoint {
  try {
    const api_key = choice.api_key ?? (choice.key_env === undefined ? undefined : namedKeyIn(env, choice.key_env));
    const level = { layer: 'data', choice: { ...choice, ...(api_key && { api_key }) }, from: () => '' } as const;
    const { endpoint } = chooseEndpoint([level], providersIn(env), 'brain');
    const { provider, protocol, base_url, model, api_key: key } = endpoint;
    const limits = { max_output_tokens: defaultMaxOutputTokens, timeout_ms: defaultTimeoutMs };
    return { ok: true, endpoint: { provider, protocol, base_url: base_url.value, model: model.value, api_key: key.value, ...limits } };
  } catch (thrown) {
    if (thrown instanceof ArtooError) return { ok: false, error: thrown.message };
    throw thrown;
  }
}
