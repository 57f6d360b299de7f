/** Tells all that wait that something has changed, without losing what happens between a look and the wait. */
export type Bell = {
  /** How often it has rung: taken before the look. */
  readonly count: number;
  ring(): void;
  /** Resolves once it has rung more often than that, or when the signal aborts. */
  rung(before: number, signal: AbortSignal): Promise<void>;
};

export function createBell(): Bell {
  let count = 0;
  let next = Promise.withResolvers<void>();
  return {
    get count() {
      return count;
    },
    ring() {
      count += 1;
      next.resolve();
      next = Promise.withResolvers();
    },
    async rung(before, signal) {
      if (count > before || signal.aborted) return;
      const aborted = Promise.withResolvers<void>();
      const onAbort = () => aborted.resolve();
      signal.addEventListener('abort', onAbort, { once: true });
      await Promise.race([next.promise, aborted.promise]);
      signal.removeEventListener('abort', onAbort);
    },
  };
}
