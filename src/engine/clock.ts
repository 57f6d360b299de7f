/** Time as a journal needs it: never backwards, with the time in which no process ran counted separately. */

/** Failure contract: neither throws. `now` may jump either way; `monotonic` only grows, and stops while the machine sleeps. Both in ms. */
export type Clock = { now(): number; monotonic(): number };

export const systemClock: Clock = { now: Date.now, monotonic: () => performance.now() };

/** `waited`: the pause was spent waiting until the journal could be written. */
type Stamp = { readonly ts: string; readonly pausedMs: number; readonly waited?: true };

/** Gives the next stamp; `waitedMs` of the time before it do not count as work, because the journal could not be written. */
export type Stamper = (waitedMs?: number) => Stamp;

/** The machine slept if `now` gained more than this on `monotonic`. */
const minSleepMs = 1000;

/** Stamps for one task. `lastTs` is the time of the last entry of an earlier process; the time since then is a pause. */
export function createStamper(clock: Clock, lastTs?: string): Stamper {
  let last = lastTs === undefined ? clock.now() : Date.parse(lastTs);
  let monotonic = clock.monotonic();
  let resumed = lastTs !== undefined;
  let first = true;
  let offset = 0;
  let text = '';
  let textOf = Number.NaN;

  return (waitedMs = 0) => {
    const wall = clock.now();
    const ran = clock.monotonic() - monotonic;
    monotonic += ran;
    if (wall + offset < last) offset = last - wall; // the clock was set back: continue from the journal's time at the clock's pace
    const now = wall + offset;
    const passed = now - last;
    const slept = passed - ran > minSleepMs ? passed - ran : 0;
    const waited = Math.min(waitedMs, passed);
    const hasWaited = !resumed && waited > slept;
    const pausedMs = resumed ? passed : first ? 0 : Math.max(slept, waited); // there is no pause before the first entry
    resumed = false;
    first = false;
    last = now;
    if (now !== textOf) {
      text = new Date(now).toISOString();
      textOf = now;
    }
    return hasWaited ? { ts: text, pausedMs, waited: true } : { ts: text, pausedMs };
  };
}
