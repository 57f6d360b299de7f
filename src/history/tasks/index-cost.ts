/** What a task cost, as stored in the index: lists instead of objects, which halves the file. Checked by hand, like the rest of a line. Pure. */
import type { Cost, RoleCost } from '../../contracts/control.ts';
import type { RoleId } from '../../contracts/parties.ts';
import { isAmount, isOneOf, objectIn, wordsOf } from './hand-checks.ts';

type Used = Omit<RoleCost, 'role'>;

/** The amounts as a list, in a fixed order; then the models without a price, and `true` if the amounts are upper bounds. */
type UsedList = readonly (number | true | readonly string[])[];

export type KeptCost = {
  readonly active_ms: number;
  readonly used: UsedList;
  readonly by_role: readonly (readonly [RoleId, UsedList])[];
};

export const keptCost = ({ active_ms, by_role, ...used }: Cost): KeptCost => ({
  active_ms,
  used: listOf(used),
  by_role: by_role.map(({ role, ...ofRole }) => [role, listOf(ofRole)]),
});

function listOf({ model_calls, tool_calls, input_tokens, output_tokens, model_ms, tool_ms, usd, unpriced, estimated }: Used): UsedList {
  const list = [model_calls, tool_calls, input_tokens, output_tokens, model_ms, tool_ms, usd, unpriced];
  return estimated ? [...list, estimated] : list;
}

/** The cost in a part of a line; undefined if it is not a cost. */
export function costIn(value: unknown): Cost | undefined {
  const { active_ms, used: list, by_role: lists } = objectIn(value) ?? {};
  const used = usedIn(list);
  if (!used || !isAmount(active_ms) || !Array.isArray(lists)) return undefined;
  const by_role: RoleCost[] = [];
  for (const each of lists) {
    const [role, ofRole] = Array.isArray(each) ? each : [];
    const usedByRole = usedIn(ofRole);
    if (!usedByRole || !isOneOf(role, roles)) return undefined;
    by_role.push(Object.assign(usedByRole, { role }));
  }
  return Object.assign(used, { active_ms, by_role });
}

function usedIn(value: unknown): Used | undefined {
  if (!Array.isArray(value) || value.length < 8 || value.length > 9) return undefined;
  const [model_calls, tool_calls, input_tokens, output_tokens, model_ms, tool_ms, usd, unpriced, estimated]: readonly unknown[] = value;
  if (!isAmount(model_calls) || !isAmount(tool_calls) || !isAmount(input_tokens) || !isAmount(output_tokens)) return undefined;
  if (!isAmount(model_ms) || !isAmount(tool_ms) || !isAmount(usd) || !isListOfTexts(unpriced)) return undefined;
  const used = { model_calls, tool_calls, input_tokens, output_tokens, model_ms, tool_ms, usd, unpriced };
  return estimated === true ? { ...used, estimated } : used;
}

const isListOfTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

const roles = wordsOf<RoleId>({ R1: true, R2: true, R3: true, R4a: true, R4b: true, R5: true, R6: true, R7: true });
