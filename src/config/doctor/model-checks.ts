/** Asks every configured endpoint once, all at the same time: for its list of models, for one tool call and, on request, to read a long prompt. */
import { ArtooError, asArtooError } from '../../contracts/errors.ts';
import type { Endpoint } from '../../models/endpoints/endpoint.ts';
import { listModels } from '../../models/endpoints/model-list.ts';
import type { ModelRole } from '../config.ts';
import type { Configured } from '../configure.ts';
import { nameModel } from '../models/role-endpoints.ts';
import { lacksKey, modelRoles, type OpenEndpoint } from '../models/tiers.ts';
import { probeContext } from './context-probe.ts';
import { contextCheck, endpointChecks, type Served } from './endpoint-checks.ts';
import { type Finding, failed } from './finding.ts';
import { probeToolCall } from './tool-call-probe.ts';

export type ModelChecks = {
  readonly signal: AbortSignal;
  /** Whether a long prompt is sent, too. */
  readonly isDeep: boolean;
};

/** Never throws. An endpoint without its key is not asked: another check reports the missing key. */
export async function checkModels(settings: Pick<Configured, 'endpoints' | 'roles'>, how: ModelChecks): Promise<readonly Finding[]> {
  const served = servedBy(settings).filter(({ endpoint }) => !lacksKey(endpoint));
  return (await Promise.all(served.map((each) => checkOpen(each, how)))).flat();
}

/** An endpoint whose server may first have to be asked for its model. */
type Open = Omit<Served, 'endpoint'> & { readonly endpoint: OpenEndpoint };

/** Each endpoint once, with all the roles that use it. */
function servedBy({ endpoints, roles }: Pick<Configured, 'endpoints' | 'roles'>): readonly Open[] {
  if (!endpoints) return [];
  const labelOf = (role: ModelRole): string => (typeof roles[role].value === 'string' ? roles[role].value : role);
  const groups = Map.groupBy(modelRoles, (role) => JSON.stringify(endpoints[role]));
  return [...groups.values()].flatMap((users) =>
    users
      .slice(0, 1)
      .map((first) => ({ endpoint: endpoints[first], by: [...new Set(users.map(labelOf))], callsTools: users.includes('R3') })),
  );
}

async function checkOpen({ endpoint: open, ...users }: Open, how: ModelChecks): Promise<readonly Finding[]> {
  const endpoint = await named(open, how.signal);
  if (endpoint instanceof ArtooError)
    return [failed({ name: `${users.by.join(', ')}: model`, about: 'model' }, endpoint.message, 'Name the model with --brain or --tool.')];
  return checkEndpoint({ ...users, endpoint, provider: open.provider }, how);
}

/** The checks of one endpoint. The long prompt comes last, and only if nothing else has failed. Never throws. */
export async function checkEndpoint(served: Served, { signal, isDeep }: ModelChecks): Promise<readonly Finding[]> {
  const { endpoint } = served;
  const [list, probe] = await Promise.all([listModels(endpoint, { signal }), probeToolCall(endpoint, signal)]);
  const findings = endpointChecks(served, list, probe);
  if (!isDeep || findings.some(({ state }) => state === 'failed')) return findings;
  return [...findings, contextCheck(served, await probeContext(endpoint, signal))];
}

/** The endpoint with the model that a task would use, or why there is none. */
async function named(open: OpenEndpoint, signal: AbortSignal): Promise<Endpoint | ArtooError> {
  try {
    return await nameModel(open, signal);
  } catch (thrown) {
    return asArtooError(thrown, 'model_unset');
  }
}
