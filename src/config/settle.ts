/** The settings and models for one run of the command, and what a person should know about them. */
import { isWithin } from '../laws/places/posix-path.ts';
import { type ConfigureOptions, configure } from './configure.ts';
import type { RoleEndpoints } from './models/role-endpoints.ts';
import { type Settings, settingsFrom } from './settings.ts';

export type SettleOptions = ConfigureOptions & {
  /** Whether models are called at all: a cassette needs none. */
  readonly wantsModel: boolean;
  readonly signal: AbortSignal;
};

export type Settled = Settings & {
  readonly strict: boolean;
  readonly quiet: boolean;
  /** Whether artoo alerts the person to a waiting question. */
  readonly notify: boolean;
  readonly notes: readonly string[];
  /** Absent if no model is needed. */
  readonly endpoints?: RoleEndpoints;
  /** The models in use, in one line. */
  readonly who: string;
};

/** Throws `usage` or `config_invalid` for a wrong setting, `model_unset` without a usable model. */
export async function settle({ wantsModel, signal, ...given }: SettleOptions): Promise<Settled> {
  const configured = await configure(given);
  const models = wantsModel ? await import('./models/role-endpoints.ts') : undefined; // loaded only if a model is called
  const endpoints = await models?.readyEndpoints(configured, signal);
  const { max_tokens, max_cost, workspace, strict, quiet, notify, rules } = configured;
  return {
    ...settingsFrom(configured),
    strict: strict.value,
    quiet: quiet.value,
    notify: notify.value,
    notes: [
      ...(isWithin(workspace.value, given.home)
        ? [`the workspace ${workspace.value} contains your whole home folder: you are not asked about changes in it`]
        : []),
      ...(wantsModel ? configured.notes : rules.notes),
      ...(endpoints && max_cost.from !== 'default' ? await unpriced(endpoints, max_tokens.value) : []),
    ],
    ...(endpoints && { endpoints }),
    who: (endpoints && models?.whoIsAsked(endpoints)) ?? '',
  };
}

/** Notes about models with an unknown price, for which a cap on money has no effect. */
async function unpriced(endpoints: RoleEndpoints, tokens: number): Promise<readonly string[]> {
  const { priceOf } = await import('../models/spending/price.ts');
  const models = new Map(Object.values(endpoints).map((endpoint) => [endpoint.model, endpoint]));
  const unknown = await Promise.all([...models].map(async ([name, endpoint]) => ((await priceOf(endpoint)) ? [] : [name])));
  return unknown.flat().map((name) => `no price is known for ${name}: only the cap on tokens (${tokens}) applies`);
}
