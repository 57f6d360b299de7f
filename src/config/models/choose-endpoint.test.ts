import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { oneIn } from '../../../test/support/sample.ts';
import type { ProviderName } from '../../models/endpoints/providers.ts';
import type { EndpointChoice } from '../config.ts';
import type { LayerName } from '../config-layers.ts';
import { chooseEndpoint, type Level } from './choose-endpoint.ts';

type Said = Partial<Record<LayerName | 'role', EndpointChoice>>;

/** Levels in order of precedence; a role's own level comes from the person's file unless stated otherwise. */
function choose(said: Said, keys: Partial<Record<ProviderName, string>> = {}, roleLayer: LayerName = 'data') {
  const levels = (['role', 'flags', 'environment', 'openai', 'project', 'data'] as const).flatMap((name): Level[] => {
    const choice = said[name];
    if (!choice) return [];
    return [
      { layer: name === 'role' ? roleLayer : name, choice, from: (part) => `${name}.${part}`, ...(name === 'role' && { ofRole: true }) },
    ];
  });
  const providerKey = (name: ProviderName) => (keys[name] === undefined ? undefined : { value: keys[name], from: name });
  const { endpoint, notes } = chooseEndpoint(levels, { key: providerKey, address: () => undefined }, 'brain');
  const { provider, base_url, model, api_key } = endpoint;
  return {
    provider,
    url: base_url.value,
    urlFrom: base_url.from,
    model: model.value,
    modelFrom: model.from,
    key: api_key.value,
    keyFrom: api_key.from,
    notes,
  };
}

const openai = 'https://api.openai.com/v1';
const anthropic = 'https://api.anthropic.com/v1';

describe('the server', () => {
  test.each<[string, Said, string, ProviderName | undefined, string]>([
    ['is OpenAI where nothing says otherwise', { openai: { api_key: 'k' } }, openai, 'openai', 'default'],
    ['follows from the name of the model', { environment: { model: 'claude-sonnet-5' } }, anthropic, 'anthropic', 'default'],
    ['is that of the provider', { flags: { provider: 'anthropic', model: 'x' } }, anthropic, 'anthropic', 'flags.provider'],
    [
      'is the base URL',
      { flags: { model: 'claude-x' }, openai: { base_url: 'http://gate:1' } },
      'http://gate:1/v1',
      undefined,
      'openai.base_url',
    ],
    ['speaks the protocol of its owner', { openai: { base_url: 'https://api.anthropic.com' } }, anthropic, 'anthropic', 'openai.base_url'],
    [
      'speaks the protocol of the provider that is named with it',
      { environment: { provider: 'anthropic', base_url: 'http://gate:1' } },
      'http://gate:1/v1',
      'anthropic',
      'environment.base_url',
    ],
    [
      'is one with its provider: a base URL further down is not for it',
      { flags: { provider: 'anthropic' }, openai: { base_url: 'http://gate:1' } },
      anthropic,
      'anthropic',
      'flags.provider',
    ],
    [
      'is one with its base URL: a provider further down is not for it',
      { environment: { base_url: 'http://gate:1' }, data: { provider: 'anthropic' } },
      'http://gate:1/v1',
      undefined,
      'environment.base_url',
    ],
    [
      'changes with a model that only another makes',
      { flags: { model: 'gpt-5.4-mini' }, data: { provider: 'anthropic', model: 'claude-sonnet-5' } },
      openai,
      'openai',
      'flags.model',
    ],
    [
      'stays for a model that any server may offer',
      { flags: { model: 'gpt-oss:20b' }, data: { provider: 'ollama' } },
      'http://127.0.0.1:11434/v1',
      'ollama',
      'data.provider',
    ],
    [
      'stays with those who serve models of others',
      { flags: { model: 'claude-sonnet-5' }, data: { provider: 'openrouter' } },
      'https://openrouter.ai/api/v1',
      'openrouter',
      'data.provider',
    ],
  ])('%s', (_, said, url, provider, urlFrom) => {
    expect(choose(said)).toMatchObject({ url, provider, urlFrom });
  });
});

