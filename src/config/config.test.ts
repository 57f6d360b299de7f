import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { defaults as control } from '../control/hyperparameters.ts';
import { defaultTimeoutMs } from '../models/endpoints/endpoint.ts';
import { providerNames, providers } from '../models/endpoints/providers.ts';
import { Config, readConfig } from './config.ts';

const defaults = Config.parse({});

describe('defaults', () => {
  test('are in the schema', () => {
    expect(defaults).toEqual({
      roles: { R1: 'brain', R2: 'brain', R3: 'tool', R4a: 'tool', R4b: 'brain' },
      budget: { time_ms: 300_000, cap_ms: 1_800_000 },
      context: 0,
      max_tokens: 1_000_000,
      max_cost: 5,
      prices: {},
      max_output_tokens: 8_192,
      model_timeout: defaultTimeoutMs,
      workspace: '~/artoo_workspace',
      data: '~/.artoo',
      parallel: 8,
      steps: 20,
      strict: false,
      plan: false,
      quiet: false,
      notify: true,
      memory: true,
      audit: true,
      allow: [],
      ask: [],
      deny: [],
      mcp: { servers: {} },
      runners: {},
      bus: {},
      search: {},
      control,
    });
  });

  test('apply to keys without a value', () => {
    expect(readConfig({ brain: undefined, roles: undefined, control: { rho: undefined } })).toEqual({ ok: true, values: defaults });
  });
});

describe('a value is read', () => {
  test.each<[string, object, object]>([
    ['an endpoint as text', { brain: 'anthropic:claude-sonnet-5' }, { brain: { provider: 'anthropic', model: 'claude-sonnet-5' } }],
    [
      'an endpoint as a map',
      { tool: { model: 'mistral:7b', base_url: ' http://gpu:1 ' } },
      { tool: { model: 'mistral:7b', base_url: 'http://gpu:1' } },
    ],
    ['a key', { brain: { api_key: ' k \n' } }, { brain: { api_key: 'k' } }],
    ['a provider in any case', { brain: { provider: 'OpenAI' } }, { brain: { provider: 'openai' } }],
    ['a tier for a role', { roles: { R3: ' Brain ' } }, { roles: { R3: 'brain', R1: 'brain' } }],
    [
      'an endpoint for a role',
      { roles: { R3: 'ollama:qwen3:8b' } },
      { roles: { R3: { provider: 'ollama', model: 'qwen3:8b' }, R4a: 'tool' } },
    ],
    ['a budget, which is both', { budget: '1h' }, { budget: { time_ms: 3_600_000, cap_ms: 3_600_000 } }],
    ['money', { max_cost: '$2.50' }, { max_cost: 2.5 }],
    ['no limit', { max_cost: 'none' }, { max_cost: null }],
    ['a count', { max_tokens: '2M' }, { max_tokens: 2_000_000 }],
    ['a switch', { strict: true, plan: 'false' }, { strict: true, plan: false }],
    ['a constant of the controller', { control: { rho: 0.7, maxReplans: 0 } }, { control: { ...control, rho: 0.7, maxReplans: 0 } }],
  ])('%s', (_, raw, values) => {
    expect(readConfig(raw)).toMatchObject({ ok: true, values });
  });
});

const wrongs: readonly unknown[] = [Number.NaN, Number.POSITIVE_INFINITY, -1, '', ' ', [], [1], { x: 1 }, '\u0000', 'a b c', null];

