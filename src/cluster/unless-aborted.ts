/** Waits for a promise, or for some time, until a signal fires; the work continues after that, and its result is ignored. */
import { setTimeout as delay } from 'node:timers/promises';

/** Rejects with the reason of the signal once it fires. */
export async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  promise.catch(() => {}); // after an abort, the outcome does not matter
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** Resolves after some time; rejects with the reason of the signal once it fires. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(ms, undefined, { signal });
  } catch {
    signal.throwIfAborted(); // the delay itself rejects with a different error
  }
}
