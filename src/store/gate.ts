/** A lock within this process: shared by many, or held by one. */
export type Gate = {
  /** Resolves once the lock is shared, with the function that releases it. */
  enter(): Promise<() => void>;
  /** Waits until nothing shares the lock any more; later callers wait for this one. */
  alone<T>(work: () => Promise<T>): Promise<T>;
};

export function createGate(): Gate {
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
