/** Calls back when a signal fires, or has already fired, until `over` fires. */
export function onAbort(signal: AbortSignal, act: () => void, over: AbortSignal): void {
  if (signal.aborted) act();
  else signal.addEventListener('abort', act, { once: true, signal: over });
}
