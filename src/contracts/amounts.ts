/** The parts of a cost that are numbers to add up. Imports only types, so that it costs nothing to load. */
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
} satisfies Record<Amount, true>) as readonly Amount[]; // exactly the keys, as `satisfies` checks

/** One number per amount. */
export const amountsBy = (value: (amount: Amount) => number): Record<Amount, number> =>
  Object.fromEntries(amounts.map((amount) => [amount, value(amount)])) as Record<Amount, number>; // one entry for each amount
