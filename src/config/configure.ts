/**
 * All settings in effect for one run of artoo, each with its source. Flags override variables, then the project's file, the person's own, and the
 * defaults.
 */
import { ArtooError } from '../contracts/errors.ts';
import type { Hyperparameters } from '../control/hyperparameters.ts';
import type { BusAddress } from '../laws/network/bus-address.ts';
import { providers } from '../models/endpoints/providers.ts';
import type { Read } from '../reading/quantities.ts';
import { type Config, defaults, type ModelRole } from './config.ts';
import {
  type Environment,
  environmentLayers,
  type Flags,
  flagLayer,
  invalid,
  type Layer,
  providerLayer,
  type Sourced,
  type SourcedOf,
} from './config-layers.ts';
import { busIn } from './configured-bus.ts';
import { readConfigFiles } from './files/config-files.ts';
import { folderVariables, personalDataFolder, personalFolder, projectFolder, type Surroundings, settledFolder } from './folders.ts';
import { type ServerSource, serverSources, serversIn } from './mcp-servers.ts';
import { tiersIn } from './models/config-tiers.ts';
import { pricesIn } from './models/prices.ts';
import { keysAtHand, namedKeyIn, providersIn } from './models/provider-keys.ts';
import { endpointsOf, type OpenEndpoint, type Tiers } from './models/tiers.ts';
import { pathFoldersIn } from './path-folders.ts';
import { type ConfiguredRules, rulesIn } from './rules.ts';
import { searchNotes } from './search-settings.ts';
import { runnersIn } from './team-runners.ts';

export type ConfigureOptions = Surroundings & {
  readonly flags: Flags;
  readonly env: Environment;
  /** Layers that override everything else; earlier ones override later ones. */
  readonly over?: readonly Layer[];
};

type Plain = Omit<Config, 'brain' | 'tool' | 'roles' | 'control' | 'allow' | 'ask' | 'deny' | 'bus'>;

export type Configured = Tiers &
  SourcedOf<Plain> & {
    readonly control: SourcedOf<Hyperparameters>;
    readonly rules: ConfiguredRules;
    /** Where the person caps what a task may cost; undefined if only a project does, or nothing. */
    readonly ownMaxCost: string | undefined;
    /** The bus on which new tasks run; undefined if there is none. */
    readonly bus: Sourced<BusAddress | undefined>;
    /** The MCP servers, each with the place where it is configured. */
    readonly servers: readonly ServerSource[];
    /** Absent if a role has no endpoint; `missing` says which. */
    readonly endpoints?: Readonly<Record<ModelRole, OpenEndpoint>>;
    /** What a person should know about the MCP servers. */
    readonly serverNotes: readonly string[];
    /** What a person should know about these settings, including the servers. */
    readonly notes: readonly string[];
  };

/** Throws `usage` for an error in a flag, `config_invalid` for any other error. */
export async function configure(options: ConfigureOptions): Promise<Configured> {
  const { data } = spokenIn(options, personalDataFolder);
  return configureWith(await readConfigFiles(data.value, options.cwd, options.env), options);
}

/** Like `configure`, with files that have already been read. */
export function configureWith(files: readonly Layer[], { flags, env, over = [], ...surroundings }: ConfigureOptions): Configured {
  const { spoken, data } = spokenIn({ flags, env, ...surroundings });
  const said = [...over, ...spoken, ...files];
  const layers = [...said, ...keyLayer(said, env)];
  const settings = plainSettings(layers);
  const rules = rulesIn(layers, surroundings, pathFoldersIn(env));
  const { tiers, notes } = tiersIn(layers, providersIn(env), (variable) => namedKeyIn(env, variable));
  const serverNotes = layers.flatMap(({ serverNotes: own = [] }) => own);
  const endpoints = endpointsOf(tiers, { max_output_tokens: settings.max_output_tokens.value, timeout_ms: settings.model_timeout.value });
  return {
    ...settings,
    data,
    workspace: workspaceIn(layers, surroundings),
    mcp: { value: { servers: serversIn(layers) }, from: settings.mcp.from },
    runners: { value: runnersIn(layers), from: settings.runners.from },
    prices: { value: pricesIn(layers), from: settings.prices.from },
    servers: serverSources(layers),
    bus: busIn(layers, surroundings),
    control: controlIn(layers),
    rules,
    ownMaxCost: layers.find(({ name, given }) => name !== 'project' && given(['max_cost']))?.from(['max_cost']),
    ...tiers,
    ...(endpoints && { endpoints }),
    serverNotes,
    notes: [
      ...notes,
      ...ignoredOfProject(layers),
      ...serverNotes,
      ...rules.notes,
      ...searchNotes(settings.search.value, env),
      ...(endpoints ? [] : couldBeUsed(env)),
    ],
  };
}

/** The data folder alone, even if other settings are wrong. */
export function dataFolder({ flags, env, ...surroundings }: ConfigureOptions): string {
  return spokenIn(
    { flags: { data: flags.data }, env: { [folderVariables.data]: env[folderVariables.data] }, ...surroundings },
    personalDataFolder,
  ).data.value;
}

/** The bus alone, even if other settings are wrong. Undefined if a file cannot be read, because then no task can start. */
export async function ownBus({ flags, env, ...surroundings }: ConfigureOptions): Promise<BusAddress | undefined> {
  const spoken = [flagLayer({ bus: flags.bus, 'bus-credentials': flags['bus-credentials'] }), ...environmentLayers(env)];
  const data = dataFolder({ flags, env, ...surroundings });
  const files = await readConfigFiles(data, surroundings.cwd, env).catch((error) => {
    if (error instanceof ArtooError && error.code === 'config_invalid') return [];
    throw error;
  });
  return busIn([...spoken, ...files], surroundings).value;
}

