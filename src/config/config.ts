/** Everything that can be configured: one schema, with its defaults in it, for flags, variables and files alike. */
import { z } from 'zod';
import { nearest, suggestion } from '../contracts/text/nearest.ts';
import { defaults as control, type Hyperparameters, ranges } from '../control/hyperparameters.ts';
import { baseUrl } from '../models/endpoints/base-url.ts';
import { defaultMaxOutputTokens, defaultTimeoutMs } from '../models/endpoints/endpoint.ts';
import { readEndpointText } from '../models/endpoints/endpoint-text.ts';
import { type ProviderName, providerNamed, providerNames } from '../models/endpoints/providers.ts';
import { by, section } from '../reading/by.ts';
import type { Fault } from '../reading/faults.ts';
import { type Read, readCount, readDuration, readMoney, readNumber, readSwitch } from '../reading/quantities.ts';
import { BusSettings, busKeys } from './bus-settings.ts';
import { defaultFolders } from './folders.ts';
import { McpSettings, serverKeys } from './mcp-servers.ts';
import { readKey } from './models/api-key.ts';
import { Prices, priceKeys } from './models/prices.ts';
import { readSearxng } from './search-settings.ts';
import { runnerKeys, TeamRunners } from './team-runners.ts';

const aboutEndpoints =
  'a model, such as "anthropic:claude-sonnet-5" or "my-model@http://gpu:8000/v1", or a map of provider, model, base_url and api_key or key_env';

const EndpointFields = section(
  {
    provider: by(readProvider).optional(),
    model: by(readModel).optional(),
    base_url: by(readBaseUrl).optional(),
    api_key: by(readKey).optional(),
    key_env: by(readVariable).optional(),
  },
  aboutEndpoints,
);

/** A server, a model and a key, or only some of these, as text or as a map. In a map, the name of the model is taken literally. */
const EndpointChoice = by((raw): Read<unknown> => {
  if (typeof raw !== 'string') return { ok: true, value: raw };
  const read = readEndpointText(raw);
  return read.ok ? { ok: true, value: read.endpoint } : read;
}).pipe(EndpointFields);
export type EndpointChoice = z.infer<typeof EndpointFields>;

const Tier = z.enum(['brain', 'tool']);
export type Tier = z.infer<typeof Tier>;

const RoleChoice = z.unknown().transform((raw, context): Tier | EndpointChoice => {
  const word = typeof raw === 'string' && /^\s*[a-z]+\s*$/i.test(raw) ? raw.trim().toLowerCase() : '';
  const tier = nearest(word, Tier.options);
  if (tier === word) return tier as Tier; // the word is the name of a tier
  if (tier !== undefined) {
    context.addIssue(`is neither brain nor tool; did you mean ${tier}?`);
    return z.NEVER;
  }
  const choice = EndpointChoice.safeParse(raw);
  if (choice.success) return choice.data;
  context.issues.push(...choice.error.issues.map((issue) => ({ ...issue, input: raw }) as z.core.$ZodRawIssue)); // only a schema raises this error
  return z.NEVER;
});

const count = (min: number, max: number) => by((raw) => readCount(raw, { min, max }));
const constant = (name: keyof Hyperparameters) =>
  by((raw) => ('whole' in ranges[name] ? readCount : readNumber)(raw, ranges[name])).default(control[name]);
const on = by(readSwitch);

const RuleTexts = z.array(by(readRuleText), { error: 'must be a list of rules, such as "- shell(git status*)"' });

/** The longest time limit for a step. A step that takes longer will not return, and is abandoned a little later anyway. */
const maxTimeoutMs = 900_000;

/** The name of the variable that holds a key. The error does not quote the text, which may be a key. */
function readVariable(raw: unknown): Read<string> {
  return typeof raw === 'string' && /^[A-Za-z_][A-Za-z0-9_]{0,99}$/.test(raw.trim())
    ? { ok: true, value: raw.trim() }
    : { ok: false, error: 'must be the name of an environment variable, such as GPU_API_KEY' };
}

function readTimeout(raw: unknown): Read<number> {
  const read = readDuration(raw);
  return read.ok && read.value > maxTimeoutMs ? { ok: false, error: 'must be at most 15m' } : read;
}

const searchFields = {
  searxng: by(readSearxng).optional(),
  brave_key_env: by(readVariable).optional(),
  tavily_key_env: by(readVariable).optional(),
};

