/** Everything that is decided before a task starts: its settings, its models, and what a person should know about them. */
import { ArtooError } from '../contracts/errors.ts';
import type { RoleId } from '../contracts/parties.ts';
import type { HostOptions } from '../engine/host.ts';
import type { Secret } from '../journal/redact.ts';
import { isWithin } from '../laws/places/posix-path.ts';
import type { RuleSet } from '../laws/rules/rules.ts';
import type { LocalServer } from '../models/endpoints/local-servers.ts';
import type { Model } from '../models/model.ts';
import { type Configured, type ConfigureOptions, configure } from './configure.ts';
import type { RoleEndpoints } from './models/tier-models.ts';
import { missing } from './models/tiers.ts';
import { plainRules } from './rules.ts';

export type SettleOptions = ConfigureOptions & {
  /** Whether models are asked at all: a cassette needs none. */
  readonly wantsModel: boolean;
  readonly signal: AbortSignal;
};

export type Settled = {
  /** What the host of the task is to be given; limits of time only where somebody set them. */
  readonly options: Required<Pick<HostOptions, 'parallel' | 'steps' | 'review' | 'control' | 'caps'>>;
  readonly data: string;
  readonly workspace: string;
  readonly rules: RuleSet;
  readonly strict: boolean;
  readonly quiet: boolean;
  readonly memory: boolean;
  readonly notes: readonly string[];
  /** The model of each role; absent where none is wanted. */
  readonly model?: (role: RoleId) => Model;
  /** The keys in use. */
  readonly secrets: readonly Secret[];
  /** Who is asked, in one line. */
  readonly who: string;
};

/** Throws `usage` or `config_invalid` for what is said wrong, `model_unset` where there is nobody to ask. */
export async function settle({ wantsModel, signal, ...given }: SettleOptions): Promise<Settled> {
  const configured = await configure(given);
  const models = wantsModel ? await import('./models/tier-models.ts') : undefined; // where no model is asked, nothing of them is loaded
  const endpoints = models && (await endpointsIn(configured, models.nameModels, signal));
  const { budget, max_tokens, max_cost, data, workspace, parallel, steps, plan, strict, quiet, memory, control, rules } = configured;
  const constants = Object.fromEntries(
    Object.entries(control).flatMap(([name, { value, from }]) => (name === 'timeBudgetMs' && from === 'default' ? [] : [[name, value]])),
  );
  const isBudgetSet = budget.from !== 'default';
  return {
    options: {
      parallel: parallel.value,
      steps: steps.value,
      review: plan.value,
      control: constants,
      caps: { ...(isBudgetSet && { active_ms: budget.value.cap_ms }), tokens: max_tokens.value, usd: max_cost.value },
    },
    data: data.value,
    workspace: workspace.value,
    rules: plainRules(rules),
    ...(endpoints && { model: models.modelsOf(endpoints) }),
    secrets: endpoints ? keysOf(endpoints) : [],
    strict: strict.value,
    quiet: quiet.value,
    memory: memory.value,
    notes: [
      ...(isWithin(workspace.value, given.home)
        ? [`the workspace ${workspace.value} contains your whole home folder: changes there are not asked about`]
        : []),
      ...(wantsModel ? configured.notes : rules.notes),
      ...(endpoints && max_cost.from !== 'default' ? await unpriced(endpoints, max_tokens.value) : []),
    ],
    who: endpoints ? models.whoIsAsked(endpoints) : '',
  };
}

type NameModels = typeof import('./models/tier-models.ts').nameModels;

async function endpointsIn(configured: Configured, nameModels: NameModels, signal: AbortSignal): Promise<RoleEndpoints> {
  const [lacking] = missing(configured);
  if (!configured.endpoints) throw await nobodyToAsk(lacking ?? 'no model is configured', configured.notes, signal);
  if (lacking !== undefined) throw new ArtooError('model_unset', lacking);
  return nameModels(configured.endpoints, signal);
}

/** Says so, names what was found, and gives the shortest ways forward. */
async function nobodyToAsk(lacking: string, notes: readonly string[], signal: AbortSignal): Promise<ArtooError> {
  const { findLocalServers } = await import('../models/endpoints/local-servers.ts');
  const found = (await findLocalServers({ signal })).map(describe);
  return new ArtooError('model_unset', [lacking, ...found, ...notes].join('. '));
}

const describe = ({ provider, base_url, models: [first, ...others] }: LocalServer): string =>
  `${provider} is up at ${base_url}${first === undefined ? ', without a model' : `: --brain ${provider}:${first}${others.length > 0 ? ` (or ${others.length} more)` : ''}`}`;

const keysOf = (endpoints: RoleEndpoints) =>
  Object.entries(endpoints).flatMap(([role, { api_key }]) => (api_key === undefined ? [] : [{ name: `key_of_${role}`, value: api_key }]));

/** Money cannot be held to a cap where nobody knows the price. */
async function unpriced(endpoints: RoleEndpoints, tokens: number): Promise<readonly string[]> {
  const { priceOf } = await import('../models/spending/price.ts');
  const models = new Map(Object.values(endpoints).map((endpoint) => [endpoint.model, endpoint]));
  const unknown = await Promise.all([...models].map(async ([name, endpoint]) => ((await priceOf(endpoint)) ? [] : [name])));
  return unknown.flat().map((name) => `no price is known for ${name}: only the cap on tokens (${tokens})`);
}
