/** Time as a journal needs it: never backwards, and what passed while the process did not run told apart from what it worked. */

/** Failure contract: neither throws. `now` may jump either way; `monotonic` only grows and stands still while the machine sleeps. Both in ms. */
export type Clock = { now(): number; monotonic(): number };

export const systemClock: Clock = { now: Date.now, monotonic: () => performance.now() };

export type Stamp = { readonly ts: string; readonly pausedMs: number };

const jump = 1000;

/** Stamps for one task. `lastTs` is the time of the last entry of an earlier process; what passed since is a pause. */
export function createStamper(clock: Clock, lastTs?: string): () => Stamp {
  let last = lastTs === undefined ? clock.now() : Date.parse(lastTs);
  let monotonic = clock.monotonic();
  let resumed = lastTs !== undefined;
  let first = true;
  let offset = 0;
  let text = '';
  let textOf = Number.NaN;

  return () => {
    const wall = clock.now();
    const ran = clock.monotonic() - monotonic;
    monotonic += ran;
    if (wall + offset < last) offset = last - wall; // set back: go on from where the journal is, at the pace of the clock
    const now = wall + offset;
    const passed = now - last;
    const slept = passed - ran > jump ? passed - ran : 0;
    const pausedMs = resumed ? passed : first ? 0 : slept; // nothing can have paused before it began
    resumed = false;
    first = false;
    last = now;
    if (now !== textOf) {
      text = new Date(now).toISOString();
      textOf = now;
    }
    return { ts: text, pausedMs };
  };
}