describe('the model', () => {
  test.each<[string, Said, string | undefined, string]>([
    ['is the first that is named', { environment: { base_url: 'http://gate:1' }, openai: { model: 'm' } }, 'm', 'openai.model'],
    ['is that of the provider to start with', { flags: { provider: 'anthropic' } }, 'claude-sonnet-5', 'default'],
    ['is none where the server must be asked', { flags: { provider: 'ollama' } }, undefined, 'default'],
    ['is none of a server of its own', { flags: { base_url: 'http://gate:1' } }, undefined, 'default'],
    ["is none of a provider's that is somewhere else", { flags: { provider: 'openai', base_url: 'http://gate:1' } }, undefined, 'default'],
    [
      'is not that of another provider',
      { flags: { provider: 'anthropic' }, openai: { model: 'gpt-5.4-mini' } },
      'claude-sonnet-5',
      'default',
    ],
    [
      'is not that of another server, in a flag',
      { flags: { base_url: 'http://gpu:1' }, openai: { model: 'gpt-5.4-mini' } },
      undefined,
      'default',
    ],
    ['is that of the tier for a role that names none', { role: { api_key: 'k' }, flags: { model: 'm' } }, 'm', 'flags.model'],
    [
      'is not that of the tier for a role with a server of its own',
      { role: { base_url: 'http://gpu:1' }, flags: { model: 'm' } },
      undefined,
      'default',
    ],
  ])('%s', (_, said, model, modelFrom) => {
    expect(choose(said)).toMatchObject({ model, modelFrom });
  });
});