describe('what is wrong is refused', () => {
  const keys = Object.keys(Config.shape).flatMap((key) => {
    if (key === 'roles' || key === 'control') return Object.keys(defaults[key]).map((part) => [key, part]);
    return key === 'brain' || key === 'tool'
      ? [[key], ...['provider', 'model', 'base_url', 'api_key'].map((part) => [key, part])]
      : [[key]];
  });

  test.each(keys.map((path) => [path.join('.'), path] as const))('%s', (_, path) => {
    const isPath = path.includes('workspace') || path.includes('data');
    const isList = ['allow', 'ask', 'deny'].includes(path[0] ?? '');
    for (const wrong of isPath
      ? wrongs.filter((each) => each !== 'a b c')
      : path.at(-1) === 'api_key'
        ? wrongs.filter((each) => each !== 'a b c')
        : isList
          ? wrongs.filter((each) => JSON.stringify(each) !== '[]')
          : wrongs) {
      const raw = path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), wrong);
      const read = readConfig(raw);
      expect({ wrong, read }).toMatchObject({ read: { ok: false } });
      if (!read.ok) expect(read.faults.every((fault) => fault.path[0] === path[0] && fault.error.length > 5)).toBe(true);
    }
  });

  test.each<[string, unknown, string, RegExp]>([
    ['a file that is a text', 'hello', '', /map of settings/],
    ['a file that is a list', [1], '', /map of settings/],
    ['roles that are not a map', { roles: 'brain' }, 'roles', /R4a/],
    ['an unknown key', { bran: 'x' }, 'bran', /did you mean brain\?/],
    ['an unknown key far from all others', { temperature: 1 }, 'temperature', /there are brain, tool/],
    ['an unknown role', { roles: { R4c: 'brain' } }, 'roles.R4c', /did you mean R4[ab]\?/],
    ['an unknown part of an endpoint', { brain: { apikey: 'x' } }, 'brain.apikey', /did you mean api_key\?/],
    ["an unknown part of a role's endpoint", { roles: { R3: { modle: 'x' } } }, 'roles.R3.modle', /did you mean model\?/],
    ['an unknown constant', { control: { alpah: 1 } }, 'control.alpah', /did you mean alpha\?/],
    ['an unknown provider', { brain: { provider: 'antropic' } }, 'brain.provider', /did you mean anthropic\?/],
    ['a provider far from all others', { brain: { provider: 'acme' } }, 'brain.provider', /base_url/],
    ['a tier that is almost one', { roles: { R3: 'brian' } }, 'roles.R3', /did you mean brain\?/],
    ['a duration without a unit', { budget: 300 }, 'budget', /unit/],
    ['a key in an unquoted number', { brain: { api_key: 1234 } }, 'brain.api_key', /quotes/],
    ['a base URL with a password', { brain: { base_url: 'http://a:hunter2@b' } }, 'brain.base_url', /^(?!.*hunter2).*password/],
    ['too many at once', { parallel: 65 }, 'parallel', /from 1 to 64/],
    ['a share above 1', { control: { theta: 1.5 } }, 'control.theta', /from 0 to 1/],
    ['an unknown search engine', { search: { bing_key_env: 'X' } }, 'search.bing_key_env', /brave_key_env/],
    ['a key in place of a variable', { search: { brave_key_env: 'BSA-123' } }, 'search.brave_key_env', /environment variable/],
    ['an address that is none', { search: { searxng: 'localhost:8888' } }, 'search.searxng', /address/],
    ['an address with a password', { search: { searxng: 'http://a:hunter2@b' } }, 'search.searxng', /^(?!.*hunter2).*password/],
    ['a prototype', JSON.parse('{"__proto__":{"budget":"1h"}}'), '__proto__', /not a setting/],
    ['a prototype of an endpoint', JSON.parse('{"brain":{"__proto__":{"model":"x"}}}'), 'brain.__proto__', /not a setting/],
  ])('%s', (_, raw, path, error) => {
    const read = readConfig(raw);
    expect(read.ok ? [] : read.faults.map((fault) => [fault.path.join('.'), fault.error])).toEqual([[path, expect.stringMatching(error)]]);
  });

  test('all of it at once', () => {
    const read = readConfig({ brian: 1, budget: 5, roles: { R3: { modl: 'x' } } });
    expect(read.ok ? [] : read.faults.map(({ path, at }) => `${path.join('.')} ${at}`).toSorted()).toEqual([
      'brian key',
      'budget value',
      'roles.R3.modl key',
    ]);
  });
});

const minutes = (ms: number): string => `${ms / 60_000}m`;
const shown = (value: unknown): string => (typeof value === 'number' ? value.toLocaleString('en-US') : String(value));

describe('docs/configuration.md', () => {
  const page = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| (.+) \|$/gm)].map(([, row = '']) => row.split(' | ').map((cell) => cell.replaceAll('`', '').trim()));
  const cells = new Map(rows.map(([name = '', ...rest]) => [name, rest]));

  const written: Record<string, string> = {
    budget: `${minutes(defaults.budget.time_ms)}, at most ${minutes(defaults.budget.cap_ms)}`,
    max_cost: `$${defaults.max_cost?.toFixed(2)}`,
    prices: 'a table that comes with artoo',
    model_timeout: minutes(defaults.model_timeout),
    brain: 'none',
    tool: 'as brain',
    allow: 'nothing',
    ask: 'nothing',
    deny: 'nothing',
    mcp: 'no servers',
    runners: 'none of your own',
    bus: 'none',
    search: 'public engines',
  };
  const expected = Object.keys(Config.shape).flatMap((key) => {
    if (key === 'roles' || key === 'control') return Object.entries(defaults[key]).map(([part, value]) => [`${key}.${part}`, shown(value)]);
    return [[key, written[key] ?? shown(defaults[key as keyof typeof defaults])]];
  });

  test.each(expected)('says that %s is %s by default', (key = '', value) => {
    expect(cells.get(key)?.[0]).toBe(value);
  });

  test('names no key that does not exist', () => {
    const keys = rows.filter(
      ([name = '']) => /^[a-zA-Z_]+(\.\w+)?$/.test(name) && !providerNames.some((provider) => provider === name) && name !== 'key',
    );
    expect(keys.map(([name]) => name).filter((name) => !expected.some(([key]) => key === name) && name !== 'provider')).toEqual([]);
  });

  test.each(providerNames)('has the row of %s', (name) => {
    const { base_url, key_env, starter_model } = providers[name];
    expect(cells.get(name)).toEqual([base_url, key_env.join(', ') || 'none', starter_model ?? 'asked for']);
  });
});
