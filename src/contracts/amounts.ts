/** What of a cost is a number that can be summed up. Nothing is loaded for it. */
import type { RoleCost } from './control.ts';

export type Amount = keyof Omit<RoleCost, 'role' | 'unpriced'>;

export const amounts = Object.keys({
  model_calls: true,
  tool_calls: true,
  input_tokens: true,
  output_tokens: true,
  model_ms: true,
  tool_ms: true,
  usd: true,
} satisfies Record<Amount, true>) as readonly Amount[]; // all of them and no other, as is checked here

/** A number for each. */
export const amountsBy = (value: (amount: Amount) => number): Record<Amount, number> =>
  Object.fromEntries(amounts.map((amount) => [amount, value(amount)])) as Record<Amount, number>; // each of them is there
