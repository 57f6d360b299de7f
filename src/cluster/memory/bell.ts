/** Wakes those who wait for a change, so that no change is missed between checking and waiting. */
export type Bell = {
  /** How often the bell has rung: read it before checking. */
  readonly count: number;
  ring(): void;
  /** Resolves once the bell has rung more often than `before`, or when the signal fires. */
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
