/** What a task has used so far, summed up from the outcomes of its model calls. */
import { Usage } from '../../contracts/usage.ts';
import type { Entry } from '../../journal/entry.ts';
import { money, short } from '../spans.ts';

/** What was used, and the part of it that no provider reported and that is an upper limit. */
export type Spent = { readonly tokens: number; readonly usd: number; readonly estimated: Amount };
type Amount = { readonly tokens: number; readonly usd: number };

export const nothingSpent: Spent = { tokens: 0, usd: 0, estimated: { tokens: 0, usd: 0 } };

/** The sum with one more entry. */
export function addSpent(sum: Spent, entry: Entry): Spent {
  if (entry.kind !== 'outcome') return sum;
  const { result } = entry;
  const value = result.ok ? result.value : { usage: result.usage };
  if (typeof value !== 'object' || value === null || !('usage' in value)) return sum;
  const usage = Usage.safeParse(value.usage).data;
  if (!usage) return sum;
  const used = { tokens: usage.input_tokens + usage.output_tokens, usd: usage.usd ?? 0 };
  return { ...plus(sum, used), estimated: usage.estimated ? plus(sum.estimated, used) : sum.estimated };
}

const plus = (a: Amount, b: Amount): Amount => ({ tokens: a.tokens + b.tokens, usd: a.usd + b.usd });

/** `4.1k tokens`, and money if known. Estimates are shown separately, as upper limits, so that reported figures do not jump when a call is cut off; `why` says that once. */
export function spentTexts({ tokens, usd, estimated }: Spent, amount: (tokens: number) => string = short, why = ''): readonly string[] {
  const because = estimated.tokens > 0 ? why : '';
  return [
    ...apart(tokens, estimated.tokens, (count) => `${amount(count)} ${count === 1 ? 'token' : 'tokens'}`, amount).map(
      (text) => `${text}${because}`,
    ),
    ...apart(usd, estimated.usd, money, money),
  ];
}

function apart(all: number, estimated: number, named: (n: number) => string, plain: (n: number) => string): readonly string[] {
  const told = all - estimated;
  if (all <= 0) return [];
  if (estimated <= 0) return [named(all)];
  return told <= negligible ? [`at most ${named(all)}`] : [`${named(told)}, at most ${plain(estimated)} more`];
}

/** Sums of money have rounding errors; amounts below this count as zero. */
const negligible = 1e-9;
