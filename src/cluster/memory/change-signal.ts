/** Wakes waiting code after a change, so that no change is missed between checking and waiting. */
export type ChangeSignal = {
  /** How many changes there have been: read this before checking. */
  readonly count: number;
  changed(): void;
  /** Resolves once there have been more changes than `before`, or when the signal fires. */
  next(before: number, signal: AbortSignal): Promise<void>;
};

export function createChangeSignal(): ChangeSignal {
  let count = 0;
  let waiting = Promise.withResolvers<void>();
  return {
    get count() {
      return count;
    },
    changed() {
      count += 1;
      waiting.resolve();
      waiting = Promise.withResolvers();
    },
    async next(before, signal) {
      if (count > before || signal.aborted) return;
      const aborted = Promise.withResolvers<void>();
      const onAbort = () => aborted.resolve();
      signal.addEventListener('abort', onAbort, { once: true });
      await Promise.race([waiting.promise, aborted.promise]);
      signal.removeEventListener('abort', onAbort);
    },
  };
}
