/** Waits for a promise until a signal fires; the work that the promise stands for continues, and its result is ignored. */

/** Rejects with the reason of the signal once it fires. */
export async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
    promise.catch(() => {}); // after an abort, the outcome does not matter
  }
}
