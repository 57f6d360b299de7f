/** Whether and when to retry a failed call. The decision is pure; clock, wait and randomness are arguments. */
import { ArtooError } from '../../contracts/errors.ts';
import type { ModelWait } from '../model.ts';
import type { Failure, Obstacle, Retry } from './failure.ts';

/** How often a step may be resent after its answer broke off. */
const maxBroken = 1;
const backoffMs = [500, 2_000] as const;
const waitsMs = {
  failing: backoffMs,
  /** Rate limits are per minute: in total at least 20 s, even after the random reduction. */
  limited: [1_000, 4_000, 9_000, 14_000],
  overloaded: [1_000, 4_000, 9_000, 14_000],
  /** About 10 s in total: a restarting server is back within this time, and a wrong port is reported soon. */
  closed: [500, 1_500, 3_000, 5_000],
} as const satisfies Record<Obstacle, readonly number[]>;
/** The longest wait requested by a server that is accepted. */
const maxAfterMs = 4 * 60_000;

export type Past = {
  /** Attempts so far, including the last one. */
  readonly attempts: number;
  /** How many of the attempts were cut off. */
  readonly broken: number;
  /** The time left for all attempts. */
  readonly leftMs: number;
};

/** How long to wait before the next attempt; undefined if there is none. `chance`, in [0, 1), spreads out calls that failed together. */
export function waitBefore(retry: Retry, { attempts, broken, leftMs }: Past, chance: number): number | undefined {
  const waits = retry.when === 'later' ? waitsMs[retry.because] : backoffMs;
  const wait = waits[attempts - 1];
  if (retry.when === 'never' || wait === undefined) return undefined;
  if (retry.when === 'once' && broken > maxBroken) return undefined;
  const backoff = wait * (0.75 + chance / 2);
  const asked = retry.when === 'later' ? retry.after_ms : undefined;
  if (asked !== undefined && asked > maxAfterMs) return undefined;
  const ms = Math.round(asked === undefined ? backoff : asked + chance * backoffMs[0]);
  return ms < leftMs ? ms : undefined;
}

export type Tried<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure };

export type AttemptClock = {
  /** Waits; rejects when the signal fires. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<unknown>;
  readonly now: () => number;
  readonly random: () => number;
};

/** The value of the first attempt that succeeds. Rejects with the failure of the last one; the signal ends the wait between two attempts. */
export async function withRetries<T>(
  attempt: () => Promise<Tried<T>>,
  timeoutMs: number,
  clock: AttemptClock,
  signal: AbortSignal,
  onWait: (wait: ModelWait) => void = () => {},
): Promise<T> {
  const until = clock.now() + timeoutMs;
  let broken = 0;
  for (let attempts = 1; ; attempts += 1) {
    const tried = await attempt();
    if (tried.ok) return tried.value;
    const { retry, code, message, cause } = tried.failure;
    if (retry.when === 'once') broken += 1;
    const ms = waitBefore(retry, { attempts, broken, leftMs: until - clock.now() }, clock.random());
    if (ms === undefined) throw new ArtooError(code, attempts > 1 ? `${message} (${attempts} attempts)` : message, { cause });
    onWait({ until: clock.now() + ms, why: whyOf(retry), attempt: attempts + 1 });
    await clock.wait(ms, signal);
  }
}

function whyOf(retry: Retry): ModelWait['why'] {
  if (retry.when !== 'later') return 'broken_off';
  if (retry.because === 'limited') return 'limited';
  if (retry.after_ms !== undefined) return 'asked';
  return retry.because === 'closed' ? 'closed' : 'busy';
}