export const Config = section(
  {
    brain: EndpointChoice.optional(),
    tool: EndpointChoice.optional(),
    roles: section(
      {
        R1: RoleChoice.default('brain'),
        R2: RoleChoice.default('brain'),
        R3: RoleChoice.default('tool'),
        R4a: RoleChoice.default('tool'),
        R4b: RoleChoice.default('brain'),
      },
      'a map of R1, R2, R3, R4a and R4b to brain, tool or a model',
    ).prefault({}),
    budget: by(readBudget).default({ time_ms: control.timeBudgetMs, cap_ms: 1_800_000 }),
    max_tokens: count(1, 1_000_000_000_000).default(1_000_000),
    max_cost: by(readCost).default(5),
    prices: Prices.default({}),
    max_output_tokens: count(256, 1_000_000).default(defaultMaxOutputTokens),
    context: count(0, 100_000_000).default(0),
    model_timeout: by(readTimeout).default(defaultTimeoutMs),
    workspace: by(readPath).default(defaultFolders.workspace),
    data: by(readPath).default(defaultFolders.data),
    parallel: count(1, 64).default(8),
    steps: count(1, 100).default(20),
    strict: on.default(false),
    plan: on.default(false),
    quiet: on.default(false),
    notify: on.default(true),
    memory: on.default(true),
    audit: on.default(true),
    allow: RuleTexts.default([]),
    ask: RuleTexts.default([]),
    deny: RuleTexts.default([]),
    mcp: McpSettings.prefault({}),
    runners: TeamRunners.default({}),
    bus: BusSettings.prefault({}),
    search: section(searchFields, 'a map of searxng, brave_key_env and tavily_key_env').prefault({}),
    control: section(
      {
        alpha: constant('alpha'),
        beta: constant('beta'),
        lambda: constant('lambda'),
        w1: constant('w1'),
        w2: constant('w2'),
        epsilon: constant('epsilon'),
        delta: constant('delta'),
        rho: constant('rho'),
        theta: constant('theta'),
        timeBudgetMs: constant('timeBudgetMs'),
        maxReplans: constant('maxReplans'),
        kill: constant('kill'),
      } satisfies Record<keyof Hyperparameters, z.ZodType>,
      "a map of the controller's constants",
    ).prefault({}),
  },
  'a map of settings, such as "brain: gpt-5.4-mini"',
);
export type Config = z.infer<typeof Config>;

/** Parsed only a few times per process, so letting zod generate code for the schema first would take longer. */
const withoutJit = { jitless: true } as const;

/** The values of settings that are left out. */
export const defaults: Config = Config.parse({}, withoutJit);

export type ModelRole = keyof Config['roles'];

/** All values, with defaults for missing ones; or everything that is wrong. */
export function readConfig(
  raw: unknown,
): { readonly ok: true; readonly values: Config } | { readonly ok: false; readonly faults: readonly Fault[] } {
  const parsed = Config.safeParse(raw, withoutJit);
  return parsed.success ? { ok: true, values: parsed.data } : { ok: false, faults: parsed.error.issues.flatMap(faultsOf) };
}

function faultsOf(issue: z.core.$ZodIssue): readonly Fault[] {
  const path = issue.path.map(String);
  if (issue.code !== 'unrecognized_keys') return [{ path, error: issue.message, at: 'value' }];
  return issue.keys.map((key) => ({ path: [...path, key], error: `is not a setting; ${suggestion(key, knownKeys(path))}`, at: 'key' }));
}

function knownKeys([top, ...rest]: readonly string[]): readonly string[] {
  if (top === undefined) return Object.keys(Config.shape);
  if (rest.length === 0 && top === 'roles') return Object.keys(Config.shape.roles.unwrap().shape);
  if (rest.length === 0 && top === 'control') return Object.keys(control);
  if (top === 'mcp') return rest.length === 0 ? ['servers'] : serverKeys;
  if (top === 'runners') return runnerKeys;
  if (top === 'bus') return busKeys;
  if (top === 'prices') return priceKeys;
  if (top === 'search') return Object.keys(searchFields);
  return Object.keys(EndpointFields.shape);
}

function readProvider(raw: unknown): Read<ProviderName> {
  const provider = typeof raw === 'string' ? providerNamed(raw.trim()) : undefined;
  if (provider) return { ok: true, value: provider };
  const meant = typeof raw === 'string' ? nearest(raw, providerNames) : undefined;
  const others = 'name any other server by its base_url';
  const error = meant ? `is not a provider; did you mean ${meant}?` : `must be one of ${providerNames.join(', ')}; ${others}`;
  return { ok: false, error };
}

function readModel(raw: unknown): Read<string> {
  if (typeof raw !== 'string') return { ok: false, error: 'must be the name of a model; put it in quotes' };
  const model = raw.trim();
  if (model === '') return { ok: false, error: 'is empty; without this line, artoo asks the provider or the server for a model' };
  if (model.length > 500 || /[\s\p{C}]/u.test(model)) return { ok: false, error: 'must be the name of a model, without spaces' };
  return { ok: true, value: model };
}

/** A base URL. It is only checked, because its root depends on the protocol, which is not known yet. */
function readBaseUrl(raw: unknown): Read<string> {
  if (typeof raw !== 'string') return { ok: false, error: 'must be a URL, such as http://gpu:8000/v1' };
  const read = baseUrl(raw, 'openai');
  return read.ok ? { ok: true, value: raw.trim() } : read;
}

/** One duration sets both the controller's time budget and when the host ends the task. */
function readBudget(raw: unknown): Read<{ readonly time_ms: number; readonly cap_ms: number }> {
  const read = readDuration(raw);
  return read.ok ? { ok: true, value: { time_ms: read.value, cap_ms: read.value } } : read;
}

/** An amount, or null for no limit. */
function readCost(raw: unknown): Read<number | null> {
  return typeof raw === 'string' && raw.trim().toLowerCase() === 'none' ? { ok: true, value: null } : readMoney(raw);
}

/** The text of a rule. It is parsed in rules.ts, where the folders are known that its paths are relative to. */
function readRuleText(raw: unknown): Read<string> {
  if (typeof raw !== 'string' || raw.trim() === '') return { ok: false, error: 'must be a rule, such as shell(git status*)' };
  return { ok: true, value: raw.trim() };
}

function readPath(raw: unknown): Read<string> {
  if (typeof raw !== 'string' || raw.trim() === '') return { ok: false, error: 'must be the path of a folder' };
  if (/\p{Cc}/u.test(raw)) return { ok: false, error: 'must not contain control characters' };
  return { ok: true, value: raw };
}
