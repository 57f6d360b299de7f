/** How memories fade. Pure. */

export const dayMs = 86_400_000;

/** Below this a memory of its own is no longer noticed. */
export const minAttention = 0.1;
/** And none is forgotten younger than this. */
const minAgeMs = dayMs;

/** How one memory counts: with which weight and sign, from when on, fading how fast. */
export type Weight = { readonly f: number; readonly sigma: number; readonly k: number; readonly since: number };

/** How much attention one memory still gets. */
export const attentionAt = ({ f, k, since }: Omit<Weight, 'sigma'>, at: number): number => f * fading(k, at - since);

/** e^(−kΔ), with Δ in days and never negative. */
export const fading = (k: number, ms: number): number => (k === 0 ? 1 : Math.exp((-k * Math.max(0, ms)) / dayMs));

/** The first moment at which a memory may be forgotten; undefined when that is beyond all dates. */
export function expiryOf(weight: Omit<Weight, 'sigma'>, createdAt: number): number | undefined {
  const isGone = (at: number) => attentionAt(weight, at) < minAttention;
  const grown = createdAt + minAgeMs + 1;
  if (isGone(grown)) return grown;
  if (weight.k === 0 || !isGone(maxTime)) return undefined;
  const guess = weight.since + Math.round((Math.log(weight.f / minAttention) / weight.k) * dayMs);
  const isClose = guess - 2 > grown && guess + 2 < maxTime && !isGone(guess - 2) && isGone(guess + 2);
  return firstIn(isClose ? [guess - 2, guess + 2] : [grown, maxTime], isGone);
}

/** The last moment that a date can name. */
export const maxTime = 8_640_000_000_000_000;

/** The first moment for which it holds, between one for which it does not and one for which it does. */
function firstIn([not, does]: readonly [number, number], holds: (at: number) => boolean): number {
  let [low, high] = [not, does];
  while (high - low > 1) {
    const middle = low + Math.floor((high - low) / 2);
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}