describe('the key', () => {
  const all = { openai: 'sk-openai', anthropic: 'sk-ant', groq: 'gsk' };
  const groq = 'https://api.groq.com/openai/v1';
  test.each<[string, Said, string | undefined, string]>([
    [
      "is the tier's own",
      { environment: { provider: 'anthropic', api_key: 'own' }, openai: { api_key: 'o' } },
      'own',
      'environment.api_key',
    ],
    ['is the shared one beside the shared address', { openai: { base_url: 'https://gate:1', api_key: 'o' } }, 'o', 'openai.api_key'],
    ['is the one beside the server', { openai: { api_key: 'o' }, data: { base_url: 'https://gate:1', api_key: 'd' } }, 'd', 'data.api_key'],
    ['is the shared one beside a known server', { openai: { base_url: groq, api_key: 'o' } }, 'o', 'openai.api_key'],
    ["is the provider's", { flags: { provider: 'anthropic' }, openai: { api_key: 'o' } }, 'sk-ant', 'anthropic'],
    ["is the provider's for its address too", { environment: { base_url: groq }, openai: { api_key: 'o' } }, 'gsk', 'groq'],
    ["is the file's before the provider's", { flags: { provider: 'anthropic' }, data: { api_key: 'd' } }, 'd', 'data.api_key'],
    [
      "is not the file's where it names another server",
      { flags: { provider: 'anthropic' }, data: { provider: 'openai', api_key: 'd' } },
      'sk-ant',
      'anthropic',
    ],
    ['is none for a local server', { flags: { provider: 'ollama' }, openai: { api_key: 'o' } }, undefined, 'default'],
    ['may be given for a local server', { environment: { provider: 'ollama', api_key: 'own' } }, 'own', 'environment.api_key'],
    ['of a role is its own', { role: { provider: 'groq', api_key: 'r' }, environment: { api_key: 'own' } }, 'r', 'role.api_key'],
    ["of a role with another server is not the tier's", { role: { provider: 'groq' }, environment: { api_key: 'own' } }, 'gsk', 'groq'],
    [
      'of a role with a server of its own belongs to no other',
      { role: { base_url: 'http://gpu:1' }, environment: { api_key: 'own' } },
      undefined,
      'default',
    ],
    [
      "of a role on the tier's server is the tier's",
      { role: { provider: 'openai' }, environment: { model: 'x', api_key: 'own' } },
      'own',
      'environment.api_key',
    ],
    [
      "of a role that only names a model is the tier's",
      { role: { model: 'm' }, environment: { base_url: 'https://gate:1', api_key: 'own' } },
      'own',
      'environment.api_key',
    ],
  ])('%s', (_, said, key, keyFrom) => {
    expect(choose(said, all)).toMatchObject({ key, keyFrom, notes: [] });
  });

  test.each<[string, Said, string | undefined]>([
    ["not another provider's beside it", { flags: { provider: 'anthropic' }, environment: { provider: 'groq', api_key: 'own' } }, 'sk-ant'],
    [
      'not where its model is made by another',
      { flags: { provider: 'anthropic' }, environment: { model: 'gpt-5', api_key: 'own' } },
      'sk-ant',
    ],
    ['not where the model changes the maker', { flags: { model: 'claude-x' }, data: { model: 'gpt-5', api_key: 'd' } }, 'sk-ant'],
    ['and none for an address in a flag', { flags: { base_url: 'http://gate:1' }, data: { model: 'gpt-5', api_key: 'd' } }, undefined],
    [
      "not OpenAI's for a role on the provider of its tier",
      { role: { provider: 'xai' }, environment: { provider: 'xai' }, openai: { api_key: 'o' } },
      undefined,
    ],
  ])('is for the server beside it: %s', (_, said, key) => {
    expect(choose(said, all)).toMatchObject({ key });
  });

  test("of a project's file comes last, and is noted", () => {
    const project = { provider: 'anthropic', api_key: 'theirs' } as const;
    expect(choose({ project }, all)).toMatchObject({ key: 'sk-ant', notes: [] });
    expect(choose({ project: { ...project, provider: 'openai' }, openai: { api_key: 'o' } })).toMatchObject({ key: 'o', notes: [] });
    expect(choose({ project })).toMatchObject({ key: 'theirs', notes: [expect.stringContaining('project.api_key')] });
  });

  test('of an address that a flag names is the one named with it, or that of the tier, and none of another server', () => {
    const address = { model: 'm', base_url: 'https://gate.example' };
    const elsewhere = [
      { model: 'claude-sonnet-5', api_key: 'other' },
      { provider: 'groq', api_key: 'other' },
    ] as const;
    for (const environment of [{ api_key: 'other' }, ...elsewhere])
      expect(choose({ flags: { ...address, api_key: 'own' }, environment })).toMatchObject({ key: 'own' });
    for (const environment of elsewhere) expect(choose({ flags: address, environment })).toMatchObject({ key: undefined });
    expect(choose({ flags: address, environment: { api_key: 'of the tier' } })).toMatchObject({ key: 'of the tier' });
  });

  test("that OpenAI's variable holds goes to OpenAI, or to the address set beside it, and nowhere else", () => {
    const shared = { openai: { api_key: 'o' } };
    expect(choose({ ...shared, flags: { model: 'm', base_url: openai } })).toMatchObject({ key: 'o', notes: [] });
    for (const said of [
      { environment: { base_url: 'http://gate:1' } },
      { flags: { model: 'm', base_url: 'http://gpu:1' } },
      { data: { base_url: 'https://mine.example' } },
      { environment: { base_url: groq } },
    ])
      expect(choose({ ...shared, ...said })).toMatchObject({ key: undefined, notes: [expect.stringContaining('--key-env')] });
    expect(choose({ ...shared, environment: { base_url: 'http://127.0.0.1:8000' } })).toMatchObject({ key: undefined, notes: [] });
    expect(choose({ ...shared, environment: { provider: 'groq' } })).toMatchObject({ key: undefined });
    expect(choose({ ...shared, environment: { model: 'claude-x' } })).toMatchObject({ key: undefined });
  });

  test('that is left out because it is for another server is named', () => {
    const said = { environment: { base_url: 'http://gate:1' }, data: { provider: 'groq', api_key: 'hunter2' } } as const;
    expect(choose(said)).toMatchObject({ key: undefined, notes: [expect.stringContaining('data.api_key')] });
    expect(JSON.stringify(choose(said).notes)).not.toContain('hunter2');
  });
});

