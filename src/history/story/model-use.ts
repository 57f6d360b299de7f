/** Which models answered, and how many calls are counted with the largest amounts possible because their real use is unknown. */
import { RoleId } from '../../contracts/parties.ts';
import { Usage } from '../../contracts/usage.ts';
import type { Entry, Outcome } from '../../journal/entry.ts';
import type { IncidentStory } from './incidents.ts';
import { words } from './short-copies.ts';

export type ModelUseStory = {
  /** The models that answered, in order of appearance. */
  readonly models: readonly string[];
  /** How many model calls of a role are counted with the largest amounts possible. */
  readonly estimated: readonly { readonly role: RoleId; readonly model_calls: number }[];
};

export type ModelUse = {
  /** Adds an entry. Returns the incident if a call was lost when an earlier process ended, once its cost has been estimated. */
  add(entry: Entry, round: number): IncidentStory | undefined;
  readonly story: ModelUseStory;
};

const maxModels = 20;

export function createModelUse(): ModelUse {
  const underWay = new Map<string, { readonly role: RoleId; isLost: boolean }>();
  const models = new Set<string>();
  const estimated = new Map<RoleId, number>();

  function close(outcome: Outcome, round: number): IncidentStory | undefined {
    const { seq, key, result } = outcome;
    const call = underWay.get(key);
    underWay.delete(key);
    if (!call) return undefined;
    const usage = usageIn(result);
    if (result.ok && usage?.model !== undefined && models.size < maxModels) models.add(words(usage.model, 100));
    if (!usage?.estimated) return undefined;
    estimated.set(call.role, (estimated.get(call.role) ?? 0) + 1);
    return call.isLost ? { seq, what: 'lost', round, who: call.role, code: null, detail: '', ms: null } : undefined;
  }

  return {
    add(entry, round) {
      if (entry.kind === 'intent' && entry.effect === 'model') underWay.set(entry.key, { role: entry.role, isLost: false });
      if (entry.kind === 'pause' && entry.resumed) for (const call of underWay.values()) call.isLost = true;
      return entry.kind === 'outcome' ? close(entry, round) : undefined;
    },
    get story() {
      const roles = RoleId.options.flatMap((role) => [{ role, model_calls: estimated.get(role) ?? 0 }]);
      return { models: [...models], estimated: roles.filter(({ model_calls }) => model_calls > 0) };
    },
  };
}

function usageIn(result: Outcome['result']): Usage | undefined {
  if (!result.ok) return result.usage;
  const { value } = result;
  return typeof value === 'object' && value !== null && 'usage' in value ? Usage.safeParse(value.usage).data : undefined;
}
