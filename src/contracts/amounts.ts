/** The numeric parts of a cost. Imports only types, so that loading it costs nothing. */
import type { RoleCost } from './control.ts';

export type Amount = keyof Omit<RoleCost, 'role' | 'unpriced' | 'estimated'>;

export const noAmounts: Readonly<Record<Amount, number>> = {
  model_calls: 0,
  tool_calls: 0,
  input_tokens: 0,
  output_tokens: 0,
  model_ms: 0,
  tool_ms: 0,
  usd: 0,
};

export const amounts = Object.keys(noAmounts) as readonly Amount[]; // exactly the keys of the type

/** One number per amount. */
export const amountsBy = (value: (amount: Amount) => number): Record<Amount, number> =>
  Object.fromEntries(amounts.map((amount) => [amount, value(amount)])) as Record<Amount, number>; // one entry for each amount
