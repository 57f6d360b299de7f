import { describe, expect, test } from 'vitest';
import type { Tier } from '../config.ts';
import type { ConfiguredEndpoint } from './choose-endpoint.ts';
import { judgeFault, withEqualJudge } from './judge-rank.ts';
import { defaultTiers, modelRoles, type Tiers } from './tiers.ts';

function endpoint(model: string, host = 'host'): ConfiguredEndpoint {
  const sourced = <T>(value: T) => ({ value, from: 'default' });
  return {
    provider: undefined,
    protocol: 'openai',
    base_url: sourced(`https://${host}/v1`),
    model: sourced(model),
    api_key: sourced(undefined),
  };
}

const [brain, tool, own, other] = [endpoint('big'), endpoint('small'), endpoint('own'), endpoint('other')];
type Choice = Tier | ConfiguredEndpoint;

function tiersWith(R2: Choice, R4b: Choice | undefined, tiers: Omit<Tiers, 'roles'> = { brain, tool }): Tiers {
  const all = Object.fromEntries(modelRoles.map((role) => [role, { value: defaultTiers[role], from: 'default' }])) as Tiers['roles']; // one for each
  const judge = R4b === undefined ? all.R4b : { value: R4b, from: 'config.yaml' };
  return { ...tiers, roles: { ...all, R2: { value: R2, from: 'config.yaml' }, R4b: judge } };
}

describe('R4b is at least the equal of R2', () => {
  test.each<[string, Choice, Choice, boolean]>([
    ['both on brain', 'brain', 'brain', true],
    ['both on tool', 'tool', 'tool', true],
    ['R2 on tool, R4b on brain', 'tool', 'brain', true],
    ['R2 on brain, R4b on tool', 'brain', 'tool', false],
    ['R2 on brain, R4b on that very model', 'brain', endpoint('big'), true],
    ['R2 on brain, R4b on the very model of tool', 'brain', endpoint('small'), false],
    ['R2 on tool, R4b on the very model of tool', 'tool', endpoint('small'), true],
    ['R2 on the very model of tool, R4b on brain', endpoint('small'), 'brain', true],
    ['R2 on the very model of brain, R4b on tool', endpoint('big'), 'tool', false],
    ['R2 on brain, R4b on a model of its own', 'brain', own, false],
    ['R2 on tool, R4b on a model of its own', 'tool', own, false],
    ['R2 on a model of its own, R4b on brain', own, 'brain', false],
    ['R2 on a model of its own, R4b on tool', own, 'tool', false],
    ['both on the same model of their own', own, endpoint('own'), true],
    ['both on models of their own', own, other, false],
    ['the same model at another address', own, endpoint('own', 'elsewhere'), false],
  ])('%s: %#', (_, R2, R4b, isFine) => {
    expect(judgeFault(tiersWith(R2, R4b)) === undefined).toBe(isFine);
  });

  test('also where a tier is not configured, and uses the other one', () => {
    expect(judgeFault(tiersWith('brain', endpoint('small'), { tool }))).toBeUndefined();
    expect(judgeFault(tiersWith('brain', 'tool', { tool }))).toContain('lower tier');
    expect(judgeFault(tiersWith(own, 'brain', {}))).toContain('the same model');
  });

  test('the reason says what to do about it', () => {
    expect(judgeFault(tiersWith('brain', 'tool'))).toContain('R4b on the brain tier');
    expect(judgeFault(tiersWith(own, 'brain'))).toContain('leave roles.R4b out');
  });
});

describe('where nothing is said of R4b', () => {
  test('it uses the model of R2, if its rank is unknown, and the person is told', () => {
    const { tiers, note } = withEqualJudge(tiersWith(own, undefined));
    expect(tiers.roles.R4b).toEqual(tiers.roles.R2);
    expect(note).toContain('R2 plans with own; R4b');
    expect(judgeFault(tiers)).toBeUndefined();
  });

  test.each<[string, Choice]>([
    ['brain', 'brain'],
    ['tool', 'tool'],
    ['the very model of brain', endpoint('big')],
  ])('it stays on brain where R2 is on %s', (_, R2) => {
    expect(withEqualJudge(tiersWith(R2, undefined))).toEqual({ tiers: tiersWith(R2, undefined) });
  });

  test('what is said of it is left as it is', () => {
    expect(withEqualJudge(tiersWith(own, 'brain')).tiers.roles.R4b.value).toBe('brain');
  });
});
