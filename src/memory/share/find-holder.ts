/** Finds the holder of the store, with one search for all callers waiting at the same time. */
import { setTimeout as delay } from 'node:timers/promises';
import { ArtooError, asArtooError } from '../../contracts/errors.ts';
import type { Keeper } from '../keeper.ts';
import { connect } from './connect.ts';
import type { Holder } from './holder.ts';
import type { Limits } from './limits.ts';
import { createLocalHolder } from './local-holder.ts';

export type HolderFinder = {
  /** Rejects with `memory_unavailable` if no holder was found in time, and with the error of `hold`. */
  find(): Promise<Holder>;
  /** Waits for the search to end and closes what it found. */
  close(): Promise<void>;
};

export type HolderFinderOptions = { readonly folder: string; readonly hold: () => Promise<Keeper | 'locked'>; readonly limits: Limits };

type Waiting = { readonly timer: NodeJS.Timeout; isOverdue: boolean; resolve(holder: Holder): void; reject(reason: ArtooError): void };

/**
 * Tries the lock first, then the socket. The lock alone decides who the holder is: the process that gets it needs no socket, so a single process
 * never looks for one. A process that does not get the lock has a holder to connect to; if the holder is just starting or stopping, the next attempt
 * succeeds.
 */
export function createHolderFinder({ folder, hold, limits }: HolderFinderOptions): HolderFinder {
  const waiting = new Set<Waiting>();
  let holder: Holder | undefined;
  let searched: Promise<void> | undefined;
  let isSearching = false;
  let isHolding = false;
  let attempt = new AbortController();
  let why = '';

  function find(): Promise<Holder> {
    if (holder !== undefined && !holder.isGone) return Promise.resolve(holder);
    const { promise, resolve, reject } = Promise.withResolvers<Holder>();
    const expireSoon = () => setImmediate(() => waiting.has(waiter) && expire(waiter)); // if this process was suspended, the holder's hello may already be in the socket, which is read first
    const waiter: Waiting = { isOverdue: false, resolve, reject, timer: setTimeout(expireSoon, limits.takeoverMs) };
    waiting.add(waiter);
    if (!isSearching) searched = search();
    return promise;
  }

  /** Ends a wait that took too long. The limit is for waiting on other processes, so it does not apply while this process opens the store itself. */
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

  async function tryToHold(): Promise<Holder | undefined> {
    isHolding = true;
    try {
      const keeper = await hold();
      return keeper === 'locked' ? undefined : await createLocalHolder(folder, keeper, limits);
    } finally {
      isHolding = false;
    }
  }

  async function tryOnce(signal: AbortSignal): Promise<Holder | undefined> {
    const held = await tryToHold();
    if (held !== undefined) return held;
    for (const waiter of waiting) if (waiter.isOverdue) expire(waiter);
    why = 'it sent no hello';
    const connected = await connect(folder, limits, signal);
    if ('ask' in connected) return connected;
    why = connected.why;
    return undefined;
  }

  async function search(): Promise<void> {
    isSearching = true;
    why = 'there was no time to ask it';
    try {
      for (let round = 0; waiting.size > 0; round += 1) {
        attempt = new AbortController();
        holder = await tryOnce(attempt.signal);
        const found = holder;
        if (found !== undefined) release((waiter) => waiter.resolve(found));
        else await backOff(round, attempt.signal);
      }
    } catch (thrown) {
      const reason = asArtooError(thrown, 'memory_unavailable');
      release((waiter) => waiter.reject(reason));
    } finally {
      isSearching = false; // in the same turn as the last look at `waiting`, because otherwise a caller could wait for a search that has ended
    }
  }

  return {
    find,
    async close() {
      await searched;
      await holder?.close();
    },
  };
}

/** 5, 10, 20 … 80 ms, each plus or minus half, so that processes do not retry in step. */
async function backOff(round: number, signal: AbortSignal): Promise<void> {
  const ms = Math.min(5 * 2 ** round, 80) * (0.5 + Math.random());
  await delay(ms, undefined, { signal, ref: false }).catch(() => {}); // aborted if no caller is left
}
