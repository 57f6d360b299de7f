/** Which endpoint each role gets, and what is missing before the endpoints can be used. Pure. */
import type { Endpoint } from '../../models/endpoints/endpoint.ts';
import { type ProviderName, providerAt, providers } from '../../models/endpoints/providers.ts';
import { defaults, type ModelRole, type Tier } from '../config.ts';
import type { Sourced } from '../config-layers.ts';
import type { ConfiguredEndpoint } from './choose-endpoint.ts';

/** The configured tiers, and what each role uses. For a missing tier, the other tier is used. */
export type Tiers = {
  readonly brain?: ConfiguredEndpoint;
  readonly tool?: ConfiguredEndpoint;
  readonly roles: Readonly<Record<ModelRole, Sourced<Tier | ConfiguredEndpoint>>>;
};

/** An endpoint whose server may first have to be asked for its model. */
export type OpenEndpoint = Omit<Endpoint, 'model'> & { readonly model: string | undefined; readonly provider: ProviderName | undefined };

/** The tier of each role, unless another is configured. */
export const defaultTiers = defaults.roles as Readonly<Record<ModelRole, Tier>>; // the schema's defaults are tiers

export const modelRoles = Object.keys(defaultTiers) as readonly ModelRole[]; // these are the keys of the schema

/** The endpoint of every role; undefined if one of them has none. */
export function endpointsOf(
  tiers: Tiers,
  limits: Pick<Endpoint, 'max_output_tokens' | 'timeout_ms'>,
): Readonly<Record<ModelRole, OpenEndpoint>> | undefined {
  const entries = modelRoles.flatMap((role) => {
    const found = endpointOf(tiers, role);
    return found ? [[role, open(found, limits)] as const] : [];
  });
  if (entries.length < modelRoles.length) return undefined;
  return Object.fromEntries(entries) as Record<ModelRole, OpenEndpoint>; // it has an entry for each role, by the line above
}

/** What is missing before a model can be called, one sentence for each thing. */
export function missing(tiers: Tiers): readonly string[] {
  const without = modelRoles.filter((role) => !endpointOf(tiers, role));
  if (without.length === modelRoles.length) return ['no model is configured'];
  if (without.length > 0) return [`no model is configured for ${without.join(', ')}`];
  const keyless = modelRoles.filter((role) => {
    const endpoint = endpointOf(tiers, role);
    return endpoint && lacksKey({ base_url: endpoint.base_url.value, api_key: endpoint.api_key.value });
  });
  return [...new Set(keyless.map((role) => keylessSentence(tiers, role)))];
}

/** The endpoint of a role: its own, or that of its tier. */
export function endpointOf({ brain, tool, roles }: Tiers, role: ModelRole): ConfiguredEndpoint | undefined {
  const { value } = roles[role];
  if (typeof value !== 'string') return value;
  return value === 'brain' ? (brain ?? tool) : (tool ?? brain);
}

function open(
  { provider, protocol, base_url, model, api_key }: ConfiguredEndpoint,
  limits: Pick<Endpoint, 'max_output_tokens' | 'timeout_ms'>,
): OpenEndpoint {
  return { provider, protocol, base_url: base_url.value, model: model.value, api_key: api_key.value, ...limits };
}

/** Whether an endpoint needs a key and has none; only for known providers is it certain that one is needed. */
export function lacksKey({ base_url, api_key }: Pick<OpenEndpoint, 'base_url' | 'api_key'>): boolean {
  const provider = providerAt(base_url);
  return api_key === undefined && provider !== undefined && providers[provider].key_env.length > 0;
}

function keylessSentence(tiers: Tiers, role: ModelRole): string {
  const { value } = tiers.roles[role];
  const endpoint = endpointOf(tiers, role);
  const provider = endpoint && providerAt(endpoint.base_url.value);
  const variables = provider ? providers[provider].key_env : [];
  const tier = typeof value === 'string' ? (tiers[value] ? value : value === 'brain' ? 'tool' : 'brain') : undefined;
  const names = [...variables, ...(tier ? [`${tier.toUpperCase()}_API_KEY`] : [])];
  return `${endpoint?.base_url.value ?? 'the model server'} needs a key: set ${names.join(' or ')}`;
}
