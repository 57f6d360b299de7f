/** The two tiers and the single roles, from all sources that configure them. */
import type { EndpointChoice, ModelRole, Tier } from '../config.ts';
import { invalid, type Layer, type Sourced } from '../config-layers.ts';
import { type ConfiguredEndpoint, chooseEndpoint, type Level, type ProviderVariables } from './choose-endpoint.ts';
import { judgeFault, withEqualJudge } from './judge-rank.ts';
import { defaultTiers, modelRoles, type Tiers } from './tiers.ts';

/** The key in a variable that an endpoint names. */
export type NamedKey = (variable: string) => string;

export function tiersIn(
  named: readonly Layer[],
  variables: ProviderVariables,
  namedKey: NamedKey,
): { readonly tiers: Tiers; readonly notes: readonly string[] } {
  const layers = named.map((layer) => withNamedKeys(layer, namedKey));
  const choices = modelRoles.map((role) => choiceFor(role, layers));
  const notes = new Set<string>();
  const choose = (levels: readonly Level[], who: string): ConfiguredEndpoint => {
    const chosen = chooseEndpoint(levels, variables, who);
    for (const note of chosen.notes) notes.add(note);
    return chosen.endpoint;
  };
  const levels = namedLevels({ brain: levelsOf(layers, 'brain'), tool: levelsOf(layers, 'tool') });
  const roleOf = ({ role, value, from }: RoleChoice): Sourced<Tier | ConfiguredEndpoint> => ({
    value: typeof value === 'string' ? value : choose([value, ...usedBy(role, levels)], role),
    from,
  });
  const [brain, tool] = (['brain', 'tool'] as const).map((tier) => (levels[tier].length > 0 ? choose(levels[tier], tier) : undefined));
  const roles = Object.fromEntries(choices.map((choice) => [choice.role, roleOf(choice)])) as Tiers['roles']; // it has an entry for each role
  const { tiers, note } = withEqualJudge({ ...(brain && { brain }), ...(tool && { tool }), roles });
  refuseLesserJudge(tiers, layers);
  return { tiers, notes: [...notes, ...(note === undefined ? [] : [note])] };
}

/**
 * Fills in keys from the variables that a layer names. A project's file may not name the person's variables, because it could send any of them to its
 * server.
 */
function withNamedKeys(layer: Layer, namedKey: NamedKey): Layer {
  if (layer.name === 'project') return layer;
  const { brain, tool, roles } = layer.values;
  const keyed = <C extends Tier | EndpointChoice | undefined>(choice: C): C => {
    if (typeof choice !== 'object' || choice.key_env === undefined || choice.api_key !== undefined) return choice;
    return { ...choice, api_key: namedKey(choice.key_env) };
  };
  const entries = Object.entries(roles).map(([role, choice]) => [role, keyed(choice)] as const);
  return {
    ...layer,
    values: { ...layer.values, brain: keyed(brain), tool: keyed(tool), roles: Object.fromEntries(entries) as typeof roles }, // these are the same roles
    from: (path) => (path.at(-1) === 'api_key' && !layer.given(path) ? layer.from([...path.slice(0, -1), 'key_env']) : layer.from(path)),
  };
}

/** A key alone does not choose a model: if the brain is configured and the tool tier has only a key, the tool tier uses the brain's model. */
function namedLevels(levels: Readonly<Record<Tier, readonly Level[]>>): Readonly<Record<Tier, readonly Level[]>> {
  const isNamed = (tier: Tier) => levels[tier].some(({ choice: { provider, base_url, model } }) => provider ?? base_url ?? model);
  return isNamed('brain') && !isNamed('tool') ? { ...levels, tool: [] } : levels;
}

/** Throws if R4b's model ranks below R2's. The error names the line that sets R4b, because only that line can be wrong. */
function refuseLesserJudge(tiers: Tiers, layers: readonly Layer[]): void {
  const fault = judgeFault(tiers);
  const layer = fault === undefined ? undefined : layerFor('R4b', layers);
  if (fault !== undefined && layer) throw invalid(layer, ['roles', 'R4b'], fault);
}

type RoleChoice = Sourced<Tier | Level> & { readonly role: ModelRole };

/** Which endpoint a role should use. */
function choiceFor(role: ModelRole, layers: readonly Layer[]): RoleChoice {
  const layer = layerFor(role, layers);
  if (!layer) return { role, value: defaultTiers[role], from: 'default' };
  const choice = layer.values.roles[role];
  const level = (parts: EndpointChoice): Level => ({
    layer: layer.name,
    choice: parts,
    from: (part) => layer.from(['roles', role, part]),
    ofRole: true,
  });
  return { role, value: typeof choice === 'string' ? choice : level(choice), from: layer.from(['roles', role]) };
}

const layerFor = (role: ModelRole, layers: readonly Layer[]): Layer | undefined =>
  layers.find(({ given, values }) => given(['roles', role]) && saysSomething(values.roles[role]));

const saysSomething = (choice: Tier | EndpointChoice): boolean => Object.values(choice).some((part) => part !== undefined);

function levelsOf(layers: readonly Layer[], tier: Tier): readonly Level[] {
  return layers.flatMap((layer) => {
    const choice = layer.values[tier];
    return choice && saysSomething(choice) ? [{ layer: layer.name, choice, from: (part) => layer.from([tier, part]) }] : [];
  });
}

/** For a tier that is not configured, the other tier is used. */
function usedBy(role: ModelRole, { brain, tool }: Readonly<Record<Tier, readonly Level[]>>): readonly Level[] {
  const [own, other] = defaultTiers[role] === 'tool' ? [tool, brain] : [brain, tool];
  return own.length > 0 ? own : other;
}
