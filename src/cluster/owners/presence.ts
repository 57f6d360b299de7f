/** Announces that a host is alive: a register that the host renews, so that others notice when it no longer does. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { Bus } from '../bus.ts';
import { persist } from '../persist.ts';
import { pause, unlessAborted } from '../unless-aborted.ts';
import { type Held, type OnFull, register } from './register.ts';

/** What a host announces about itself. */
export const Beat = z.object({ machine: z.string(), folder: z.string(), beat: z.number() });
export type Beat = z.infer<typeof Beat>;

/** How often a host renews its register, and after how long without a change others consider it dead. */
export type Pace = { readonly beatMs: number; readonly deadMs: number };
export const usualPace: Pace = { beatMs: 3_000, deadMs: 15_000 };

/**
 * How long a register must have stayed unchanged before housekeeping may remove it. If a register is missing, a host that was once silent for half as
 * long does not assume that a server lost it.
 */
export const settledMs = 24 * 3_600_000;

/** A moment by both clocks: the monotonic clock stands still while a machine sleeps, and the wall clock can be set. */
export type Moment = { readonly monotonic: number; readonly wall: number };
export const momentNow = (): Moment => ({ monotonic: performance.now(), wall: Date.now() });
/** How long ago the moment was, by the clock that shows the longer time. */
export const sinceMoment = ({ monotonic, wall }: Moment): number => Math.max(performance.now() - monotonic, Date.now() - wall);

export type Presence = AsyncDisposable & {
  readonly host: string;
  readonly machine: string;
  /** The name of the host's data folder on the bus. */
  readonly folder: string;
  readonly pace: Pace;
  readonly onFull?: OnFull | undefined;
  /** How long ago the last successful renewal was sent. */
  age(): number;
  /** The longest time between two successful renewals. */
  longestSilence(): number;
  /** Renews now. Rejects with the reason of the signal. */
  renew(signal: AbortSignal): Promise<void>;
  /** Announces that the host has left. */
  close(): Promise<void>;
};

export type HostPlace = Pick<Presence, 'machine' | 'folder' | 'onFull'> & { readonly pace?: Pace };

/** How long leaving may wait for the bus. */
const leaveMs = 1_000;

/** Announces a host, and renews the announcement until it is closed. */
export async function announceHost(
  bus: Bus,
  { machine, folder, pace = usualPace, onFull }: HostPlace,
  signal: AbortSignal,
): Promise<Presence> {
  const host = randomUUID();
  const own = register(bus, `host.${host}`, Beat, onFull);
  const left = new AbortController();
  let held: Held<unknown> = { seq: 0, value: undefined };
  let beat = 0;
  let renewed = momentNow();
  let silentMs = 0;
  let renewing: Promise<void> = Promise.resolve();

  async function renewOnce(until: AbortSignal): Promise<void> {
    for (;;) {
      const sent = momentNow();
      beat += 1;
      const seq = await own.write({ machine, folder, beat }, held, until);
      if (seq !== undefined) {
        held = { seq, value: undefined };
        silentMs = Math.max(silentMs, sinceMoment(renewed));
        renewed = sent;
        return;
      }
      held = await persist(() => own.read(), until); // an earlier renewal from this host arrived late, or the store came back in an older state
    }
  }

  /** Renews one at a time: two renewals at once would refuse each other. */
  function renew(until: AbortSignal): Promise<void> {
    const next = renewing.catch(() => {}).then(() => renewOnce(until));
    renewing = next;
    next.catch(() => {}); // the caller gets the error
    return next;
  }

  async function keepRenewing(): Promise<void> {
    for (;;) {
      await delay(pace.beatMs, undefined, { signal: left.signal, ref: false });
      await renew(left.signal);
    }
  }

  async function close(): Promise<void> {
    if (left.signal.aborted) return;
    left.abort();
    await renewing.catch(() => {});
    await own.remove(held, AbortSignal.timeout(leaveMs)).catch(() => {}); // if this fails, others notice because this host is silent
  }

  await renew(signal);
  keepRenewing().catch(() => {}); // ends when the host leaves; after failed renewals, `age` grows
  return {
    host,
    machine,
    folder,
    pace,
    onFull,
    age: () => sinceMoment(renewed),
    longestSilence: () => silentMs,
    renew,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** A host that another host has found dead, and the last change of its register. */
export type DeadHost = { readonly host: string; readonly seq: number };

/** How long reading a register may take; if it takes longer, the server counts as having been away. */
const lookMs = 1_000;

/**
 * The machine that a host is on, if the host is alive; undefined once it is dead: its register is gone, or has not changed for `deadMs`. That time
 * starts again whenever the server was away, because that does not mean that a host is dead. `dead`: hosts that are known to be dead. Rejects with
 * the reason of the signal.
 */
export async function whereAlive(
  bus: Bus,
  host: string,
  { deadMs, beatMs }: Pace,
  signal: AbortSignal,
  dead?: DeadHost,
): Promise<string | undefined> {
  const other = register(bus, `host.${host}`, Beat);
  let since = performance.now();
  let first: Held<Beat> | undefined;
  for (;;) {
    signal.throwIfAborted();
    const asked = performance.now();
    const seen = await unlessAborted(other.read(), signal).catch(() => undefined);
    const now = performance.now();
    if (seen === undefined || now - asked > lookMs) since = now;
    if (seen !== undefined && (seen.value === undefined || (dead?.host === host && dead.seq === seen.seq))) return undefined;
    first ??= seen;
    if (seen !== undefined && seen.seq !== first?.seq) return seen.value?.machine;
    if (now - since >= deadMs) return undefined;
    await pause(Math.min(beatMs, deadMs) / 6, signal);
  }
}
