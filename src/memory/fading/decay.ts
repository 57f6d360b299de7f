/** How memories fade. Pure. */

export const dayMs = 86_400_000;

/** A memory with less attention than this may be forgotten. */
export const minAttention = 0.1;
/** No memory younger than this is forgotten. */
const minAgeMs = dayMs;

/** How one memory counts: its weight, its sign, how fast it fades, and since when. */
export type Weight = { readonly f: number; readonly sigma: number; readonly k: number; readonly since: number };

/** The attention that one memory still gets. */
export const attentionAt = ({ f, k, since }: Omit<Weight, 'sigma'>, at: number): number => f * fading(k, at - since);

/** e^(−kΔ), with Δ in days and never negative. */
export const fading = (k: number, ms: number): number => (k === 0 ? 1 : Math.exp((-k * Math.max(0, ms)) / dayMs));

/** When a memory may be forgotten; undefined if no `Date` can represent that moment. */
export function expiryOf(weight: Omit<Weight, 'sigma'>, createdAt: number): number | undefined {
  const isFaded = (at: number) => attentionAt(weight, at) < minAttention;
  const grown = createdAt + minAgeMs + 1;
  if (isFaded(grown)) return grown;
  if (weight.k === 0 || !isFaded(maxTime)) return undefined;
  const guess = weight.since + Math.round((Math.log(weight.f / minAttention) / weight.k) * dayMs);
  const isClose = guess - 2 > grown && guess + 2 < maxTime && !isFaded(guess - 2) && isFaded(guess + 2);
  return firstIn(isClose ? [guess - 2, guess + 2] : [grown, maxTime], isFaded);
}

/** The last moment that a `Date` can represent. */
export const maxTime = 8_640_000_000_000_000;

/** The first moment at which `holds` is true, searched between a moment at which it is false and one at which it is true. */
function firstIn([not, does]: readonly [number, number], holds: (at: number) => boolean): number {
  let [low, high] = [not, does];
  while (high - low > 1) {
    const middle = low + Math.floor((high - low) / 2);
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}
