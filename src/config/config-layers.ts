/** The sources of settings, each read into the same shape. Errors name the flag, the variable or the line. */
import { ArtooError } from '../contracts/errors.ts';
import { readEndpointText } from '../models/endpoints/endpoint-text.ts';
import type { ProviderName } from '../models/endpoints/providers.ts';
import type { McpServers } from '../tools/mcp/server.ts';
import { type Config, type EndpointChoice, readConfig } from './config.ts';
import type { Settings } from './files/config-file.ts';
import { folderVariables } from './folders.ts';

/** A value and where it came from: a flag, a variable, a line of a file, or `default`. */
export type Sourced<T> = { readonly value: T; readonly from: string };

/** Every field with its source. */
export type SourcedOf<T> = { readonly [K in keyof T]: Sourced<T[K]> };

/** `servers`: a project's `.mcp.json`, which sets only servers. */
export type LayerName = 'flags' | 'environment' | 'openai' | 'project' | 'servers' | 'data';

export type Layer = Settings & {
  readonly name: LayerName;
  /** Settings that are ignored because the person does not trust the project's file. */
  readonly ignored?: readonly string[];
  /** What else the person should know about the MCP servers in this layer. */
  readonly serverNotes?: readonly string[];
  /** The servers as written in the file, if those in `values` have their variables filled in. */
  readonly written?: McpServers;
};

/** The value of a flag: a text, several texts if it may be repeated, or `true` if it takes none. */
export type Given = string | true | readonly string[];

/** What a person typed, by the names of the flags without their dashes. */
export type Flags = Readonly<Record<string, Given | undefined>>;

export type Environment = Readonly<Record<string, string | undefined>>;

const flagKeys = {
  brain: 'brain',
  tool: 'tool',
  budget: 'budget',
  'max-tokens': 'max_tokens',
  'max-cost': 'max_cost',
  strict: 'strict',
  plan: 'plan',
  workspace: 'workspace',
  data: 'data',
  quiet: 'quiet',
  'no-memory': 'memory',
  allow: 'allow',
} as const satisfies Readonly<Record<string, keyof Config>>;

const configFlags = Object.keys(flagKeys) as readonly (keyof typeof flagKeys)[]; // these are the keys of the literal above

const switches: ReadonlySet<string> = new Set(['strict', 'plan', 'quiet', 'no-memory']);

/** The settings in flags; flags that are not settings are ignored. */
export function flagLayer(flags: Flags): Layer {
  const given = configFlags.filter((flag) => flags[flag] !== undefined);
  const valueless = given.find((flag) => !switches.has(flag) && (flags[flag] === true || flags[flag] === ''));
  if (valueless !== undefined) throw new ArtooError('usage', `--${valueless} needs a value`);
  const plain = Object.fromEntries(given.map((flag) => [flagKeys[flag], flag === 'no-memory' ? false : flags[flag]]));
  const { model, 'key-env': key_env, bus: url, 'bus-credentials': credentials } = flags;
  const bus = url === undefined && credentials === undefined ? undefined : { url, credentials };
  const raw = { ...(model === undefined ? plain : { brain: model, tool: model, ...plain }), bus };
  const flagOf = ([key = '', part]: readonly string[]) => {
    if (part === 'key_env') return '--key-env';
    if (key === 'bus') return part === 'credentials' ? '--bus-credentials' : '--bus';
    return key in plain || model === undefined ? `--${configFlags.find((flag) => flagKeys[flag] === key)}` : '--model';
  };
  const spoken = layer(raw, { name: 'flags', from: (path) => `flag ${flagOf(path)}`, subject: flagOf });
  return key_env === undefined ? spoken : withKeyEnv(spoken, key_env);
}

/** `--key-env` applies to the servers that the same flags name. */
function withKeyEnv(spoken: Layer, variable: Given): Layer {
  const { brain, tool } = spoken.values;
  if (!brain && !tool) throw new ArtooError('usage', '--key-env needs --model, --brain or --tool');
  const named = readConfig({ brain: { key_env: variable } });
  if (!named.ok) throw new ArtooError('usage', `--key-env ${named.faults[0]?.error}`);
  const { key_env } = named.values.brain ?? {};
  const keyed = (choice: EndpointChoice | undefined) => choice && { ...choice, key_env };
  return { ...spoken, values: { ...spoken.values, brain: keyed(brain), tool: keyed(tool) } };
}

