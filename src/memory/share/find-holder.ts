/** Finds whoever holds the store, for all that wait at the same time by one search. */
import { setTimeout as delay } from 'node:timers/promises';
import { ArtooError, asArtooError } from '../../contracts/errors.ts';
import type { Keeper } from '../keeper.ts';
import { connect } from './connect.ts';
import type { Holder } from './holder.ts';
import type { Limits } from './limits.ts';
import { createLocalHolder } from './local-holder.ts';

export type HolderFinder = {
  /** Rejects with `memory_unavailable` when nobody was found in time, and with what `hold` rejected with. */
  find(): Promise<Holder>;
  /** Ends the search and lets go of what it found. */
  close(): Promise<void>;
};

export type HolderFinderOptions = { readonly folder: string; readonly hold: () => Promise<Keeper | 'locked'>; readonly limits: Limits };

type Waiting = { readonly timer: NodeJS.Timeout; isOverdue: boolean; resolve(home: Holder): void; reject(reason: ArtooError): void };

/**
 * The lock is asked for first, then the socket. The lock alone says who the holder is: whoever gets it needs no socket, so a single process never looks for one;
 * and whoever does not get it knows that there is a holder to connect to, or one that comes or goes, which the next try finds out.
 */
export function createHolderFinder({ folder, hold, limits }: HolderFinderOptions): HolderFinder {
  const waiting = new Set<Waiting>();
  let home: Holder | undefined;
  let searched: Promise<void> | undefined;
  let isSearching = false;
  let isHolding = false;
  let attempt = new AbortController();
  let why = '';

  function find(): Promise<Holder> {
    if (home !== undefined && !home.isGone) return Promise.resolve(home);
    const { promise, resolve, reject } = Promise.withResolvers<Holder>();
    const waiter: Waiting = { isOverdue: false, resolve, reject, timer: setTimeout(() => expire(waiter), limits.takeoverMs) };
    waiting.add(waiter);
    if (!isSearching) searched = search();
    return promise;
  }

  /** While this process opens the store itself it does not wait for somebody else: then the limit waits too. */
  function expire(waiter: Waiting): void {
    waiter.isOverdue = true;
    if (isHolding) return;
    waiting.delete(waiter);
    waiter.reject(new ArtooError('memory_unavailable', `another process holds the memory and cannot be reached: ${why}`));
    if (waiting.size === 0) attempt.abort();
  }

  function release(each: (waiter: Waiting) => void): void {
    for (const waiter of waiting) {
      clearTimeout(waiter.timer);
      each(waiter);
    }
    waiting.clear();
  }

  async function holdIt(): Promise<Holder | undefined> {
    isHolding = true;
    try {
      const keeper = await hold();
      return keeper === 'locked' ? undefined : await createLocalHolder(folder, keeper, limits);
    } finally {
      isHolding = false;
    }
  }

  async function tryOnce(signal: AbortSignal): Promise<Holder | undefined> {
    const held = await holdIt();
    if (held !== undefined) return held;
    for (const waiter of waiting) if (waiter.isOverdue) expire(waiter);
    why = 'it does not say hello';
    const met = await connect(folder, limits, signal);
    if ('ask' in met) return met;
    why = met.why;
    return undefined;
  }

  async function search(): Promise<void> {
    isSearching = true;
    why = 'there was no time to ask it';
    try {
      for (let round = 0; waiting.size > 0; round += 1) {
        attempt = new AbortController();
        home = await tryOnce(attempt.signal);
        const found = home;
        if (found !== undefined) release((waiter) => waiter.resolve(found));
        else await backOff(round, attempt.signal);
      }
    } catch (thrown) {
      const reason = asArtooError(thrown, 'memory_unavailable');
      release((waiter) => waiter.reject(reason));
    } finally {
      isSearching = false; // in the same turn as the last look at who waits, or somebody could wait for a search that is over
    }
  }

  return {
    find,
    async close() {
      await searched;
      await home?.close();
    },
  };
}

/** 5, 10, 20 … 80 ms, give or take a half, so that those who try at the same time do not stay in step. */
async function backOff(round: number, signal: AbortSignal): Promise<void> {
  const ms = Math.min(5 * 2 ** round, 80) * (0.5 + Math.random());
  await delay(ms, undefined, { signal, ref: false }).catch(() => {}); // nobody waits any more
}
