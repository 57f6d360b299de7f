/** Times, amounts and money as short texts. Pure. */

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** How long something took: `<0.1 s`, `12.4 s`, `3.5 min`, `2.1 h`. */
export function lasting(ms: number): string {
  if (ms < 100) return '<0.1 s'; // to a person, single milliseconds say nothing
  // rounded first: 59.97 s is a minute
  if (Math.round(ms / 100) < 600) return `${(ms / second).toFixed(1)} s`;
  if (Math.round(ms / (minute / 10)) < 600) return `${(ms / minute).toFixed(1)} min`;
  return `${(ms / hour).toFixed(1)} h`;
}

/** How long ago something was; `just now` if the clock was set back. */
export function ago(ms: number): string {
  if (ms < minute) return 'just now';
  if (ms < hour) return `${Math.floor(ms / minute)} min ago`;
  if (ms < day) return `${Math.floor(ms / hour)} h ago`;
  if (ms < 2 * day) return 'yesterday';
  return ms < 1000 * day ? `${Math.floor(ms / day)} days ago` : `${Math.floor(ms / day / 365)} years ago`;
}

/** A number of tokens: `980`, `12.3k`, `4.0M`. */
export function short(count: number): string {
  if (count < 1000) return String(count);
  return count < 999_950 ? `${(count / 1000).toFixed(1)}k` : `${(count / 1_000_000).toFixed(1)}M`;
}

/** Dollars, with as many digits as small sums need. */
export const money = (usd: number): string => `$${usd.toFixed(usd < 0.01 && usd > 0 ? 4 : 2)}`;

/** A cost for which some prices may be unknown: `no price` if all are, a `+` if some are. `isEstimated`: it is an upper bound. */
export function dollars(usd: number, unpriced: readonly string[], isEstimated = false): string {
  if (unpriced.length === 0) return atMost(money(usd), isEstimated && usd > 0);
  return usd === 0 ? 'no price' : `${atMost(money(usd), isEstimated)}+`;
}

/** A figure in a table, marked if it is an upper bound. */
export const atMost = (figure: string, isEstimated: boolean): string => (isEstimated ? `≤${figure}` : figure);
