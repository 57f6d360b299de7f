/** A signal with a time limit. */

/** Fires with the signal, or when the time is up. Does not use `AbortSignal.any`, which takes ten times as long. */
export function limitTo(ms: number, signal: AbortSignal): Disposable & { readonly signal: AbortSignal } {
  const limited = new AbortController();
  const stop = () => limited.abort(signal.reason);
  const late = () => limited.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
  const timer = setTimeout(late, ms).unref();
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop);
  return {
    signal: limited.signal,
    [Symbol.dispose]() {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    },
  };
}
