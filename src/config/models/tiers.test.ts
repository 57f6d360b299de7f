import { describe, expect, test } from 'vitest';
import type { ConfiguredEndpoint } from './choose-endpoint.ts';
import { defaultTiers, endpointsOf, missing, modelRoles, type Tiers } from './tiers.ts';

const limits = { max_output_tokens: 100, timeout_ms: 1_000 };

function endpoint(base_url: string, api_key?: string): ConfiguredEndpoint {
  const sourced = <T>(value: T) => ({ value, from: 'default' });
  return { provider: undefined, protocol: 'openai', base_url: sourced(base_url), model: sourced('m'), api_key: sourced(api_key) };
}

const roles = (changed: Partial<Record<(typeof modelRoles)[number], ConfiguredEndpoint | 'brain' | 'tool'>> = {}): Tiers['roles'] =>
  Object.fromEntries(modelRoles.map((role) => [role, { value: changed[role] ?? defaultTiers[role], from: 'default' }])) as Tiers['roles']; // one for each

const brain = endpoint('https://brain/v1', 'k');
const tool = endpoint('https://tool/v1', 'k');
const addresses = (tiers: Tiers) => modelRoles.map((role) => endpointsOf(tiers, limits)?.[role].base_url.slice(8, -3));

describe('the endpoint of each role', () => {
  test('is that of its tier', () => {
    expect(addresses({ brain, tool, roles: roles() })).toEqual(['brain', 'brain', 'tool', 'tool', 'brain']);
  });

  test('is that of the other tier where its own is not configured', () => {
    expect(addresses({ brain, roles: roles() })).toEqual(Array(5).fill('brain'));
    expect(addresses({ tool, roles: roles() })).toEqual(Array(5).fill('tool'));
  });

  test('is its own where it has one, and the tier it is given', () => {
    expect(addresses({ brain, tool, roles: roles({ R3: endpoint('https://own/v1'), R4a: 'brain' }) })).toEqual([
      'brain',
      'brain',
      'own',
      'brain',
      'brain',
    ]);
  });

  test('holds the limits, the key and the model', () => {
    const own = { ...brain, model: { value: undefined, from: 'default' } };
    expect(endpointsOf({ brain: own, roles: roles() }, limits)?.R1).toEqual({
      provider: undefined,
      protocol: 'openai',
      base_url: 'https://brain/v1',
      model: undefined,
      api_key: 'k',
      ...limits,
    });
  });

  test('is none for all where one has none', () => {
    expect(endpointsOf({ roles: roles() }, limits)).toBeUndefined();
    expect(endpointsOf({ roles: roles({ R3: tool }) }, limits)).toBeUndefined();
  });
});

describe('what is missing is said', () => {
  const openai = endpoint('https://api.openai.com/v1');
  test.each<[string, Tiers, readonly RegExp[]]>([
    ['nothing, where all is there', { brain, roles: roles() }, []],
    ['every model', { roles: roles() }, [/^no model is configured$/]],
    ['the models of some roles', { roles: roles({ R3: tool, R4a: tool }) }, [/R1, R2, R4b$/]],
    ['the key of a tier, once', { brain: openai, tool, roles: roles() }, [/^https:.*openai.* .*OPENAI_API_KEY or BRAIN_API_KEY$/]],
    ['the key of a tier that both use', { tool: openai, roles: roles() }, [/^https:.*openai.* .*TOOL_API_KEY$/]],
    [
      'the key of a role',
      { brain, roles: roles({ R3: endpoint('https://api.anthropic.com/v1') }) },
      [/^https:.*anthropic.* .*ANTHROPIC_API_KEY$/],
    ],
    ['no key of a server that we do not know', { brain: endpoint('https://host/v1'), roles: roles() }, []],
    ['no key of a local server', { brain: endpoint('http://127.0.0.1:11434/v1'), roles: roles() }, []],
  ])('%s', (_, tiers, sentences) => {
    expect(missing(tiers)).toEqual(sentences.map((sentence) => expect.stringMatching(sentence)));
  });
});
