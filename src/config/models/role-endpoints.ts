/** The endpoint of each role with its model named. If a server offers only one model, no model needs to be configured. */
import { ArtooError } from '../../contracts/errors.ts';
import type { Endpoint } from '../../models/endpoints/endpoint.ts';
import type { LocalServer } from '../../models/endpoints/local-servers.ts';
import { listModels } from '../../models/endpoints/model-list.ts';
import type { ModelRole } from '../config.ts';
import type { Configured } from '../configure.ts';
import { pricedBy } from './prices.ts';
import { missing, type OpenEndpoint } from './tiers.ts';

export type RoleEndpoints = Readonly<Record<ModelRole, Endpoint>>;

/** The configured endpoints. Throws `model_unset`, with what was found instead, if one is missing or cannot be used. */
export async function readyEndpoints(configured: Configured, signal: AbortSignal): Promise<RoleEndpoints> {
  const [reason] = missing(configured);
  if (!configured.endpoints) throw await noModel(reason ?? 'no model is configured', configured.notes, signal);
  if (reason !== undefined) throw new ArtooError('model_unset', reason);
  return pricedBy(configured.prices.value, await nameModels(configured.endpoints, signal));
}

/** The error if there is no model, with the local servers that were found and how to use them. */
async function noModel(reason: string, notes: readonly string[], signal: AbortSignal): Promise<ArtooError> {
  const { findLocalServers } = await import('../../models/endpoints/local-servers.ts');
  const found = (await findLocalServers({ signal })).map(describe);
  return new ArtooError('model_unset', [reason, ...found, ...notes].join('. '));
}

const describe = ({ provider, base_url, models: [first, ...others] }: LocalServer): string =>
  `${provider} is up at ${base_url}${first === undefined ? ', without a model' : `: --brain ${provider}:${first}${others.length > 0 ? ` (or ${others.length} more)` : ''}`}`;

/**
 * Asks the servers of endpoints without a model which models they offer, each server once. Throws `model_unset`, `model_denied` or
 * `model_unreachable`.
 */
export async function nameModels(open: Readonly<Record<ModelRole, OpenEndpoint>>, signal: AbortSignal): Promise<RoleEndpoints> {
  const asked = new Map<string, Promise<Endpoint>>();
  const named = (endpoint: OpenEndpoint): Promise<Endpoint> => {
    const which = JSON.stringify(endpoint);
    const naming = asked.get(which) ?? nameModel(endpoint, signal);
    asked.set(which, naming);
    return naming;
  };
  const entries = Object.entries(open).map(async ([role, endpoint]) => [role, await named(endpoint)] as const);
  return Object.fromEntries(await Promise.all(entries)) as RoleEndpoints; // it has an entry for each role that was given
}

/** The endpoint with its model: the configured one, or the only one that its server offers. */
export async function nameModel(endpoint: OpenEndpoint, signal: AbortSignal): Promise<Endpoint> {
  return { ...endpoint, model: endpoint.model ?? (await onlyModel(endpoint, signal)) };
}

async function onlyModel(endpoint: OpenEndpoint, signal: AbortSignal): Promise<string> {
  const { base_url, provider } = endpoint;
  const list = await listModels(endpoint, { signal });
  if (!list.ok) {
    const code = list.why === 'denied' ? 'model_denied' : list.why === 'unreachable' ? 'model_unreachable' : 'model_unset';
    throw new ArtooError(code, `no model is named for ${base_url}, and the server does not list its models: ${list.error}`);
  }
  const [only, ...others] = list.models;
  if (only !== undefined && others.length === 0) return only;
  const offers =
    list.models.length === 0 ? 'it offers none' : `it offers ${list.models.slice(0, 8).join(', ')}${list.models.length > 8 ? ' …' : ''}`;
  const example =
    only === undefined ? '' : `: name one, as in --brain ${provider ?? ''}${provider ? ':' : ''}${only}${provider ? '' : `@${base_url}`}`;
  throw new ArtooError('model_unset', `no model is named for ${base_url}; ${offers}${example}`);
}

/** The models in use, in one line: `brain gpt-5.4-mini at api.openai.com, tool …`. */
export function whoIsAsked({ R2, R3, ...others }: RoleEndpoints): string {
  const at = ({ model, base_url }: Endpoint) => `${model} at ${URL.parse(base_url)?.host ?? base_url}`;
  const [brain, tool] = [at(R2), at(R3)];
  const extra = Object.entries(others).flatMap(([role, endpoint]) => {
    const usual = role === 'R4a' ? tool : brain;
    return at(endpoint) === usual ? [] : [`${role} ${at(endpoint)}`];
  });
  return [...(brain === tool ? [brain] : [`brain ${brain}`, `tool ${tool}`]), ...extra].join(', ');
}
