/** The settings and models of one start of the command, and what a person should know about them. */
import { isWithin } from '../laws/places/posix-path.ts';
import { type ConfigureOptions, configure } from './configure.ts';
import type { RoleEndpoints } from './models/role-endpoints.ts';
import { type Settings, settingsFrom } from './settings.ts';

export type SettleOptions = ConfigureOptions & {
  /** Whether models are asked at all: a cassette needs none. */
  readonly wantsModel: boolean;
  readonly signal: AbortSignal;
};

export type Settled = Settings & {
  readonly strict: boolean;
  readonly quiet: boolean;
  readonly notes: readonly string[];
  /** Absent where no model is wanted. */
  readonly endpoints?: RoleEndpoints;
  /** Who is asked, in one line. */
  readonly who: string;
};

/** Throws `usage` or `config_invalid` for what is said wrong, `model_unset` where there is nobody to ask. */
export async function settle({ wantsModel, signal, ...given }: SettleOptions): Promise<Settled> {
  const configured = await configure(given);
  const models = wantsModel ? await import('./models/role-endpoints.ts') : undefined; // where no model is asked, nothing of them is loaded
  const endpoints = await models?.readyEndpoints(configured, signal);
  const { max_tokens, max_cost, workspace, strict, quiet, rules } = configured;
  return {
    ...settingsFrom(configured),
    strict: strict.value,
    quiet: quiet.value,
    notes: [
      ...(isWithin(workspace.value, given.home)
        ? [`the workspace ${workspace.value} contains your whole home folder: changes there are not asked about`]
        : []),
      ...(wantsModel ? configured.notes : rules.notes),
      ...(endpoints && max_cost.from !== 'default' ? await unpriced(endpoints, max_tokens.value) : []),
    ],
    ...(endpoints && { endpoints }),
    who: (endpoints && models?.whoIsAsked(endpoints)) ?? '',
  };
}

/** Money cannot be held to a cap where the price is not known. */
async function unpriced(endpoints: RoleEndpoints, tokens: number): Promise<readonly string[]> {
  const { priceOf } = await import('../models/spending/price.ts');
  const models = new Map(Object.values(endpoints).map((endpoint) => [endpoint.model, endpoint]));
  const unknown = await Promise.all([...models].map(async ([name, endpoint]) => ((await priceOf(endpoint)) ? [] : [name])));
  return unknown.flat().map((name) => `no price is known for ${name}: only the cap on tokens (${tokens})`);
}
