/** Whether R4b, which judges what R2 planned, has a model of at least equal rank: a lesser judge would approve what it does not understand. Pure. */
import type { Tier } from '../config.ts';
import type { ConfiguredEndpoint } from './choose-endpoint.ts';
import { endpointOf, type Tiers } from './tiers.ts';

const lesser = 'must not be on a lower tier than R2, whose plans it judges; put R2 on the tool tier as well, or R4b on the brain tier';
const unknown =
  'must be as capable as R2, whose plans it judges, and artoo cannot tell whether this model is; use the same model for both, put R4b on the brain tier, or leave roles.R4b out';

/** What is wrong with R4b's model, in words that follow its name; undefined if it is R2's model, or its tier is no lower. */
export function judgeFault(tiers: Tiers): string | undefined {
  const { R2, R4b } = tiers.roles;
  const areTiers = typeof R2.value === 'string' && typeof R4b.value === 'string';
  if (!areTiers && isSame(endpointOf(tiers, 'R2'), endpointOf(tiers, 'R4b'))) return undefined;
  const [planner, judge] = [rankOf(R2.value, tiers), rankOf(R4b.value, tiers)];
  if (planner === undefined || judge === undefined) return unknown;
  return judge < planner ? lesser : undefined;
}

/** The roles, with R4b moved to R2's own model if that has an unknown rank and R4b is not configured; and a note about it. */
export function withEqualJudge(tiers: Tiers): { readonly tiers: Tiers; readonly note?: string } {
  const { R2, R4b } = tiers.roles;
  if (R4b.from !== 'default' || rankOf(R2.value, tiers) !== undefined) return { tiers };
  const model = endpointOf(tiers, 'R2')?.model.value ?? 'a model of its own';
  const note = `R2 plans with ${model}; R4b, which judges its plans, uses the same model, because artoo cannot tell whether the brain tier is as capable`;
  return { tiers: { ...tiers, roles: { ...tiers.roles, R4b: R2 } }, note };
}

/** The rank of an endpoint: that of the tier whose model it has, however the model is written; otherwise unknown. */
function rankOf(choice: Tier | ConfiguredEndpoint, { brain, tool }: Tiers): number | undefined {
  if (typeof choice === 'string') return choice === 'brain' ? 1 : 0;
  if (isSame(choice, brain ?? tool)) return 1;
  return isSame(choice, tool ?? brain) ? 0 : undefined;
}

const isSame = (one: ConfiguredEndpoint | undefined, other: ConfiguredEndpoint | undefined): boolean =>
  one !== undefined && other !== undefined && one.base_url.value === other.base_url.value && one.model.value === other.model.value;