/** The layers of flags and of variables, and the data folder that they choose, which contains the person's configuration file. */
function spokenIn(
  { flags, env, ...surroundings }: ConfigureOptions,
  read = personalFolder,
): {
  readonly spoken: readonly Layer[];
  readonly data: Sourced<string>;
} {
  const spoken = [flagLayer(flags), ...environmentLayers(env)];
  const picked = pick('data', spoken);
  return { spoken, data: folder('data', picked, read(picked.value, surroundings)) };
}

type Picked<T> = Sourced<T> & { readonly layer?: Layer };

function pick<K extends keyof Plain>(key: K, layers: readonly Layer[]): Picked<Plain[K]> {
  const layer = layers.find((each) => each.given([key]) && !loosens(key, each, layers));
  return layer ? { value: layer.values[key], from: layer.from([key]), layer } : { value: defaults[key], from: 'default' };
}

const { brain, tool, roles, control, allow, ask, deny, bus, ...plainDefaults } = defaults;
const plainKeys = Object.keys(plainDefaults) as readonly (keyof Plain)[]; // these are the remaining keys of the schema

function plainSettings(layers: readonly Layer[]): SourcedOf<Plain> {
  const sourced = plainKeys.map((key) => {
    const { value, from } = pick(key, layers);
    return [key, { value, from }] as const;
  });
  return Object.fromEntries(sourced) as SourcedOf<Plain>; // it has an entry for each key
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

/** If a budget is given, its time is also the controller's time budget. */
function controlIn(layers: readonly Layer[]): Configured['control'] {
  const budget = pick('budget', layers);
  const sourced = (name: keyof Hyperparameters): Sourced<number> => {
    const layer = layers.find((each) => each.name !== 'project' && each.given(['control', name])); // a project may not define what counts as done
    if (name === 'timeBudgetMs' && budget.layer) return { value: budget.value.time_ms, from: budget.from };
    return layer
      ? { value: layer.values.control[name], from: layer.from(['control', name]) }
      : { value: defaults.control[name], from: 'default' };
  };
  const names = Object.keys(defaults.control) as (keyof Hyperparameters)[]; // these are the keys of the schema
  return Object.fromEntries(names.map((name) => [name, sourced(name)])) as Configured['control']; // it has an entry for each of these names
}

/** How much each of these settings allows; a project's file may only reduce it. */
const allows: { readonly [K in keyof Plain]?: (values: Config) => number } = {
  plan: ({ plan }) => Number(!plan),
  strict: ({ strict }) => Number(!strict),
  memory: ({ memory }) => Number(memory),
  audit: ({ audit }) => Number(!audit),
  max_cost: ({ max_cost }) => max_cost ?? Number.POSITIVE_INFINITY,
  max_tokens: ({ max_tokens }) => max_tokens,
  budget: ({ budget }) => budget.cap_ms,
};

/** Whether a project's file would loosen what the person configured. */
function loosens(key: keyof Plain, { name, values }: Layer, layers: readonly Layer[]): boolean {
  const own = layers.find((layer) => layer.name !== 'project' && layer.given([key]))?.values ?? defaults;
  const allowedBy = allows[key];
  return name === 'project' && allowedBy !== undefined && allowedBy(values) > allowedBy(own);
}

function ignoredOfProject(layers: readonly Layer[]): readonly string[] {
  const project = layers.find(({ name }) => name === 'project');
  if (!project) return [];
  const keys = Object.keys(allows) as readonly (keyof Plain)[]; // these are the keys, by its type
  const loosened = keys.filter((key) => project.given([key]) && loosens(key, project, layers)).map((key) => refusal(key, project));
  const { ignored = [] } = project;
  const distrusted =
    ignored.length === 0
      ? []
      : [
          `is not trusted, so its ${ignored.join(', ')} ${ignored.length === 1 ? 'is' : 'are'} ignored; artoo trust shows the file and asks whether you trust it`,
        ];
  const tuned = project.given(['control']) ? [`cannot set the constants of the controller (${project.from(['control'])})`] : [];
  const sent = project.given(['bus']) ? [`cannot name a bus (${project.from(['bus'])})`] : [];
  return [...distrusted, ...tuned, ...sent, ...loosened].map((refused) => `the project's file ${refused}`);
}

function refusal(key: keyof Plain, { from }: Layer): string {
  if (key === 'plan' || key === 'strict' || key === 'audit') return `cannot switch off ${key}`;
  return key === 'memory' ? 'cannot switch on memory' : `would raise ${key} (${from([key])}): a project may only lower it`;
}

/** If no setting names a model, the only key that is set chooses one. */
function keyLayer(layers: readonly Layer[], env: Environment): readonly Layer[] {
  if (layers.some(({ values: { brain, tool } }) => brain ?? tool)) return [];
  const [only, ...others] = keysAtHand(env).filter(({ name }) => providers[name].starter_model !== undefined);
  return only && others.length === 0 ? [providerLayer(only.name, only.variable)] : [];
}

/** The models to which the keys that are set would give access. */
const couldBeUsed = (env: Environment): readonly string[] =>
  keysAtHand(env).map(({ name, variable }) => `${variable} is set: --brain ${name}: would use it`);
