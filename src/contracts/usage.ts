/** The tokens and money that model calls used. */
import { z } from 'zod';
import { count, record } from './shapes/shape.ts';

/** The total for all calls of a step. */
export const Usage = record({
  input_tokens: count,
  output_tokens: count,
  /** In US dollars; absent if the price of the model is unknown. */
  usd: z.number().min(0).optional(),
  model: z.string().optional(),
  /** Set if the provider did not report usage, or its answer was lost: the amounts are then upper bounds. */
  estimated: z.boolean().optional(),
});
export type Usage = z.infer<typeof Usage>;

/** The sum of the usage of two calls. If the price of one is unknown, so is the price of both. */
export function addUsage(a: Usage, b: Usage): Usage {
  const { usd: _, estimated: __, ...rest } = { ...a, ...b };
  return {
    ...rest,
    input_tokens: a.input_tokens + b.input_tokens,
    output_tokens: a.output_tokens + b.output_tokens,
    ...(a.usd === undefined || b.usd === undefined ? {} : { usd: a.usd + b.usd }),
    ...(a.estimated || b.estimated ? { estimated: true } : {}),
  };
}
