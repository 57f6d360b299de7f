/** All settings of one start, each with where it came from: flags over variables over the project's file over the person's own over defaults. */
import { ArtooError } from '../contracts/errors.ts';
import type { Hyperparameters } from '../control/hyperparameters.ts';
import { type ProviderName, providerNames, providers } from '../models/endpoints/providers.ts';
import { type Config, defaults, type ModelRole } from './config.ts';
import { readConfigFiles } from './config-files.ts';
import {
  type Environment,
  environmentLayers,
  type Flags,
  flagLayer,
  invalid,
  type Layer,
  providerLayer,
  type Sourced,
} from './config-layers.ts';
import { folderVariables, personalFolder, projectFolder, type Surroundings, settledFolder } from './folders.ts';
import { readKey } from './models/api-key.ts';
import { tiersIn } from './models/config-tiers.ts';
import { endpointsOf, type OpenEndpoint, type Tiers } from './models/tiers.ts';
import type { Read } from './reading/quantities.ts';
import { type ConfiguredRules, rulesIn } from './rules.ts';

export type ConfigureOptions = Surroundings & { readonly flags: Flags; readonly env: Environment };

type Plain = Omit<Config, 'brain' | 'tool' | 'roles' | 'control' | 'allow' | 'ask' | 'deny'>;

export type Configured = Tiers & {
  readonly [K in keyof Plain]: Sourced<Plain[K]>;
} & {
  readonly control: { readonly [K in keyof Hyperparameters]: Sourced<number> };
  readonly rules: ConfiguredRules;
  /** Absent when a role has none: `missing` says what is. */
  readonly endpoints?: Readonly<Record<ModelRole, OpenEndpoint>>;
  /** What a person should know about these settings. */
  readonly notes: readonly string[];
};

/** Throws `usage` for what is wrong in a flag, `config_invalid` for what is wrong elsewhere. */
export async function configure(options: ConfigureOptions): Promise<Configured> {
  const { data } = spokenIn(options);
  return configureWith(await readConfigFiles(data.value, options.cwd), options);
}

/** The same from files that are read already. */
export function configureWith(files: readonly Layer[], { flags, env, ...surroundings }: ConfigureOptions): Configured {
  const { spoken, data } = spokenIn({ flags, env, ...surroundings });
  const said = [...spoken, ...files];
  const layers = [...said, ...keyLayer(said, env)];
  const settings = plainSettings(layers);
  const rules = rulesIn(layers, surroundings);
  const { tiers, notes } = tiersIn(layers, (provider) => keyIn(env, provider));
  const endpoints = endpointsOf(tiers, { max_output_tokens: settings.max_output_tokens.value, timeout_ms: settings.model_timeout.value });
  return {
    ...settings,
    data,
    workspace: workspaceIn(layers, surroundings),
    control: controlIn(layers),
    rules,
    ...tiers,
    ...(endpoints && { endpoints }),
    notes: [...notes, ...raisedCaps(layers), ...rules.notes, ...(endpoints ? [] : couldBeUsed(env))],
  };
}

/** The data folder alone, whatever is wrong with other settings. */
export function dataFolder({ flags, env, ...surroundings }: ConfigureOptions): string {
  return spokenIn({ flags: { data: flags.data }, env: { [folderVariables.data]: env[folderVariables.data] }, ...surroundings }).data.value;
}

/** What flags and variables say, and with it where the files are. */
function spokenIn({ flags, env, ...surroundings }: ConfigureOptions): {
  readonly spoken: readonly Layer[];
  readonly data: Sourced<string>;
} {
  const spoken = [flagLayer(flags), ...environmentLayers(env)];
  const picked = pick('data', spoken);
  return { spoken, data: folder('data', picked, personalFolder(picked.value, surroundings)) };
}

type Picked<T> = Sourced<T> & { readonly layer?: Layer };

function pick<K extends keyof Plain>(key: K, layers: readonly Layer[]): Picked<Plain[K]> {
  const layer = layers.find((each) => each.given([key]) && !loosens(key, each, layers));
  return layer ? { value: layer.values[key], from: layer.from([key]), layer } : { value: defaults[key], from: 'default' };
}

function plainSettings(layers: readonly Layer[]): { readonly [K in keyof Plain]: Sourced<Plain[K]> } {
  const sourced = <K extends keyof Plain>(key: K): Sourced<Plain[K]> => {
    const { value, from } = pick(key, layers);
    return { value, from };
  };
  return {
    budget: sourced('budget'),
    max_tokens: sourced('max_tokens'),
    max_cost: sourced('max_cost'),
    max_output_tokens: sourced('max_output_tokens'),
    model_timeout: sourced('model_timeout'),
    workspace: sourced('workspace'),
    data: sourced('data'),
    parallel: sourced('parallel'),
    steps: sourced('steps'),
    strict: sourced('strict'),
    plan: sourced('plan'),
    quiet: sourced('quiet'),
    memory: sourced('memory'),
  };
}