describe("a provider that a project's file names gets no key that was meant for another", () => {
  test.each([
    ["that of the person's file", { project: { provider: 'deepseek', model: 'x' }, data: { api_key: 'd' } }],
    ["the tier's", { environment: { api_key: 'own' }, project: { provider: 'openrouter', model: 'x' } }],
    ["the tier's, where the model says who makes it", { environment: { api_key: 'own' }, project: { model: 'claude-x' } }],
    ['the shared one', { openai: { api_key: 'o' }, project: { provider: 'groq', model: 'x' } }],
  ] as const)('not %s', (_, said) => {
    expect(choose(said).key).toBeUndefined();
  });

  test('but the one that goes to the same server anyway', () => {
    expect(choose({ environment: { api_key: 'own' }, project: { model: 'gpt-5.4' } }).key).toBe('own');
    expect(choose({ environment: { provider: 'groq', api_key: 'own' }, project: { provider: 'groq', model: 'x' } }).key).toBe('own');
  });
});

describe("a base URL in a project's file gets no key but that of the file", () => {
  const everywhere = { openai: 'sk-openai', anthropic: 'sk-ant' };
  const evil = { base_url: 'https://evil.example/v1' };
  test.each<[string, Said, string | undefined]>([
    ["not the tier's", { environment: { api_key: 'own' }, project: evil }, undefined],
    ['not the shared one', { openai: { api_key: 'o' }, project: evil }, undefined],
    ["not that of the person's file", { project: evil, data: { api_key: 'd' } }, undefined],
    ["not the provider's", { project: { ...evil, provider: 'anthropic' } }, undefined],
    ["not the provider's, even where the address is its own", { project: { base_url: anthropic } }, undefined],
    ['its own', { environment: { api_key: 'own' }, project: { ...evil, api_key: 'theirs' } }, 'theirs'],
  ])('%s', (_, said, key) => {
    const chosen = choose(said, everywhere);
    expect(chosen.key).toBe(key);
    expect(chosen.notes).toEqual([expect.stringContaining('project.base_url')]);
    expect(chosen.notes[0]?.includes('your keys are not sent')).toBe(key === undefined);
  });

  test('in a role neither', () => {
    const chosen = choose(
      { role: evil, environment: { api_key: 'own' }, openai: { api_key: 'o' }, data: { api_key: 'd' } },
      everywhere,
      'project',
    );
    expect(chosen).toMatchObject({ key: undefined, url: 'https://evil.example/v1', notes: [expect.any(String)] });
  });

  test('and on this machine there is nothing to say about it', () => {
    expect(choose({ openai: { api_key: 'o' }, project: { base_url: 'http://localhost:1234' } })).toMatchObject({
      key: undefined,
      notes: [],
    });
  });

  test('but a person who names the address decides', () => {
    const said = { environment: { base_url: 'https://mine.example', api_key: 'own' }, project: evil };
    expect(choose(said)).toMatchObject({ key: 'own', url: 'https://mine.example/v1', notes: [] });
  });
});

test("whatever is said, a key from elsewhere never goes to an address that a project's file names", () => {
  const provider = fc.constantFrom<ProviderName>('openai', 'anthropic', 'groq', 'ollama');
  const base_url = fc.constantFrom('https://evil.example', 'https://api.openai.com/v1', 'http://gate:1');
  const choice = fc.record(
    { provider, base_url, model: fc.constantFrom('m', 'claude-x', 'gpt-5'), api_key: fc.constant('k') },
    { requiredKeys: [] },
  );
  const said = fc.record(
    { role: choice, flags: choice, environment: choice, openai: choice, project: choice, data: choice },
    { requiredKeys: [] },
  );
  const keys = { openai: 'k', anthropic: 'k', groq: 'k' };
  let named = 0;
  fc.assert(
    fc.property(said, fc.constantFrom<LayerName>('project', 'data'), (levels, roleLayer) => {
      const { urlFrom, keyFrom } = choose(levels, keys, roleLayer);
      const ofProject = roleLayer === 'project' ? ['project', 'role'] : ['project'];
      if (!ofProject.some((name) => urlFrom === `${name}.base_url`)) return;
      named += 1;
      expect(['default', ...ofProject.map((name) => `${name}.api_key`)]).toContain(keyFrom);
    }),
    { numRuns: 5_000 / oneIn(10) },
  );
  expect(named).toBeGreaterThan(100); // otherwise the property would prove nothing
});
