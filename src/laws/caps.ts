/** Law 3: how much a task may use, and how much of that a call may still take. Pure. */

/** Of each at most; null is without end. */
export type Caps = { readonly active_ms: number | null; readonly tokens: number | null; readonly usd: number | null };

export const uncapped: Caps = { active_ms: null, tokens: null, usd: null };

/** What is used or held already. */
export type Taken = { readonly tokens: number; readonly usd: number };

/** A call to be made: its input, the most it may answer, and what it costs with that many output tokens where the price is known. */
type Call = { readonly input_tokens: number; readonly output_tokens: number; readonly usd?: (output_tokens: number) => number };

/** The largest number of output tokens, up to what the call wants, that the caps leave room for; undefined when there is not even room for its input. */
export function roomFor({ input_tokens, output_tokens, usd }: Call, { tokens, usd: most }: Caps, taken: Taken): number | undefined {
  const room = Math.min(output_tokens, tokens === null ? output_tokens : tokens - taken.tokens - input_tokens);
  const affordable = (output: number) => most === null || !usd || taken.usd + usd(output) <= most + tolerance;
  if (room < 0 || !affordable(0)) return undefined;
  return largest(room, affordable);
}

/** Sums of prices are not exact: what differs by less than a billionth is equal. */
const tolerance = 1e-9;

/** The largest number up to `most` that passes, where all below one that passes pass too, and 0 does. */
function largest(most: number, passes: (value: number) => boolean): number {
  if (passes(most)) return most;
  let [low, high] = [0, most];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (passes(middle)) low = middle;
    else high = middle;
  }
  return low;
}