/** The variables of the tiers and of the folders, and, with lower precedence, those that both tiers fall back to. */
export function environmentLayers(env: Environment): readonly [Layer, Layer] {
  const raw = {
    brain: choiceIn(env, 'BRAIN'),
    tool: choiceIn(env, 'TOOL'),
    workspace: set(env, folderVariables.workspace),
    data: set(env, folderVariables.data),
    bus: busOf(env),
  };
  const shared = choiceIn(env, 'OPENAI');
  const own = ([top = '', part]: readonly string[]) => {
    if (top === 'bus') return part === 'credentials' ? busVariables.credentials : busVariables.url;
    return top === 'workspace' || top === 'data' ? folderVariables[top] : variableOf(env, top.toUpperCase(), part);
  };
  const fallback = ([, part]: readonly string[]) => variableOf(env, 'OPENAI', part);
  return [
    layer(raw, { name: 'environment', from: own, subject: own }),
    layer({ brain: shared, tool: shared }, { name: 'openai', from: fallback, subject: fallback }),
  ];
}

/** The variables that name a bus. */
const busVariables = { url: 'ARTOO_BUS', credentials: 'ARTOO_BUS_CREDENTIALS' } as const;

function busOf(env: Environment): object | undefined {
  const [url, credentials] = [set(env, busVariables.url), set(env, busVariables.credentials)];
  return url === undefined && credentials === undefined ? undefined : { url, credentials };
}

/** If only a provider's key is set, that provider is used. */
export const providerLayer = (provider: ProviderName, variable: string): Layer =>
  layer({ brain: { provider } }, { name: 'environment', from: () => variable, subject: () => variable });

/** The error for a value in a layer: `usage` for a flag, otherwise `config_invalid`. */
export function invalid({ name, subject }: Pick<Layer, 'name' | 'subject'>, path: readonly string[], error: string): ArtooError {
  const text = `${subject(path)} ${error}`;
  if (name === 'flags') return new ArtooError('usage', text);
  return name === 'environment' || name === 'openai' ? invalidVariable(text) : new ArtooError('config_invalid', text);
}

/** The error for an environment variable. */
export const invalidVariable = (text: string): ArtooError =>
  new ArtooError('config_invalid', text.endsWith('?') ? text : `${text}; set it again, or unset it`);

/** Raw settings as a layer. Throws if one is wrong: `usage` for flags, otherwise `config_invalid`. */
export function layer(raw: object, origin: Pick<Layer, 'name' | 'from' | 'subject'>): Layer {
  const config = readConfig(raw);
  if (config.ok) return { ...origin, values: config.values, given: (path) => path.reduce<unknown>(childOf, raw) !== undefined };
  const [{ path, error } = { path: [], error: 'is not valid' }] = config.faults;
  throw invalid(origin, path, error);
}

const childOf = (parent: unknown, key: string): unknown =>
  typeof parent === 'object' && parent !== null ? (parent as Readonly<Record<string, unknown>>)[key] : undefined; // any object can be read by key

/** The value of a variable; an empty one counts as unset. */
function set(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === '' ? undefined : value;
}

/** The endpoint that three variables describe; the variable for the model may also contain a complete endpoint. */
function choiceIn(env: Environment, prefix: string): EndpointChoice | undefined {
  const [model, base_url, api_key] = ['MODEL', 'BASE_URL', 'API_KEY'].map((part) => set(env, `${prefix}_${part}`));
  if (model === undefined && base_url === undefined && api_key === undefined) return undefined;
  const read = model === undefined ? undefined : readEndpointText(model, base_url);
  if (read && !read.ok) throw invalidVariable(`${prefix}_MODEL ${read.error}`);
  const { endpoint = {} } = read ?? {};
  if (base_url !== undefined && endpoint.base_url !== undefined && endpoint.base_url !== base_url)
    throw new ArtooError('config_invalid', `${prefix}_MODEL and ${prefix}_BASE_URL name different base URLs; only one can be used`);
  return { ...endpoint, ...(base_url && { base_url }), ...(api_key && { api_key }) };
}

/** The variable, of these three, that set this part. */
function variableOf(env: Environment, prefix: string, part: string | undefined): string {
  if (part === 'api_key') return `${prefix}_API_KEY`;
  return part === 'base_url' && set(env, `${prefix}_BASE_URL`) !== undefined ? `${prefix}_BASE_URL` : `${prefix}_MODEL`;
}