function workspaceIn(layers: readonly Layer[], surroundings: Surroundings): Sourced<string> {
  const picked = pick('workspace', layers);
  const { value, layer } = picked;
  if (layer?.name === 'project') return folder('workspace', picked, projectFolder(value, surroundings));
  return folder('workspace', picked, layer?.name === 'data' ? settledFolder(value, surroundings) : personalFolder(value, surroundings));
}

function folder(key: 'workspace' | 'data', { from, layer }: Picked<string>, read: Read<string>): Sourced<string> {
  if (read.ok) return { value: read.value, from };
  throw layer ? invalid(layer, [key], read.error) : new ArtooError('config_invalid', `the default for ${key} ${read.error}`);
}

/** The budget, where one is given, is the controller's time budget too. */
function controlIn(layers: readonly Layer[]): Configured['control'] {
  const budget = pick('budget', layers);
  const sourced = (name: keyof Hyperparameters): Sourced<number> => {
    const layer = layers.find((each) => each.name !== 'project' && each.given(['control', name])); // what counts as done is not for a project to say
    if (name === 'timeBudgetMs' && budget.layer) return { value: budget.value.time_ms, from: budget.from };
    return layer
      ? { value: layer.values.control[name], from: layer.from(['control', name]) }
      : { value: defaults.control[name], from: 'default' };
  };
  const names = Object.keys(defaults.control) as (keyof Hyperparameters)[]; // the keys of the schema
  return Object.fromEntries(names.map((name) => [name, sourced(name)])) as Configured['control']; // one for each of them
}

/** How much each cap allows. */
const sizes = {
  max_cost: ({ max_cost }: Config) => max_cost,
  max_tokens: ({ max_tokens }: Config) => max_tokens,
  budget: ({ budget }: Config) => budget.cap_ms,
};
const capNames = Object.keys(sizes) as readonly (keyof typeof sizes)[]; // the keys of the literal above

/** A project's file may lower what a task may use and ask for more care, and never loosen what the person has it. */
function loosens(key: keyof Plain, { name, values }: Layer, layers: readonly Layer[]): boolean {
  if (name !== 'project') return false;
  const own = layers.find((layer) => layer.name !== 'project' && layer.given([key]))?.values ?? defaults;
  if (key === 'plan' || key === 'strict') return own[key] && !values[key];
  if (key === 'memory') return !own.memory && values.memory;
  const cap = capNames.find((each) => each === key);
  return cap !== undefined && sizes[cap](values) > sizes[cap](own);
}

function raisedCaps(layers: readonly Layer[]): readonly string[] {
  const project = layers.find(({ name }) => name === 'project');
  const tuned = project?.given(['control'])
    ? [`the project's file cannot set the constants of the controller (${project.from(['control'])})`]
    : [];
  const loosened = (['plan', 'strict'] as const).filter((key) => project?.given([key]) && loosens(key, project, layers));
  const remembering =
    project?.given(['memory']) && loosens('memory', project, layers) ? ["the project's file cannot switch on memory"] : [];
  return [...tuned, ...loosened.map((key) => `the project's file cannot switch off ${key}`), ...remembering, ...raised(layers)];
}

function raised(layers: readonly Layer[]): readonly string[] {
  return layers.flatMap((layer) =>
    capNames
      .filter((cap) => layer.given([cap]) && loosens(cap, layer, layers))
      .map((cap) => `the project's file would raise ${cap} (${layer.from([cap])}): it may only lower it`),
  );
}

function keyIn(env: Environment, provider: ProviderName): Sourced<string> | undefined {
  const name = providers[provider].key_env.find((variable) => env[variable]?.trim());
  if (name === undefined) return undefined;
  const key = readKey(env[name]);
  if (key.ok) return { value: key.value, from: name };
  throw new ArtooError('config_invalid', `${name} ${key.error}`);
}

/** The providers whose key is set, each with its variable. */
const keysAtHand = (env: Environment) =>
  providerNames.flatMap((name) => {
    const variable = providers[name].key_env.find((each) => env[each]?.trim());
    return variable === undefined ? [] : [{ name, variable }];
  });

/** Where nothing names a model, and there is one key, that says enough. */
function keyLayer(layers: readonly Layer[], env: Environment): readonly Layer[] {
  if (layers.some(({ values: { brain, tool } }) => brain ?? tool)) return [];
  const [only, ...others] = keysAtHand(env).filter(({ name }) => providers[name].starter_model !== undefined);
  return only && others.length === 0 ? [providerLayer(only.name, only.variable)] : [];
}

/** Where there are several keys, they show what could be. */
const couldBeUsed = (env: Environment): readonly string[] =>
  keysAtHand(env).map(({ name, variable }) => `${variable} is set: --brain ${name}: would use it`);
