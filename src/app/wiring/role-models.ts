/** The models of the roles, from the endpoints that are configured for them. */
import type { Configured } from '../../config/configure.ts';
import { type RoleEndpoints, readyEndpoints } from '../../config/models/role-endpoints.ts';
import { version } from '../../config/version.ts';
import type { RoleId } from '../../contracts/parties.ts';
import type { Secret } from '../../journal/redact.ts';
import type { Endpoint } from '../../models/endpoints/endpoint.ts';
import { namingNearest } from '../../models/http/nearest-model.ts';
import { createProviderModel } from '../../models/http/provider.ts';
import type { Model } from '../../models/model.ts';
import { callOnce } from '../call-once.ts';

export type RoleModels = {
  readonly model: Model | ((role: RoleId) => Model);
  /** The keys that are in use. */
  readonly secrets: () => readonly Secret[];
  /** The models without a known price; absent if a program brings its own model. */
  readonly unpriced?: () => Promise<readonly string[]>;
};

/** Roles with the same endpoint share a model, and so its connections. */
export function roleModels(endpoints: RoleEndpoints): RoleModels & { readonly model: (role: RoleId) => Model } {
  const models = new Map<string, Model>();
  const secrets = Object.entries(endpoints).flatMap(([role, { api_key }]) =>
    api_key === undefined ? [] : [{ name: `key_of_${role}`, value: api_key }],
  );
  return {
    model(role) {
      const endpoint = (endpoints as Partial<Record<RoleId, Endpoint>>)[role] ?? endpoints.R2; // every other role uses the brain
      const name = JSON.stringify(endpoint);
      const model = models.get(name) ?? namingNearest(createProviderModel(endpoint, { userAgent: `artoo/${version}` }), endpoint);
      models.set(name, model);
      return model;
    },
    secrets: () => secrets,
    unpriced: async () => (await import('../../config/models/unpriced.ts')).unpricedIn(endpoints),
  };
}

/** Like `roleModels`, but the models are named at the first step. If that fails, the next step tries again. */
export function lateRoleModels(configured: Configured): RoleModels & { readonly model: Model } {
  let named: RoleModels | undefined;
  const name = callOnce(async () => {
    const { signal } = new AbortController(); // a model is opened for all tasks, so no single task may cancel that
    const models = roleModels(await readyEndpoints(configured, signal));
    named = models;
    return models;
  });
  return {
    model: {
      reserves: true,
      async step(request, origin, signal) {
        return (await name()).model(origin.role).step(request, origin, signal);
      },
    },
    secrets: () => named?.secrets() ?? [],
    unpriced: async () => (await name()).unpriced?.() ?? [],
  };
}
