/** What a task has used so far, summed up from the outcomes of its model calls. */
import { Usage } from '../../contracts/usage.ts';
import type { Entry } from '../../journal/entry.ts';
import { money, short } from '../spans.ts';

export type Spent = {
  readonly tokens: number;
  /** Whether a provider did not say, so that some of it is the highest possible figure. */
  readonly isEstimated: boolean;
  readonly usd: number;
};

export const nothingSpent: Spent = { tokens: 0, isEstimated: false, usd: 0 };

/** The sum with one more entry. */
export function addSpent(sum: Spent, entry: Entry): Spent {
  if (entry.kind !== 'outcome') return sum;
  const { result } = entry;
  const value = result.ok ? result.value : { usage: result.usage };
  if (typeof value !== 'object' || value === null || !('usage' in value)) return sum;
  const usage = Usage.safeParse(value.usage).data;
  if (!usage) return sum;
  return {
    tokens: sum.tokens + usage.input_tokens + usage.output_tokens,
    isEstimated: sum.isEstimated || usage.estimated === true,
    usd: sum.usd + (usage.usd ?? 0),
  };
}

/** `~4.1k tokens`, and money where it is known. Both carry a `~` when part of them is an estimate. */
export function spentTexts({ tokens, isEstimated, usd }: Spent, amount: (tokens: number) => string = short): readonly string[] {
  const about = isEstimated ? '~' : '';
  return [
    ...(tokens === 0 ? [] : [`${about}${amount(tokens)} ${tokens === 1 ? 'token' : 'tokens'}`]),
    ...(usd === 0 ? [] : [`${about}${money(usd)}`]),
  ];
}
