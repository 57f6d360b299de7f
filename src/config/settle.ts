/** The settings and models for one run of the command, and what a person should know about them. */
import { ArtooError } from '../contracts/errors.ts';
import { isWithin } from '../laws/places/posix-path.ts';
import { type Configured, type ConfigureOptions, configure } from './configure.ts';
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

/** Throws `usage` or `config_invalid` for a wrong setting, `model_unset` without a usable model, `price_unknown` if a cap on money cannot be kept. */
export async function settle({ wantsModel, signal, ...given }: SettleOptions): Promise<Settled> {
  const configured = await configure(given);
  const models = wantsModel ? await import('./models/role-endpoints.ts') : undefined; // loaded only if a model is called
  const endpoints = await models?.readyEndpoints(configured, signal);
  const { workspace, strict, quiet, notify, rules } = configured;
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
      ...(endpoints ? await unkeepable(configured, endpoints) : []),
    ],
    ...(endpoints && { endpoints }),
    who: (endpoints && models?.whoIsAsked(endpoints)) ?? '',
  };
}

/**
 * A cap on money that the person set must hold: throws `price_unknown` if it cannot, because the price of a model is unknown. One that only a project sets
 * is noted, so that no project can keep artoo from working.
 */
async function unkeepable({ max_cost, ownMaxCost }: Configured, endpoints: RoleEndpoints): Promise<readonly string[]> {
  if (max_cost.value === null || max_cost.from === 'default') return [];
  const { unpricedIn } = await import('./models/unpriced.ts'); // loads the table of prices
  const unknown = await unpricedIn(endpoints);
  if (unknown.length === 0) return [];
  const why = `no price is known for ${unknown.join(', ')}, so a cap on money`;
  if (ownMaxCost !== undefined) throw new ArtooError('price_unknown', `${why} (${ownMaxCost}) cannot be kept`);
  return [`${why} (${max_cost.from}) has no effect`];
}
