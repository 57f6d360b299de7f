/** A lock within this process: shared by many, or held exclusively by one. */
export type Gate = {
  /** Waits for the shared lock, and resolves with the function that releases it. */
  enter(): Promise<() => void>;
  /** Runs `work` once all shared locks have been released; later callers wait until it is done. */
  alone<T>(work: () => Promise<T>): Promise<T>;
};

export function createSharedLock(): Gate {
  const inside = new Set<Promise<void>>();
  let closed: Promise<void> | undefined;
  return {
    async enter() {
      while (closed) await closed;
      const { promise, resolve } = Promise.withResolvers<void>();
      inside.add(promise);
      return () => {
        inside.delete(promise);
        resolve();
      };
    },
    async alone(work) {
      while (closed) await closed;
      const { promise, resolve } = Promise.withResolvers<void>();
      closed = promise;
      try {
        await Promise.all(inside);
        return await work();
      } finally {
        closed = undefined;
        resolve();
      }
    },
  };
}
