/** Windows of time: five minutes each, by the times of the entries. Pure. */
const windowMs = 5 * 60_000;

/** The start of the window that contains a time. */
export const windowAt = (ts: string): string => new Date(Math.floor(Date.parse(ts) / windowMs) * windowMs).toISOString();

/** When a window is over. */
export const windowEnd = (window: string): number => Date.parse(window) + windowMs;
