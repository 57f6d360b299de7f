/** Law 3: how much a task may use, and how much of what remains a single call may use. effects/purse.ts and engine/time-cap.ts enforce it. Pure. */

/** Limits on what a task may use; null means no limit. */
export type Caps = { readonly active_ms: number | null; readonly tokens: number | null; readonly usd: number | null };

/** No limits. */
export const uncapped: Caps = { active_ms: null, tokens: null, usd: null };

/** What has already been used or reserved. */
export type Taken = { readonly tokens: number; readonly usd: number };

/** A call about to be made: the size of its input, the longest answer it asks for, and the price per output token if it is known. */
type Call = { readonly input_tokens: number; readonly output_tokens: number; readonly usd?: (output_tokens: number) => number };

/** The largest number of output tokens that fits under the caps, at most what the call asks for; undefined if not even the input fits. */
export function roomFor({ input_tokens, output_tokens, usd }: Call, { tokens, usd: maxUsd }: Caps, taken: Taken): number | undefined {
  const room = Math.min(output_tokens, tokens === null ? output_tokens : tokens - taken.tokens - input_tokens);
  const affordable = (output: number) => maxUsd === null || !usd || taken.usd + usd(output) <= maxUsd + tolerance;
  if (room < 0 || !affordable(0)) return undefined;
  return largest(room, affordable);
}

/** Sums of prices are not exact: a difference below a billionth does not count. */
const tolerance = 1e-9;

/** The largest number up to `max` that passes. 0 must pass, and so must every number below one that passes. */
function largest(max: number, passes: (value: number) => boolean): number {
  if (passes(max)) return max;
  let [low, high] = [0, max];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (passes(middle)) low = middle;
    else high = middle;
  }
  return low;
}
